// Scalar functions at run time (thesis, Table 8).
//
// What <cmath> has is the standard's own function, here also by its name in this namespace; ingotc maps it to the device's.
#pragma once

#include <cmath>
#include <ingot/language/device_functions.hpp>

namespace ingot {

using std::fma;
using std::sqrt;

/// 1 / sqrt(value); infinity at 0. Devices differ from the exact value by at most 2 ULP (OpenCL C, table of relative errors).
inline float rsqrt(float value) {
#if defined(INGOT_DEVICE)
    return ingot_device_rsqrt_f32(value);
#else
    return 1.0f / std::sqrt(value);
#endif
}
inline double rsqrt(double value) {
#if defined(INGOT_DEVICE)
    return ingot_device_rsqrt_f64(value);
#else
    return 1.0 / std::sqrt(value);
#endif
}

}  // namespace ingot
