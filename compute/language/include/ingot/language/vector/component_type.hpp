// The types that a vector's components can have, and declarations that the other files of the vector library share.
#pragma once

#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <ingot/language/constant_math/floating_point.hpp>
#include <type_traits>

namespace ingot {

template <typename T, size_t N>
struct vector;

namespace detail {

/// The types of components: the arithmetic types of C++, and half.
template <typename T>
concept arithmetic = std::is_arithmetic_v<T> || std::same_as<T, half>;

template <size_t bytes>
struct unsigned_of_size {};
template <>
struct unsigned_of_size<1> {
    using type = uint8_t;
};
template <>
struct unsigned_of_size<2> {
    using type = uint16_t;
};
template <>
struct unsigned_of_size<4> {
    using type = uint32_t;
};
template <>
struct unsigned_of_size<8> {
    using type = uint64_t;
};

/// The unsigned integer type that has the size of T.
template <typename T>
using bits_of = typename unsigned_of_size<sizeof(T)>::type;

}  // namespace detail

}  // namespace ingot
