// Keys of a radix sort as unsigned integers of the same order.
#pragma once

#include <bit>
#include <concepts>
#include <cstdint>
#include <ingot/language/vector/component_type.hpp>
#include <type_traits>

namespace ingot {

/// Can radix sorts order by a `T`? Integers of 8 to 64 bits, float and double.
template <typename T>
concept radix_key = (std::integral<T> && !std::same_as<T, bool>) || std::same_as<T, float> || std::same_as<T, double>;

/// Converts a key to an unsigned integer of the same size, so that the integers have the order of the keys. For integers
/// this is the order of `<`. For floating-point numbers -0 comes before +0, NaN with the sign bit first of all, and NaN without
/// it last (IEEE 754, totalOrder).
template <radix_key Key>
constexpr auto ordered_bits(Key key) {
    using bits = typename detail::unsigned_of_size<sizeof(Key)>::type;
    constexpr auto sign = static_cast<bits>(bits(1) << (8 * sizeof(Key) - 1));
    const auto value = std::bit_cast<bits>(key);
    if constexpr (std::floating_point<Key>)
        return static_cast<bits>((value & sign) != 0 ? ~value : value | sign);
    else if constexpr (std::signed_integral<Key>)
        return static_cast<bits>(value ^ sign);
    else
        return value;
}

}  // namespace ingot
