// The simulation: bodies in the memory of one or several devices, and their motion.
#pragma once

#include <cmath>
#include <cstdint>
#include <ingot/ingot.hpp>
#include <limits>
#include <optional>
#include <vector>

#include "bodies.hpp"
#include "nbody.kernels.hpp"
#include "nbody_double.kernels.hpp"
#include "nbody_statistics.kernels.hpp"
#include "nbody_step.hpp"
#include "tiling_choice.hpp"

// <ingot/kernel.hpp> defines the macro `kernel`. Host code does not need the macro and may use the word as a name.
#undef kernel

namespace ingot::samples {

/// Returns the largest absolute value that the simulation accepts for a coordinate, a velocity or a gravitational parameter.
/// The sum of the squares of three such numbers of type `real` is then finite, with a margin.
template <typename real>
double largest_coordinate() {
    return std::sqrt(static_cast<double>(std::numeric_limits<real>::max())) / 16.0;
}

/// How a step moves the bodies (see nbody_step). `euler` is the symplectic Euler method, of first order: a kick, then a
/// drift. NVIDIA's sample and the thesis that docs/host-library.md names use it. `leapfrog` is of second order: a drift by
/// half a time step, a kick, and a drift by the other half.
enum class integrator { euler, leapfrog };

/// The parameters of a step.
struct step_settings {
    integrator method = integrator::leapfrog;
    double time_step = 0.01;
    double softening = 0.05;   ///< length below which gravity is softened; may be 0
    double damping = 1.0;      ///< factor on the velocities in each step
    tiling plan = tilings[3];  ///< one of `tilings`
};

/// What a part of a step did.
struct step_part {
    size_t bodies = 0;         ///< number of bodies that the first device moves in this part
    bool ends_a_step = false;  ///< whether all bodies have moved now
};

/// The quantities that gravity conserves, for all bodies.
struct conserved_quantities {
    double kinetic_energy = 0.0;
    double potential_energy = 0.0;
    double3 momentum {};
    double energy() const { return kinetic_energy + potential_energy; }
};

/// Floating-point operations of one interaction (section 4.2.2 of the thesis that docs/host-library.md names).
inline constexpr double operations_of_interaction = 19.0;

namespace detail {
/// The programs of one precision.
template <typename real>
struct nbody_kernels;
template <>
struct nbody_kernels<float> {
    explicit nbody_kernels(const device& device) : steps(device), measurements(device) {}

    nbody_program steps;
    nbody_statistics_program measurements;
};
template <>
struct nbody_kernels<double> {
    explicit nbody_kernels(const device& device) : steps(device), measurements(steps) {}

    nbody_double_program steps;
    nbody_double_program measurements;  ///< the same program as `steps`
};
}  // namespace detail

/// Bodies in single or double precision, on one device or divided among several. The queues must outlive the
/// simulation.
template <typename real>
class simulation {
public:
    using real4 = vector<real, 4>;
    using kernels = detail::nbody_kernels<real>;

    /// A device that takes part: its kernels and its queue.
    struct member {
        kernels program;
        queue* work_queue;
    };

    /// Builds the kernels. Throws error if the device does not support the precision.
    static kernels build(const device& device);

    /// Uploads the bodies to all members. Every member stores all bodies and moves an equal share of them. After each
    /// step the members exchange their shares. Throws error if a device has too little memory or a number is too large
    /// for the precision.
    simulation(std::vector<member> members, const bodies& initial);
    simulation(const kernels& program, queue& queue, const bodies& initial) : simulation({{program, &queue}}, initial) {}

    /// Enqueues one step, or what is left of a step that move_part() has begun.
    void step(const step_settings& settings);

    /// Enqueues a part of a step, which moves about `bodies` bodies on each device, at least one work-group for each of its
    /// compute units. The other functions see the bodies as they were before the step until its last part is enqueued. All parts
    /// have the settings of the first one.
    step_part move_part(const step_settings& settings, size_t bodies);

    /// Computes energy and momentum of the current bodies on the first device. Waits for the result.
    conserved_quantities measure(double softening);

    /// Reads positions and velocities from the first device into `bodies`. Waits for the result.
    void read(bodies& bodies) const;

    /// Enqueues a kernel on the first device that writes count() points for OpenGL: position in xyz, speed in w.
    void write_points(device_buffer<float4>& points) const;

    size_t count() const { return bodies_count_; }
    size_t devices() const { return parts_.size(); }

private:
    /// All bodies on one device, and the share that this device moves: from body `first` up to, but without, body `end`. Bodies
    /// without mass fill the buffers up to a multiple of `padding`. The w of a position is the gravitational parameter: the
    /// mass times the gravitational constant.
    struct device_part {
        device_part(member device_member, uint32_t first, uint32_t end, size_t padded);

        member owner;
        uint32_t first;
        uint32_t end;
        uint32_t moved = 0;  ///< bodies that have moved in the step that is under way, counted from `first`
        device_buffer<real4> position;
        device_buffer<real4> next_position;
        device_buffer<real4> velocity;
        device_buffer<real4> next_velocity;
    };

    nbody_step<real> step_for(double softening) const;
    void exchange_shares();

    size_t bodies_count_;
    double gravitational_constant_;
    double least_softening_squared_;
    std::optional<step_settings> under_way_;  ///< the settings of a step of which some parts are enqueued
    std::vector<device_part> parts_;
    device_buffer<real> potentials_;
    device_buffer<nbody_totals<real>> totals_;
};

extern template class simulation<float>;
extern template class simulation<double>;

}  // namespace ingot::samples
