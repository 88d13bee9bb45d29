// Calls function number `function` (functions.hpp) on every element: work-item i writes its result for x[i], y[i] and z[i].
#include "functions.hpp"

#include <ingot/kernel.hpp>

using namespace ingot;

template <typename real>
static void write(uint32_t function, buffer<const real> x, buffer<const real> y, buffer<const real> z, buffer<real> results) {
    const uint32_t i = global_id.x;
    results[i] = testing::call(static_cast<testing::function>(function), x[i], y[i], z[i]);
}

kernel void call_on_float(buffer<const float> x, buffer<const float> y, buffer<const float> z, buffer<float> results,
                          param<uint32_t> function) {
    write(function, x, y, z, results);
}
kernel void call_on_double(buffer<const double> x, buffer<const double> y, buffer<const double> z, buffer<double> results,
                           param<uint32_t> function) {
    write(function, x, y, z, results);
}
kernel void call_on_half(buffer<const half> x, buffer<const half> y, buffer<const half> z, buffer<half> results,
                         param<uint32_t> function) {
    write(function, x, y, z, results);
}
