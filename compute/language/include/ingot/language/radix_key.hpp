// Converts the keys of a radix sort to unsigned integers that have the same order as the keys.
#pragma once

#include <bit>
#include <concepts>
#include <cstdint>
#include <ingot/language/vector/component_type.hpp>
#include <type_traits>

namespace ingot {

/// The types of keys that radix sorts accept: integers of 8 to 64 bits, float and double.
template <typename T>
concept radix_key = (std::integral<T> && !std::same_as<T, bool>) || std::same_as<T, float> || std::same_as<T, double>;

/// Converts a key to an unsigned integer of the same size, so that these integers have the order of the keys. Keys of an
/// integer type have the order of `<`. Floating-point keys have the order totalOrder of IEEE 754: -0 is before +0, a NaN whose
/// sign bit is set is before all numbers, and other NaNs are after all numbers.
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
