// What is read from the bodies, in single precision: energy, momentum, points to draw. Apart from the steps, because compensated
// sums must be calculated as they are written.
#include <ingot/kernel.hpp>

#include "all_pairs.hpp"

using namespace ingot;
using namespace ingot::samples;

kernel void measure_totals(buffer<const float4> bodies, buffer<const float4> velocities, buffer<const float> depths,
                           buffer<nbody_totals<float>> totals) {
    measure(bodies, velocities, depths, totals);
}

kernel void place_points(buffer<const float4> bodies, buffer<const float4> velocities, buffer<float4> points,
                         param<uint32_t> count) {
    place(bodies, velocities, points, count);
}
