// Vectors of one to four components (Table 9 of the thesis that docs/host-library.md names). A vector has the same type and
// the same layout in memory on the host and on every device.
#pragma once

#include <ingot/language/vector/vector_class.hpp>

namespace ingot {

/// Vectors by the number of their components.
template <detail::arithmetic T, size_t N>
using vector_n = vector<T, N>;
template <detail::arithmetic T>
using vector1 = vector<T, 1>;
template <detail::arithmetic T>
using vector2 = vector<T, 2>;
template <detail::arithmetic T>
using vector3 = vector<T, 3>;
template <detail::arithmetic T>
using vector4 = vector<T, 4>;

#define INGOT_VECTOR_NAMES(name, T) \
    using name##1 = vector<T, 1>;   \
    using name##2 = vector<T, 2>;   \
    using name##3 = vector<T, 3>;   \
    using name##4 = vector<T, 4>
INGOT_VECTOR_NAMES(char, int8_t);
INGOT_VECTOR_NAMES(uchar, uint8_t);
INGOT_VECTOR_NAMES(short, int16_t);
INGOT_VECTOR_NAMES(ushort, uint16_t);
INGOT_VECTOR_NAMES(int, int32_t);
INGOT_VECTOR_NAMES(uint, uint32_t);
INGOT_VECTOR_NAMES(long, int64_t);
INGOT_VECTOR_NAMES(ulong, uint64_t);
INGOT_VECTOR_NAMES(size, size_t);
INGOT_VECTOR_NAMES(half, half);
INGOT_VECTOR_NAMES(float, float);
INGOT_VECTOR_NAMES(double, double);
INGOT_VECTOR_NAMES(ldouble, long double);  // host only: no device has numbers longer than double
INGOT_VECTOR_NAMES(bool, bool);
#undef INGOT_VECTOR_NAMES

}  // namespace ingot
