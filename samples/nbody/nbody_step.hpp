// The data that the kernels and the host share: the parameters of a step, and sums of energy and momentum.
#pragma once

#include <cstdint>
#include <ingot/language/vector.hpp>

namespace ingot::samples {

/// The parameters of one step: a drift, a kick and a drift. A drift moves the positions, a kick changes the velocities. With
/// drift_before = 0 this is the symplectic Euler method. With half the time step in each drift it is the leapfrog method.
/// Both methods evaluate the forces once.
template <typename real>
struct nbody_step {
    uint32_t count = 0;         ///< number of bodies; the buffers may be longer: bodies without mass fill the last tile
    uint32_t first = 0;         ///< the first body that this launch moves
    uint32_t end = 0;           ///< one past the last body that this launch moves
    real drift_before {};       ///< time of the first drift
    real kick {};               ///< time of the kick
    real drift_after {};        ///< time of the second drift
    real softening_squared {};  ///< greater than 0, so that a body's acceleration by itself is finite and hence 0
    real damping {1};           ///< factor on the velocities in each step
};

/// A sum with compensation of rounding errors (Kahan 1965), so that a million terms can be added in single precision. The
/// members have no initialisers, because variables in local memory cannot have any; `compensated_sum<real> sum {}` starts at 0.
template <typename real>
struct compensated_sum {
    real sum;
    real compensation;

    constexpr void add(real term) {
        const real corrected = term - compensation;
        const real next = sum + corrected;
        compensation = (next - sum) - corrected;
        sum = next;
    }
    constexpr void add(const compensated_sum& other) {
        add(other.sum);
        add(-other.compensation);
    }
};

/// Energy and momentum of the bodies of one work-group, multiplied by the gravitational constant.
template <typename real>
struct nbody_totals {
    compensated_sum<real> kinetic;
    compensated_sum<real> potential;
    compensated_sum<real> momentum_x;
    compensated_sum<real> momentum_y;
    compensated_sum<real> momentum_z;

    constexpr void add(const nbody_totals& other) {
        kinetic.add(other.kinetic);
        potential.add(other.potential);
        momentum_x.add(other.momentum_x);
        momentum_y.add(other.momentum_y);
        momentum_z.add(other.momentum_z);
    }
};

/// Number of work-items per group in measure_depths() and measure_totals().
inline constexpr uint32_t measurement_local_size = 128;

}  // namespace ingot::samples
