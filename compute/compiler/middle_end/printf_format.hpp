// The format of a printf: plain text and conversions.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ingot::compiler {

/// One conversion of a printf's format.
struct conversion {
    std::string flags;      ///< any of `-+ #0`
    std::string width;      ///< digits, or empty
    std::string precision;  ///< with its point, or empty
    unsigned bits = 32;     ///< of an integer: 8, 16, 32 or 64
    char letter = 0;        ///< d i u o x X c s p, or a f e g a and their capitals
};

/// Text, with each `%%` as it stands in the format, and the conversion that follows; the last piece has none.
struct format_piece {
    std::string text;
    std::optional<conversion> then;
};

/// Nothing where the format has what devices do not know: `*`, `%n`, long double, wide characters.
std::optional<std::vector<format_piece>> parse_format(std::string_view format);

/// What `%s` with these flags, width and precision prints of a string, as text of a format.
std::string format_string(const conversion& as, std::string_view text);

}  // namespace ingot::compiler
