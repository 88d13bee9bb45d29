// The N-body kernels in single precision: one instance of each for every tile size. A tile is as large as a work-group.
#include <ingot/kernel.hpp>

#include "all_pairs.hpp"

using namespace ingot;
using namespace ingot::samples;

kernel void advance_32(buffer<const float4> bodies, buffer<const float4> velocities, buffer<float4> moved,
                       buffer<float4> accelerated, param<nbody_step<float>> step) {
    advance<32>(bodies, velocities, moved, accelerated, step);
}

kernel void advance_64(buffer<const float4> bodies, buffer<const float4> velocities, buffer<float4> moved,
                       buffer<float4> accelerated, param<nbody_step<float>> step) {
    advance<64>(bodies, velocities, moved, accelerated, step);
}

kernel void advance_128(buffer<const float4> bodies, buffer<const float4> velocities, buffer<float4> moved,
                        buffer<float4> accelerated, param<nbody_step<float>> step) {
    advance<128>(bodies, velocities, moved, accelerated, step);
}

kernel void advance_256(buffer<const float4> bodies, buffer<const float4> velocities, buffer<float4> moved,
                        buffer<float4> accelerated, param<nbody_step<float>> step) {
    advance<256>(bodies, velocities, moved, accelerated, step);
}

kernel void advance_512(buffer<const float4> bodies, buffer<const float4> velocities, buffer<float4> moved,
                        buffer<float4> accelerated, param<nbody_step<float>> step) {
    advance<512>(bodies, velocities, moved, accelerated, step);
}

kernel void measure_totals(buffer<const float4> bodies, buffer<const float4> velocities, buffer<nbody_totals<float>> totals,
                           param<nbody_step<float>> step) {
    measure(bodies, velocities, totals, step);
}
