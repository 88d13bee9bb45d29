#include "printf_format.hpp"

#include <algorithm>

namespace ingot::compiler {

namespace {

// Removes and returns the longest beginning of `rest` that consists of `characters`.
std::string take(std::string_view& rest, std::string_view characters) {
    const size_t length = std::min(rest.find_first_not_of(characters), rest.size());
    const std::string text(rest.substr(0, length));
    rest.remove_prefix(length);
    return text;
}

constexpr std::string_view digits = "0123456789";
constexpr std::string_view integers = "diuoxX";
constexpr std::string_view reals = "fFeEgGaA";

// Returns whether devices support a conversion with this length modifier.
bool is_supported_conversion(const std::string& length, char letter) {
    const bool is_integer = integers.find(letter) != std::string_view::npos;
    if (is_integer)
        return length.empty() || length == "hh" || length == "h" || length == "l" || length == "ll" || length == "j" ||
               length == "z" || length == "t";
    if (reals.find(letter) != std::string_view::npos) return length.empty() || length == "l";
    return length.empty() && (letter == 'c' || letter == 's' || letter == 'p');
}

// Returns the width in bits of the integer type that a length modifier names on the build machine.
unsigned width_of(const std::string& length) {
    if (length == "hh") return 8;
    if (length == "h") return 16;
    return length.empty() ? 32 : 64;
}

// Removes and returns the conversion at the beginning of `rest`. The `%` of the conversion has already been removed. Returns
// nothing if devices do not support the conversion.
std::optional<conversion_specification> take_conversion(std::string_view& rest) {
    conversion_specification found;
    found.flags = take(rest, "-+ #0");
    found.width = take(rest, digits);
    if (rest.starts_with('.')) {
        rest.remove_prefix(1);
        found.precision = "." + take(rest, digits);
    }
    const std::string length = take(rest, "hljzt");
    if (rest.empty() || !is_supported_conversion(length, rest.front())) return std::nullopt;
    found.letter = rest.front();
    if (integers.find(found.letter) != std::string_view::npos) found.bits = width_of(length);
    rest.remove_prefix(1);
    return found;
}

}  // namespace

std::optional<std::vector<format_piece>> parse_format(std::string_view format) {
    std::vector<format_piece> pieces(1);
    while (!format.empty()) {
        // Append the text before the next `%` to the last piece.
        const size_t plain = std::min(format.find('%'), format.size());
        pieces.back().text += format.substr(0, plain);
        format.remove_prefix(plain);
        if (format.empty()) break;
        // `%%` is text.
        if (format.starts_with("%%")) {
            pieces.back().text += "%%";
            format.remove_prefix(2);
            continue;
        }
        // A conversion ends the piece.
        format.remove_prefix(1);
        const std::optional<conversion_specification> found = take_conversion(format);
        if (!found) return std::nullopt;
        pieces.back().conversion = found;
        pieces.emplace_back();
    }
    return pieces;
}

std::optional<std::string> format_string(const conversion_specification& format, std::string_view text) {
    // Returns a number of the format, or `limit` if the number is greater.
    const auto number = [](std::string_view decimal, size_t limit) {
        size_t value = 0;
        for (const char digit : decimal) value = std::min(value * 10 + static_cast<size_t>(digit - '0'), limit);
        return value;
    };
    if (!format.precision.empty()) text = text.substr(0, number(std::string_view(format.precision).substr(1), text.size()));
    const size_t width = number(format.width, max_string_width + 1);
    if (width > max_string_width) return std::nullopt;
    const std::string padding(width > text.size() ? width - text.size() : 0, ' ');
    std::string escaped;
    for (const char each : text) escaped += each == '%' ? "%%" : std::string(1, each);
    return format.flags.find('-') != std::string::npos ? escaped + padding : padding + escaped;
}

}  // namespace ingot::compiler
