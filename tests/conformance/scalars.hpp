// Calls Ingot's functions of single numbers, and some of vectors, and passes the index and the result of each function to
// `write`. Kernels and the host run this code, and must get equal results.
#pragma once

#include <cstddef>
#include <cstdint>
#include <ingot/language/math.hpp>
#include <ingot/language/vector.hpp>

namespace scalars {

/// Calls write(index, value) for each function of two floating-point numbers.
template <typename T>
void floats(T a, T b, auto write) {
    using namespace ingot;
    write(0, min(a, b));
    write(1, max(a, b));
    write(2, sign(a));
    write(3, mix(a, b, T(0.25f)));
    write(4, fract(a));
    write(5, saturate(a));
    write(6, step(a, b));
    write(7, smoothstep(T(-2.0f), T(2.0f), a));  // not every device rounds the quotient of a division by 5 correctly
    write(8, static_cast<T>(min(a, 1)));
    write(9, static_cast<T>(max(2, b)));
}
inline constexpr uint32_t float_functions = 10;

/// Calls write(index, value) for each function of two integers. Some functions exist only for integers of 32 bits.
template <typename T>
void integers(T a, T b, auto write) {
    using namespace ingot;
    write(0, min(a, b));
    write(1, max(a, b));
    write(2, sign(a));
    write(3, mul_hi(a, b));
    write(4, rotate(a, static_cast<uint32_t>(b) % 70));
    write(5, bit_reverse(a));
    write(6, popcount(a));
    write(7, clz(a));
    write(8, ctz(b));
    if constexpr (sizeof(T) == 4) {
        write(9, mul24(a, b));
        write(10, mad24(a, b, T(7)));
        write(11, static_cast<T>(as_type<uint32_t>(as_type<float>(a))));
    }
    using V = vector<T, 2>;
    const V pair(a, b);
    write(12, V(mul_hi(pair, V(b, a)) + bit_reverse(pair)).y);
    write(13, rotate(pair, T(3)).x);
    write(14, rotate(pair, V(T(1), T(2))).y);
}
inline constexpr uint32_t integer_functions = 15;

}  // namespace scalars
