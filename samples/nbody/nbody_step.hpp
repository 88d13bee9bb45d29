// What the kernels and the host both know of a step.
#pragma once

#include <cstdint>
#include <ingot/language/vector.hpp>

namespace ingot::samples {

/// One step of the whole system: drift, kick, drift. Where the drift before the kick is zero this is the symplectic Euler method;
/// two halves of the time step make it the leapfrog. Both evaluate the forces once.
template <typename real>
struct nbody_step {
    uint32_t count = 0;  ///< bodies; the buffers hold more, up to whole tiles
    uint32_t first = 0;  ///< of the bodies that this launch moves
    uint32_t end = 0;    ///< behind the last of them
    real drift_before {};
    real kick {};
    real drift_after {};
    real softening_squared {};  ///< greater than zero, so that a body's pull on itself is finite, and so zero
    real damping {1};           ///< factor on the velocities
};

/// A sum that keeps what rounding would lose (Kahan 1965), so that a million terms can be added in single precision.
template <typename real>
struct compensated_sum {
    real sum {};
    real excess {};

    constexpr void add(real term) {
        const real corrected = term - excess;
        const real next = sum + corrected;
        excess = (next - sum) - corrected;
        sum = next;
    }
    constexpr void add(const compensated_sum& other) {
        add(other.sum);
        add(-other.excess);
    }
};

/// What gravity conserves, for the bodies of one work-group, times the gravitational constant.
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

/// Work-items of a group that measures totals.
inline constexpr uint32_t measure_group = 128;

}  // namespace ingot::samples
