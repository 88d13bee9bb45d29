// Functions of Apple's compiler that existing kernels call directly, to overload functions of the library for types of their own.
// The last argument says whether fast mathematics is wanted; it is ignored.
#pragma once

#include <ingot/metal/detail/mathematics.hpp>
#include <ingot/metal/detail/simdgroup.hpp>

#define __METAL_PRECISE_MATH__ 0
#define __METAL_FAST_MATH__ 1
#define __METAL_MAYBE_FAST_MATH__ 0

// Existing kernels check their template arguments with this macro. As in a release build of a C++ program, it checks nothing.
#if !defined(assert)
#define assert(...) static_cast<void>(0)
#endif

/// Can the functions of SIMD-groups exchange values of the type? Numbers and vectors of numbers can be exchanged.
template <typename T>
struct __is_valid_simdgroup_type : metal::bool_constant<metal::ingot_detail::exchanged<T>> {};

#define INGOT_METAL_APPLE_1(name)              \
    template <typename T>                      \
    constexpr T __metal_##name(T x, int = 0) { \
        return metal::name(x);                 \
    }
#define INGOT_METAL_APPLE_2(name)                   \
    template <typename T>                           \
    constexpr T __metal_##name(T x, T y, int = 0) { \
        return metal::name(x, y);                   \
    }
#define INGOT_METAL_APPLE_3(name)                        \
    template <typename T>                                \
    constexpr T __metal_##name(T x, T y, T z, int = 0) { \
        return metal::name(x, y, z);                     \
    }
#define INGOT_METAL_APPLE_GROUP_1(name)  \
    template <typename T>                \
    T __metal_simd_##name(T data) {      \
        return metal::simd_##name(data); \
    }
#define INGOT_METAL_APPLE_GROUP_2(name)           \
    template <typename T>                         \
    T __metal_simd_##name(T data, ushort other) { \
        return metal::simd_##name(data, other);   \
    }

INGOT_METAL_APPLE_1(acos)
INGOT_METAL_APPLE_1(acosh)
INGOT_METAL_APPLE_1(asin)
INGOT_METAL_APPLE_1(asinh)
INGOT_METAL_APPLE_1(atan)
INGOT_METAL_APPLE_1(atanh)
INGOT_METAL_APPLE_1(ceil)
INGOT_METAL_APPLE_1(cos)
INGOT_METAL_APPLE_1(cosh)
INGOT_METAL_APPLE_1(cospi)
INGOT_METAL_APPLE_1(exp)
INGOT_METAL_APPLE_1(exp2)
INGOT_METAL_APPLE_1(exp10)
INGOT_METAL_APPLE_1(fabs)
INGOT_METAL_APPLE_1(floor)
INGOT_METAL_APPLE_1(fract)
INGOT_METAL_APPLE_1(log)
INGOT_METAL_APPLE_1(log2)
INGOT_METAL_APPLE_1(log10)
INGOT_METAL_APPLE_1(rint)
INGOT_METAL_APPLE_1(round)
INGOT_METAL_APPLE_1(rsqrt)
INGOT_METAL_APPLE_1(sin)
INGOT_METAL_APPLE_1(sinh)
INGOT_METAL_APPLE_1(sinpi)
INGOT_METAL_APPLE_1(sqrt)
INGOT_METAL_APPLE_1(tan)
INGOT_METAL_APPLE_1(tanh)
INGOT_METAL_APPLE_1(tanpi)
INGOT_METAL_APPLE_1(trunc)
INGOT_METAL_APPLE_2(atan2)
INGOT_METAL_APPLE_2(divide)
INGOT_METAL_APPLE_2(fmax)
INGOT_METAL_APPLE_2(fmin)
INGOT_METAL_APPLE_2(fmod)
INGOT_METAL_APPLE_2(pow)
INGOT_METAL_APPLE_2(powr)
INGOT_METAL_APPLE_2(nextafter)
INGOT_METAL_APPLE_3(fmax3)
INGOT_METAL_APPLE_3(fmin3)
INGOT_METAL_APPLE_3(fmedian3)
INGOT_METAL_APPLE_GROUP_1(sum)
INGOT_METAL_APPLE_GROUP_1(product)
INGOT_METAL_APPLE_GROUP_1(min)
INGOT_METAL_APPLE_GROUP_1(max)
INGOT_METAL_APPLE_GROUP_1(and)
INGOT_METAL_APPLE_GROUP_1(or)
INGOT_METAL_APPLE_GROUP_1(prefix_inclusive_sum)
INGOT_METAL_APPLE_GROUP_1(prefix_exclusive_sum)
INGOT_METAL_APPLE_GROUP_1(prefix_inclusive_product)
INGOT_METAL_APPLE_GROUP_1(prefix_exclusive_product)
INGOT_METAL_APPLE_GROUP_2(broadcast)
INGOT_METAL_APPLE_GROUP_2(shuffle)
INGOT_METAL_APPLE_GROUP_2(shuffle_down)
INGOT_METAL_APPLE_GROUP_2(shuffle_up)
INGOT_METAL_APPLE_GROUP_2(shuffle_rotate_down)
INGOT_METAL_APPLE_GROUP_2(shuffle_rotate_up)
INGOT_METAL_APPLE_GROUP_2(shuffle_xor)

// Apple's compiler also takes the bits of real numbers.
template <typename T>
T __metal_simd_xor(T data) {
    if constexpr (std::is_same_v<T, float>)
        return __builtin_bit_cast(float, metal::simd_xor(__builtin_bit_cast(uint, data)));
    else
        return metal::simd_xor(data);
}
template <typename T>
constexpr T __metal_fma(T x, T y, T z) {
    return metal::fma(x, y, z);
}
template <typename T>
constexpr T __metal_ldexp(T x, int exponent, int = 0) {
    return metal::ldexp(x, exponent);
}
template <typename T>
constexpr T __metal_frexp(T x, thread int* exponent) {
    return metal::frexp(x, *exponent);
}
template <typename T>
T __metal_simd_shuffle_and_fill_up(T data, T filling, ushort delta, ushort modulo) {
    return metal::simd_shuffle_and_fill_up(data, filling, delta, modulo);
}
template <typename T>
T __metal_simd_shuffle_and_fill_down(T data, T filling, ushort delta, ushort modulo) {
    return metal::simd_shuffle_and_fill_down(data, filling, delta, modulo);
}
inline ushort __metal_get_thread_index_in_simdgroup(ushort) { return static_cast<ushort>(metal::ingot_detail::lane()); }
inline ushort __metal_get_simdgroup_size(ushort) { return static_cast<ushort>(metal::ingot_detail::lanes()); }

#undef INGOT_METAL_APPLE_1
#undef INGOT_METAL_APPLE_2
#undef INGOT_METAL_APPLE_3
#undef INGOT_METAL_APPLE_GROUP_1
#undef INGOT_METAL_APPLE_GROUP_2
