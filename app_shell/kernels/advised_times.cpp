#include "kernels/advised_times.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace ingot::shell {

namespace {

/// Returns the share of a kernel in the time of all kernels.
double share_of(const kernel_row& row, std::span<const kernel_row> measured) {
    double all = 0.0;
    for (const kernel_row& each : measured) all += each.share;
    return all > 0.0 ? row.share / all : 0.0;
}

std::vector<const kernel_row*> rows_of(std::span<const std::string> kernels, std::span<const kernel_row> measured) {
    std::vector<const kernel_row*> rows;
    for (const kernel_row& each : measured)
        if (std::ranges::find(kernels, each.name) != kernels.end()) rows.push_back(&each);
    return rows;
}

}  // namespace

std::string short_times_text(std::span<const std::string> kernels, std::span<const kernel_row> measured) {
    const std::vector<const kernel_row*> rows = rows_of(kernels, measured);
    if (rows.empty()) return {};
    double milliseconds = 0.0;
    double share = 0.0;
    for (const kernel_row* const each : rows) {
        milliseconds += each->median;
        share += share_of(*each, measured);
    }
    return fmt::format("{:.3g} ms, {:.0f} % of all kernels", milliseconds, 100.0 * share);
}

std::string times_text(std::span<const std::string> kernels, std::span<const kernel_row> measured) {
    std::string text;
    for (const kernel_row* const each : rows_of(kernels, measured)) {
        text += fmt::format("{}: {:.3f} ms for a launch, {:.0f} % of the time of all kernels", each->name, each->median,
                            100.0 * share_of(*each, measured));
        if (each->roofline) text += fmt::format(", {:.0f} % of the device's peak", 100.0 * *each->roofline);
        text += "\n";
    }
    return text;
}

std::vector<std::string> kernels_at(std::span<const advised_place> places, size_t line, bool is_on_page) {
    std::vector<std::string> kernels;
    for (const advised_place& place : places) {
        if (is_on_page ? place.page_line != line : place.line != line) continue;
        for (const std::string& each : place.kernels)
            if (std::ranges::find(kernels, each) == kernels.end()) kernels.push_back(each);
    }
    return kernels;
}

}  // namespace ingot::shell
