// The N-body kernels in double precision, a file of its own: a device may have no doubles: one instance of each for every tile
// size. A tile is as large as a work-group.
#include <ingot/kernel.hpp>

#include "all_pairs.hpp"

using namespace ingot;
using namespace ingot::samples;

kernel void advance_32(buffer<const double4> bodies, buffer<const double4> velocities, buffer<double4> moved,
                       buffer<double4> accelerated, param<nbody_step<double>> step) {
    advance<32>(bodies, velocities, moved, accelerated, step);
}

kernel void advance_64(buffer<const double4> bodies, buffer<const double4> velocities, buffer<double4> moved,
                       buffer<double4> accelerated, param<nbody_step<double>> step) {
    advance<64>(bodies, velocities, moved, accelerated, step);
}

kernel void advance_128(buffer<const double4> bodies, buffer<const double4> velocities, buffer<double4> moved,
                        buffer<double4> accelerated, param<nbody_step<double>> step) {
    advance<128>(bodies, velocities, moved, accelerated, step);
}

kernel void advance_256(buffer<const double4> bodies, buffer<const double4> velocities, buffer<double4> moved,
                        buffer<double4> accelerated, param<nbody_step<double>> step) {
    advance<256>(bodies, velocities, moved, accelerated, step);
}

kernel void advance_512(buffer<const double4> bodies, buffer<const double4> velocities, buffer<double4> moved,
                        buffer<double4> accelerated, param<nbody_step<double>> step) {
    advance<512>(bodies, velocities, moved, accelerated, step);
}

kernel void measure_totals(buffer<const double4> bodies, buffer<const double4> velocities, buffer<nbody_totals<double>> totals,
                           param<nbody_step<double>> step) {
    measure(bodies, velocities, totals, step);
}
