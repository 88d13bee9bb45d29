// Whole numbers as text, on the command line and in parameters.
#pragma once

#include <charconv>
#include <cmath>
#include <concepts>
#include <limits>
#include <optional>
#include <string_view>

namespace ingot {

/// Parses a whole number in digits or as a decimal number with an exponent: "10000", "1e4", "1.5e3". Returns nothing if the text
/// is something else, if the number has a fraction, or if `Integer` cannot hold it. A number with a point or an exponent must be
/// at most 2^53, because a double does not hold every larger whole number.
template <std::integral Integer>
std::optional<Integer> parse_whole_number(std::string_view text) {
    const char* const begin = text.data();
    const char* const end = begin + text.size();
    Integer digits {};
    if (const auto [rest, problem] = std::from_chars(begin, end, digits); problem == std::errc {} && rest == end) return digits;
    double number = 0.0;
    if (const auto [rest, problem] = std::from_chars(begin, end, number); problem != std::errc {} || rest != end)
        return std::nullopt;
    constexpr double largest = 9'007'199'254'740'992.0;  // 2^53
    const bool is_whole = std::trunc(number) == number && std::abs(number) <= largest;
    const bool fits = number >= static_cast<double>(std::numeric_limits<Integer>::min()) &&
                      number <= static_cast<double>(std::numeric_limits<Integer>::max());
    return is_whole && fits ? std::optional(static_cast<Integer>(number)) : std::nullopt;
}

}  // namespace ingot
