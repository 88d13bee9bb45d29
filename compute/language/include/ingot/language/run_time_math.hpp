// Mathematical functions at run time: on a device they are the device's functions, on the host those of the C library. For
// `half`, the functions compute in float and round the result to half.
#pragma once

#include <concepts>
#include <ingot/language/constant_math/floating_point.hpp>
#include <ingot/language/device_functions.hpp>

namespace ingot::detail::run_time_math {

// Calls the C library's functions by the compilers' names for them, for example __builtin_sqrt. These names need no header;
// <cmath> would add a tenth of a second to the compilation of every kernel file. For a device, ingotc replaces the calls by the
// device's functions.
#define INGOT_FUNCTION_OF_ONE(name)                                   \
    template <floating_point T>                                       \
    T name(T value) {                                                 \
        if constexpr (std::same_as<T, double>)                        \
            return __builtin_##name(value);                           \
        else                                                          \
            return T(__builtin_##name##f(static_cast<float>(value))); \
    }
#define INGOT_FUNCTION_OF_TWO(name)                                                               \
    template <floating_point T>                                                                   \
    T name(T first, T second) {                                                                   \
        if constexpr (std::same_as<T, double>)                                                    \
            return __builtin_##name(first, second);                                               \
        else                                                                                      \
            return T(__builtin_##name##f(static_cast<float>(first), static_cast<float>(second))); \
    }

INGOT_FUNCTION_OF_ONE(fabs)
INGOT_FUNCTION_OF_ONE(sqrt)
INGOT_FUNCTION_OF_ONE(cbrt)
INGOT_FUNCTION_OF_ONE(floor)
INGOT_FUNCTION_OF_ONE(ceil)
INGOT_FUNCTION_OF_ONE(round)
INGOT_FUNCTION_OF_ONE(trunc)
INGOT_FUNCTION_OF_ONE(rint)
INGOT_FUNCTION_OF_ONE(exp)
INGOT_FUNCTION_OF_ONE(exp2)
INGOT_FUNCTION_OF_ONE(exp10)
INGOT_FUNCTION_OF_ONE(expm1)
INGOT_FUNCTION_OF_ONE(log)
INGOT_FUNCTION_OF_ONE(log2)
INGOT_FUNCTION_OF_ONE(log10)
INGOT_FUNCTION_OF_ONE(log1p)
INGOT_FUNCTION_OF_ONE(sin)
INGOT_FUNCTION_OF_ONE(cos)
INGOT_FUNCTION_OF_ONE(tan)
INGOT_FUNCTION_OF_ONE(asin)
INGOT_FUNCTION_OF_ONE(acos)
INGOT_FUNCTION_OF_ONE(atan)
INGOT_FUNCTION_OF_ONE(sinh)
INGOT_FUNCTION_OF_ONE(cosh)
INGOT_FUNCTION_OF_ONE(tanh)
INGOT_FUNCTION_OF_ONE(asinh)
INGOT_FUNCTION_OF_ONE(acosh)
INGOT_FUNCTION_OF_ONE(atanh)
INGOT_FUNCTION_OF_TWO(fmod)
INGOT_FUNCTION_OF_TWO(remainder)
INGOT_FUNCTION_OF_TWO(pow)
INGOT_FUNCTION_OF_TWO(atan2)
INGOT_FUNCTION_OF_TWO(hypot)
INGOT_FUNCTION_OF_TWO(fmin)
INGOT_FUNCTION_OF_TWO(fmax)
INGOT_FUNCTION_OF_TWO(fdim)

#undef INGOT_FUNCTION_OF_ONE
#undef INGOT_FUNCTION_OF_TWO

// A conversion of half to float can lose the sign of NaN.
template <floating_point T>
T copysign(T value, T sign) {
    if constexpr (std::same_as<T, double>)
        return __builtin_copysign(value, sign);
    else if constexpr (std::same_as<T, float>)
        return __builtin_copysignf(value, sign);
    else
        return T::from_bits(static_cast<uint16_t>((value.bits() & 0x7fffu) | (sign.bits() & 0x8000u)));
}

template <floating_point T>
T fma(T a, T b, T c) {
    if constexpr (std::same_as<T, double>)
        return __builtin_fma(a, b, c);
    else
        return T(__builtin_fmaf(static_cast<float>(a), static_cast<float>(b), static_cast<float>(c)));
}

template <floating_point T>
T rsqrt(T value) {
#if defined(INGOT_DEVICE)
    if constexpr (std::same_as<T, double>)
        return ingot_device_rsqrt_f64(value);
    else
        return T(ingot_device_rsqrt_f32(static_cast<float>(value)));
#else
    if constexpr (std::same_as<T, double>)
        return 1.0 / __builtin_sqrt(value);
    else
        return T(1.0f / __builtin_sqrtf(static_cast<float>(value)));
#endif
}

}  // namespace ingot::detail::run_time_math
