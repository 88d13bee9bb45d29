// The types of values in random programs: bool, numbers, and vectors of numbers.
#pragma once

#include <fmt/format.h>

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace ingot::fuzzing {

enum class scalar_type { int8, uint8, int16, uint16, int32, uint32, int64, uint64, boolean, float32, float64 };

struct value_type {
    scalar_type element = scalar_type::uint32;
    uint32_t width = 1;  ///< 2 to 4 for a vector
    friend bool operator==(const value_type&, const value_type&) = default;
};

inline bool is_floating(scalar_type type) { return type == scalar_type::float32 || type == scalar_type::float64; }
inline bool is_integer(scalar_type type) { return type < scalar_type::boolean; }
inline bool is_unsigned(scalar_type type) { return is_integer(type) && static_cast<int>(type) % 2 == 1; }
inline uint32_t bits_of(scalar_type type) { return 8u << static_cast<uint32_t>(type) / 2; }  // integers only

/// Returns the name of the type in a kernel: "uint16_t", "ushort3".
inline std::string name_of(const value_type& type) {
    constexpr std::array<std::string_view, 11> scalars {"int8_t",  "uint8_t",  "int16_t", "uint16_t", "int32_t", "uint32_t",
                                                        "int64_t", "uint64_t", "bool",    "float",    "double"};
    constexpr std::array<std::string_view, 11> vectors {"char", "uchar", "short", "ushort", "int",   "uint",
                                                        "long", "ulong", "bool",  "float",  "double"};
    const auto index = static_cast<size_t>(type.element);
    return type.width == 1 ? std::string(scalars[index]) : fmt::format("{}{}", vectors[index], type.width);
}

}  // namespace ingot::fuzzing
