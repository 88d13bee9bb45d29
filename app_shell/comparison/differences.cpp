#include "comparison/differences.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <span>

namespace ingot::shell {

namespace {

array_difference compare_arrays(const std::string& name, std::span<const std::byte> first, std::span<const std::byte> second) {
    array_difference found {name, first.size(), second.size(), 0, std::min(first.size(), second.size())};
    for (size_t i = std::min(first.size(), second.size()); i-- > 0;) {
        if (first[i] == second[i]) continue;
        ++found.differing;
        found.first_at = i;
    }
    found.differing += std::max(first.size(), second.size()) - std::min(first.size(), second.size());
    return found;
}

}  // namespace

std::vector<array_difference> compare_states(const state& first, const state& second) {
    std::vector<array_difference> all;
    const auto& others = second.contents();
    for (const auto& [name, bytes] : first.contents()) {
        const auto other = others.find(name);
        auto found = compare_arrays(name, bytes, other == others.end() ? std::span<const std::byte>() : other->second);
        if (found.differing > 0) all.push_back(std::move(found));
    }
    for (const auto& [name, bytes] : others)
        if (!first.contains(name) && !bytes.empty()) all.push_back({name, 0, bytes.size(), bytes.size(), 0});
    return all;
}

std::string to_text(const array_difference& difference) {
    if (difference.bytes != difference.bytes_of_second)
        return fmt::format("{} has {} bytes on the first device and {} bytes on the second", difference.name, difference.bytes,
                           difference.bytes_of_second);
    return fmt::format("{} differs in {} of {} bytes, first at byte {}", difference.name, difference.differing, difference.bytes,
                       difference.first_at);
}

std::string format_decibels(double psnr) { return std::isinf(psnr) ? "equal" : fmt::format("{:.2f} dB", psnr); }

std::string to_text(const metrics::pixel_difference& difference) {
    if (difference.largest == 0) return "no difference";
    return fmt::format("largest {:>3}/255 at {:>4},{:<4}   PSNR {:>9}   {:>7.3f} % of the pixels differ", difference.largest,
                       difference.largest_x, difference.largest_y, format_decibels(difference.psnr),
                       100.0 * difference.differing_share);
}

}  // namespace ingot::shell
