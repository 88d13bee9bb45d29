// A step of all bodies in single precision: one kernel for every tile size. A tile is as large as a work-group.
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
