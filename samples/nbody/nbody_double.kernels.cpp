// A step of all bodies in double precision, a file of its own, since a device may have no doubles: one kernel for every tiling,
// in the order of `tilings`.
#include <ingot/kernel.hpp>

#include "all_pairs.hpp"

using namespace ingot;
using namespace ingot::samples;

kernel void advance_32x1(buffer<const double4> bodies, buffer<const double4> velocities, buffer<double4> moved,
                         buffer<double4> accelerated, param<nbody_step<double>> step) {
    advance<tilings[0]>(bodies, velocities, moved, accelerated, step);
}

kernel void advance_64x1(buffer<const double4> bodies, buffer<const double4> velocities, buffer<double4> moved,
                         buffer<double4> accelerated, param<nbody_step<double>> step) {
    advance<tilings[1]>(bodies, velocities, moved, accelerated, step);
}

kernel void advance_128x1(buffer<const double4> bodies, buffer<const double4> velocities, buffer<double4> moved,
                          buffer<double4> accelerated, param<nbody_step<double>> step) {
    advance<tilings[2]>(bodies, velocities, moved, accelerated, step);
}

kernel void advance_256x1(buffer<const double4> bodies, buffer<const double4> velocities, buffer<double4> moved,
                          buffer<double4> accelerated, param<nbody_step<double>> step) {
    advance<tilings[3]>(bodies, velocities, moved, accelerated, step);
}

kernel void advance_512x1(buffer<const double4> bodies, buffer<const double4> velocities, buffer<double4> moved,
                          buffer<double4> accelerated, param<nbody_step<double>> step) {
    advance<tilings[4]>(bodies, velocities, moved, accelerated, step);
}

kernel void advance_256x4(buffer<const double4> bodies, buffer<const double4> velocities, buffer<double4> moved,
                          buffer<double4> accelerated, param<nbody_step<double>> step) {
    advance<tilings[5]>(bodies, velocities, moved, accelerated, step);
}

kernel void advance_512x4(buffer<const double4> bodies, buffer<const double4> velocities, buffer<double4> moved,
                          buffer<double4> accelerated, param<nbody_step<double>> step) {
    advance<tilings[6]>(bodies, velocities, moved, accelerated, step);
}

kernel void advance_512x4_4(buffer<const double4> bodies, buffer<const double4> velocities, buffer<double4> moved,
                            buffer<double4> accelerated, param<nbody_step<double>> step) {
    advance<tilings[7]>(bodies, velocities, moved, accelerated, step);
}

kernel void advance_512x4_8(buffer<const double4> bodies, buffer<const double4> velocities, buffer<double4> moved,
                            buffer<double4> accelerated, param<nbody_step<double>> step) {
    advance<tilings[8]>(bodies, velocities, moved, accelerated, step);
}

kernel void advance_512x4_16(buffer<const double4> bodies, buffer<const double4> velocities, buffer<double4> moved,
                             buffer<double4> accelerated, param<nbody_step<double>> step) {
    advance<tilings[9]>(bodies, velocities, moved, accelerated, step);
}

kernel void advance_512x1_16(buffer<const double4> bodies, buffer<const double4> velocities, buffer<double4> moved,
                             buffer<double4> accelerated, param<nbody_step<double>> step) {
    advance<tilings[10]>(bodies, velocities, moved, accelerated, step);
}

kernel void measure_depths(buffer<const double4> bodies, buffer<double> depths, param<nbody_step<double>> step) {
    measure_depth(bodies, depths, step);
}

kernel void measure_totals(buffer<const double4> bodies, buffer<const double4> velocities, buffer<const double> depths,
                           buffer<nbody_totals<double>> totals) {
    measure(bodies, velocities, depths, totals);
}

kernel void place_points(buffer<const double4> bodies, buffer<const double4> velocities, buffer<float4> points,
                         param<uint32_t> count) {
    place(bodies, velocities, points, count);
}
