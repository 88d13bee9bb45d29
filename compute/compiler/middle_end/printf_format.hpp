// A parser for the format of a printf: "%5.1f km\n" is a conversion and plain text.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ingot::compiler {

/// One conversion specification of a printf's format: "%5.1f".
struct conversion_specification {
    std::string flags;      ///< any of `-+ #0`
    std::string width;      ///< digits, or empty
    std::string precision;  ///< a point and digits, or empty
    unsigned bits = 32;     ///< width of an integer: 8, 16, 32 or 64
    char letter = 0;        ///< d i u o x X c s p, or a f e g and their capitals
};

/// Plain text, in which each `%%` stays as it is, and the conversion that follows. The last piece of a format has no
/// conversion.
struct format_piece {
    std::string text;
    std::optional<conversion_specification> conversion;
};

/// Splits a format into pieces. Returns nothing if the format has conversions that devices do not support: `*`, `%n`,
/// long double or wide characters.
std::optional<std::vector<format_piece>> parse_format(std::string_view format);

/// The greatest width of `%s`: the padding becomes part of the format.
inline constexpr size_t max_string_width = 1024;

/// Returns the output of `%s` with the flags, width and precision of a conversion for a string, as text for a format: a
/// `%` in the string becomes `%%`. Returns nothing if the width is greater than `max_string_width`.
std::optional<std::string> format_string(const conversion_specification& format, std::string_view text);

}  // namespace ingot::compiler
