// Mathematical functions of vectors that call the C library's for each lane. The vectors are passed in registers, which compilers
// do only in files that are compiled for a processor with such registers: mathematics_of_8_lanes.cpp with AVX2,
// mathematics_of_16_lanes.cpp with AVX-512. So these files contain nothing else. AArch64 has registers for 4 floats.
#pragma once

#include <math.h>
#include <stddef.h>

namespace ingot::backends::cpu_native {

/// The functions of vector_mathematics.hpp for each number of lanes, in the order of its names.
struct functions_by_lane {
    const void* functions[25];
};
const functions_by_lane& mathematics_of_4_lanes();
const functions_by_lane& mathematics_of_8_lanes();
const functions_by_lane& mathematics_of_16_lanes();

namespace {

template <typename Vector, float (*function)(float)>
Vector of_each_lane(Vector x) {
    for (size_t i = 0; i < sizeof(Vector) / sizeof(float); ++i) x[i] = function(x[i]);
    return x;
}

template <typename Vector, float (*function)(float, float)>
Vector of_each_pair(Vector x, Vector y) {
    for (size_t i = 0; i < sizeof(Vector) / sizeof(float); ++i) x[i] = function(x[i], y[i]);
    return x;
}

inline float power_of_ten_of_lane(float exponent) { return ::powf(10.0f, exponent); }

template <typename Vector, float (*function)(float)>
const void* one() {
    return reinterpret_cast<const void*>(&of_each_lane<Vector, function>);
}
template <typename Vector, float (*function)(float, float)>
const void* two() {
    return reinterpret_cast<const void*>(&of_each_pair<Vector, function>);
}

template <typename Vector>
functions_by_lane make_functions() {
    return {{one<Vector, ::acosf>(),
             one<Vector, ::acoshf>(),
             one<Vector, ::asinf>(),
             one<Vector, ::asinhf>(),
             one<Vector, ::atanf>(),
             two<Vector, ::atan2f>(),
             one<Vector, ::atanhf>(),
             one<Vector, ::cbrtf>(),
             one<Vector, ::cosf>(),
             one<Vector, ::coshf>(),
             one<Vector, ::erfcf>(),
             one<Vector, ::erff>(),
             one<Vector, &power_of_ten_of_lane>(),
             one<Vector, ::exp2f>(),
             one<Vector, ::expf>(),
             one<Vector, ::expm1f>(),
             two<Vector, ::hypotf>(),
             one<Vector, ::log10f>(),
             one<Vector, ::log1pf>(),
             one<Vector, ::log2f>(),
             two<Vector, ::powf>(),
             one<Vector, ::sinf>(),
             one<Vector, ::sinhf>(),
             one<Vector, ::tanf>(),
             one<Vector, ::tanhf>()}};
}

}  // namespace

}  // namespace ingot::backends::cpu_native
