// What goes over all pairs, in single precision: a step, one kernel for every tiling in the order of `tilings`, and potentials.
#include <ingot/kernel.hpp>

#include "all_pairs.hpp"

using namespace ingot;
using namespace ingot::samples;

kernel void advance_32x1(buffer<const float4> bodies, buffer<const float4> velocities, buffer<float4> moved,
                         buffer<float4> accelerated, param<nbody_step<float>> step) {
    advance<tilings[0]>(bodies, velocities, moved, accelerated, step);
}

kernel void advance_64x1(buffer<const float4> bodies, buffer<const float4> velocities, buffer<float4> moved,
                         buffer<float4> accelerated, param<nbody_step<float>> step) {
    advance<tilings[1]>(bodies, velocities, moved, accelerated, step);
}

kernel void advance_128x1(buffer<const float4> bodies, buffer<const float4> velocities, buffer<float4> moved,
                          buffer<float4> accelerated, param<nbody_step<float>> step) {
    advance<tilings[2]>(bodies, velocities, moved, accelerated, step);
}

kernel void advance_256x1(buffer<const float4> bodies, buffer<const float4> velocities, buffer<float4> moved,
                          buffer<float4> accelerated, param<nbody_step<float>> step) {
    advance<tilings[3]>(bodies, velocities, moved, accelerated, step);
}

kernel void advance_512x1(buffer<const float4> bodies, buffer<const float4> velocities, buffer<float4> moved,
                          buffer<float4> accelerated, param<nbody_step<float>> step) {
    advance<tilings[4]>(bodies, velocities, moved, accelerated, step);
}

kernel void advance_256x4(buffer<const float4> bodies, buffer<const float4> velocities, buffer<float4> moved,
                          buffer<float4> accelerated, param<nbody_step<float>> step) {
    advance<tilings[5]>(bodies, velocities, moved, accelerated, step);
}

kernel void advance_512x4(buffer<const float4> bodies, buffer<const float4> velocities, buffer<float4> moved,
                          buffer<float4> accelerated, param<nbody_step<float>> step) {
    advance<tilings[6]>(bodies, velocities, moved, accelerated, step);
}

kernel void advance_512x4_4(buffer<const float4> bodies, buffer<const float4> velocities, buffer<float4> moved,
                            buffer<float4> accelerated, param<nbody_step<float>> step) {
    advance<tilings[7]>(bodies, velocities, moved, accelerated, step);
}

kernel void advance_512x4_8(buffer<const float4> bodies, buffer<const float4> velocities, buffer<float4> moved,
                            buffer<float4> accelerated, param<nbody_step<float>> step) {
    advance<tilings[8]>(bodies, velocities, moved, accelerated, step);
}

kernel void advance_512x4_16(buffer<const float4> bodies, buffer<const float4> velocities, buffer<float4> moved,
                             buffer<float4> accelerated, param<nbody_step<float>> step) {
    advance<tilings[9]>(bodies, velocities, moved, accelerated, step);
}

kernel void advance_512x1_16(buffer<const float4> bodies, buffer<const float4> velocities, buffer<float4> moved,
                             buffer<float4> accelerated, param<nbody_step<float>> step) {
    advance<tilings[10]>(bodies, velocities, moved, accelerated, step);
}

kernel void measure_depths(buffer<const float4> bodies, buffer<float> depths, param<nbody_step<float>> step) {
    measure_depth(bodies, depths, step);
}
