// Bodies on a device, and their motion.
#pragma once

#include <cmath>
#include <cstdint>
#include <ingot/ingot.hpp>
#include <limits>
#include <vector>

#include "bodies.hpp"
#include "nbody.kernels.hpp"
#include "nbody_double.kernels.hpp"
#include "nbody_readings.kernels.hpp"
#include "nbody_step.hpp"
#include "tiling_choice.hpp"

// The language's one macro comes along with the kernels' headers; a host's file may use the word.
#undef kernel

namespace ingot::samples {

/// The largest coordinate of a `real` whose square, and the sum of three of them, is finite with room to spare.
template <typename real>
double largest_coordinate() {
    return std::sqrt(static_cast<double>(std::numeric_limits<real>::max())) / 16.0;
}

/// `euler` is the symplectic Euler method of NVIDIA's sample and the thesis, of first order; `leapfrog` drifts by half a step,
/// kicks and drifts by the other half, and is of second order.
enum class integrator { euler, leapfrog };

struct step_settings {
    integrator method = integrator::leapfrog;
    double time_step = 0.01;
    double softening = 0.05;   ///< length below which gravity is smoothed; may be 0
    double damping = 1.0;      ///< factor on the velocities in each step
    tiling plan = tilings[3];  ///< one of tilings
};

/// What gravity conserves.
struct conserved {
    double kinetic_energy = 0.0;
    double potential_energy = 0.0;
    double3 momentum {};
    double energy() const { return kinetic_energy + potential_energy; }
};

/// Floating point operations of one interaction (thesis, 4.2.2).
inline constexpr double operations_of_interaction = 19.0;

namespace detail {
template <typename real>
struct nbody_kernels;
template <>
struct nbody_kernels<float> {
    explicit nbody_kernels(const device& on) : steps(on), readings(on) {}

    nbody_program steps;
    nbody_readings_program readings;
};
template <>
struct nbody_kernels<double> {
    explicit nbody_kernels(const device& on) : steps(on), readings(steps) {}

    nbody_double_program steps;
    nbody_double_program readings;  ///< the same program
};
}  // namespace detail

/// Bodies in single or double precision, on one device or shared out over several. The queues must outlive it.
template <typename real>
class simulation {
public:
    using real4 = vector<real, 4>;
    using kernels = detail::nbody_kernels<real>;

    /// A device that takes part, by its kernels and a queue.
    struct member {
        kernels program;
        queue* order;
    };

    /// Builds the kernels. Throws error where the device has not the precision.
    static kernels build(const device& on);

    /// Throws error where a device lacks the memory, or the bodies do not fit the precision. Each member has all bodies, and
    /// moves an equal share of them; after each step it gets the others'.
    simulation(std::vector<member> members, const bodies& initial);
    simulation(const kernels& with, queue& in, const bodies& initial) : simulation({{with, &in}}, initial) {}

    /// Enqueues one step.
    void step(const step_settings& settings);

    /// Adds up energy and momentum now, on the first device. Waits.
    conserved measure(double softening);

    /// Replaces positions and velocities by those on the first device. Waits.
    void read(bodies& into) const;

    /// Enqueues what writes count() points for OpenGL on the first device: the position in xyz, the speed in w.
    void place_points(device_buffer<float4>& into) const;

    size_t count() const { return bodies_count; }
    size_t devices() const { return parts.size(); }

private:
    /// All bodies on one device, longer than count(), and the share that it moves. A position's w is the gravitational parameter.
    struct part {
        part(member with, uint32_t first, uint32_t end, size_t padded);

        member by;
        uint32_t first;
        uint32_t end;
        device_buffer<real4> position;
        device_buffer<real4> next_position;
        device_buffer<real4> velocity;
        device_buffer<real4> next_velocity;
    };

    nbody_step<real> begin(double softening) const;
    void exchange_shares();

    size_t bodies_count;
    double gravity;
    double least_softening_squared;
    std::vector<part> parts;
    device_buffer<real> depths;
    device_buffer<nbody_totals<real>> totals;
};

extern template class simulation<float>;
extern template class simulation<double>;

}  // namespace ingot::samples
