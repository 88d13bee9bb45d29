#include "printf_format.hpp"

#include <algorithm>

namespace ingot::compiler {

namespace {

// Takes what is in front of `rest`, as long as it is one of `characters`.
std::string take(std::string_view& rest, std::string_view characters) {
    const size_t length = std::min(rest.find_first_not_of(characters), rest.size());
    const std::string taken(rest.substr(0, length));
    rest.remove_prefix(length);
    return taken;
}

constexpr std::string_view digits = "0123456789";
constexpr std::string_view integers = "diuoxX";
constexpr std::string_view reals = "fFeEgGaA";

bool is_known(const std::string& length, char letter) {
    const bool is_integer = integers.find(letter) != std::string_view::npos;
    if (is_integer)
        return length.empty() || length == "hh" || length == "h" || length == "l" || length == "ll" || length == "j" ||
               length == "z" || length == "t";
    if (reals.find(letter) != std::string_view::npos) return length.empty() || length == "l";
    return length.empty() && (letter == 'c' || letter == 's' || letter == 'p');
}

// The integers of C's length modifiers on the build machine.
unsigned bits_of(const std::string& length) {
    if (length == "hh") return 8;
    if (length == "h") return 16;
    return length.empty() ? 32 : 64;
}

// The conversion after a `%`.
std::optional<conversion> take_conversion(std::string_view& rest) {
    conversion found;
    found.flags = take(rest, "-+ #0");
    found.width = take(rest, digits);
    if (rest.starts_with('.')) {
        rest.remove_prefix(1);
        found.precision = "." + take(rest, digits);
    }
    const std::string length = take(rest, "hljzt");
    if (rest.empty() || !is_known(length, rest.front())) return std::nullopt;
    found.letter = rest.front();
    if (integers.find(found.letter) != std::string_view::npos) found.bits = bits_of(length);
    rest.remove_prefix(1);
    return found;
}

}  // namespace

std::optional<std::vector<format_piece>> parse_format(std::string_view format) {
    std::vector<format_piece> pieces(1);
    while (!format.empty()) {
        const size_t plain = std::min(format.find('%'), format.size());
        pieces.back().text += format.substr(0, plain);
        format.remove_prefix(plain);
        if (format.empty()) break;
        if (format.starts_with("%%")) {
            pieces.back().text += "%%";
            format.remove_prefix(2);
            continue;
        }
        format.remove_prefix(1);
        const std::optional<conversion> found = take_conversion(format);
        if (!found) return std::nullopt;
        pieces.back().then = found;
        pieces.emplace_back();
    }
    return pieces;
}

std::string format_string(const conversion& as, std::string_view text) {
    const size_t longest = 1024;
    const auto number = [longest](std::string_view of) {
        size_t value = 0;
        for (const char digit : of) value = std::min(value * 10 + static_cast<size_t>(digit - '0'), longest);
        return value;
    };
    if (!as.precision.empty()) text = text.substr(0, number(std::string_view(as.precision).substr(1)));
    const size_t width = number(as.width);
    const std::string padding(width > text.size() ? width - text.size() : 0, ' ');
    std::string escaped;
    for (const char each : text) escaped += each == '%' ? "%%" : std::string(1, each);
    return as.flags.find('-') != std::string::npos ? escaped + padding : padding + escaped;
}

}  // namespace ingot::compiler
