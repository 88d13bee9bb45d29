// Energy and momentum in single precision. Apart from the steps, because compensated sums must be calculated as they are written.
#include <ingot/kernel.hpp>

#include "all_pairs.hpp"

using namespace ingot;
using namespace ingot::samples;

kernel void measure_totals(buffer<const float4> bodies, buffer<const float4> velocities, buffer<nbody_totals<float>> totals,
                           param<nbody_step<float>> step) {
    measure(bodies, velocities, totals, step);
}
