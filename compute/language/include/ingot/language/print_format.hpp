// Converts the text of print() to a format of C's printf. ingotc does this for devices, and the runtime does it for the CPU
// debug device.
#pragma once

#include <string>
#include <string_view>

namespace ingot::detail {

// The shape of a value has three characters: the number of columns, the number of rows ('1' to '4' each), and the kind of the
// components. The kinds are
//     d, u    a signed or an unsigned integer of up to 32 bits
//     D, U    a signed or an unsigned integer of 64 bits
//     f       a floating-point number
//     c, s    a character, a string
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

// Returns the conversions for a value of this shape. A vector is printed as (x, y), and a matrix as its columns:
// ((x, y), (z, w)).
inline std::string conversions_of(std::string_view shape) {
    const auto in_brackets = [](char count, const std::string& part) {
        if (count == '1') return part;
        std::string all = "(" + part;
        for (char i = '1'; i < count; ++i) all += ", " + part;
        return all + ")";
    };
    return in_brackets(shape[0], in_brackets(shape[1], std::string(conversion_of(shape[2]))));
}

/// Returns `text` with printf's conversions in place of each `$`, and with a newline at the end. `shapes` contains the shape
/// of the value for each `$`, one after the other.
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
