// Converts the text of print() to a format of C's printf. The compiler uses it for devices, and the runtime for the
// CPU debug device.
#pragma once

#include <string>
#include <string_view>

namespace ingot::detail {

// How a value is printed, in three characters: columns and rows ('1' to '4'), and the kind of each component: 'd' and 'u' are
// integers of up to 32 bits, signed and unsigned, 'D' and 'U' of 64 bits, 'f' a floating-point number, 'c' a character, 's' a
// string.
constexpr size_t characters_of_shape = 3;

constexpr std::string_view conversion_of(char kind) {
    switch (kind) {
        case 'd':
            return "%d";
        case 'u':
            return "%u";
        case 'D':
            return "%lld";
        case 'U':
            return "%llu";
        case 'f':
            return "%f";
        case 'c':
            return "%c";
        default:
            return "%s";
    }
}

// A vector as (x, y), a matrix as its columns: ((x, y), (z, w)).
inline std::string conversions_of(std::string_view shape) {
    const auto in_brackets = [](char count, const std::string& part) {
        if (count == '1') return part;
        std::string all = "(" + part;
        for (char i = '1'; i < count; ++i) all += ", " + part;
        return all + ")";
    };
    return in_brackets(shape[0], in_brackets(shape[1], std::string(conversion_of(shape[2]))));
}

/// `text` with printf's conversions in place of each `$`, and a newline. `shapes` holds three characters for each `$`.
inline std::string printf_format(std::string_view text, std::string_view shapes) {
    std::string format;
    for (const char each : text) {
        if (each == '$' && shapes.size() >= characters_of_shape) {
            format += conversions_of(shapes.substr(0, characters_of_shape));
            shapes.remove_prefix(characters_of_shape);
        } else {
            format += each == '%' ? "%%" : std::string(1, each);
        }
    }
    return format + "\n";
}

}  // namespace ingot::detail
