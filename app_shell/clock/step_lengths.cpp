#include "clock/step_lengths.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <stdexcept>

namespace ingot::shell {

namespace {

/// Parses all of the text as a number.
template <typename T>
std::optional<T> parsed_number(std::string_view text) {
    T value {};
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (problem != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return value;
}

}  // namespace

void step_lengths::add(double seconds, uint64_t count) {
    if (!is_complete_) return;
    if (!runs_.empty() && runs_.back().seconds == seconds) {
        runs_.back().count += count;
    } else if (runs_.size() < most_runs) {
        runs_.push_back({seconds, count});
    } else {
        is_complete_ = false;
        runs_.clear();
    }
}

std::optional<double> step_lengths::at(uint64_t step) const {
    for (const run& each : runs_) {
        if (step < each.count) return each.seconds;
        step -= each.count;
    }
    return std::nullopt;
}

bool step_lengths::are_all(double seconds) const {
    return is_complete_ && std::ranges::all_of(runs_, [seconds](const run& each) { return each.seconds == seconds; });
}

std::string step_lengths::text() const {
    std::string text;
    for (const run& each : runs_) {
        if (!text.empty()) text += ",";
        text += fmt::format("{}", each.seconds);
        if (each.count > 1) text += fmt::format("x{}", each.count);
    }
    return text;
}

step_lengths parse_step_lengths(std::string_view text) {
    step_lengths all;
    constexpr uint64_t most_steps = 1'000'000'000;
    while (true) {
        const std::string_view part = text.substr(0, text.find(','));
        const size_t times_at = part.find('x');
        const std::optional<double> seconds = parsed_number<double>(part.substr(0, times_at));
        const std::optional<uint64_t> count =
            times_at == std::string_view::npos ? uint64_t {1} : parsed_number<uint64_t>(part.substr(times_at + 1));
        if (!seconds || !(*seconds >= 0.0 && *seconds <= 1.0) || !count || *count < 1 || *count > most_steps)
            throw std::invalid_argument(fmt::format(
                "'{}' is invalid; expected seconds from 0 to 1, and xN for N such steps, such as 0.017x12,0.016", part));
        all.add(*seconds, *count);
        if (part.size() == text.size()) break;
        text.remove_prefix(part.size() + 1);
    }
    if (!all.is_complete())
        throw std::invalid_argument(fmt::format("more than {} different lengths in a row", step_lengths::most_runs));
    return all;
}

}  // namespace ingot::shell
