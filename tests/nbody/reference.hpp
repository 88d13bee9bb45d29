// The same physics, written plainly in double precision on the host: what the kernels are held against.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <ingot/ingot.hpp>
#include <string>
#include <vector>

#include "simulation.hpp"

namespace ingot::samples {

inline double length(const double3& of) { return std::sqrt(dot(of, of)); }

inline void reference_step(bodies& of, const step_settings& settings) {
    const double gravity = gravitational_constant(of.units);
    const double before = settings.method == integrator::leapfrog ? settings.time_step / 2 : 0.0;
    for (size_t i = 0; i < of.count(); ++i) of.positions[i] += of.velocities[i] * before;
    for (size_t i = 0; i < of.count(); ++i) {
        double3 acceleration {};
        for (size_t j = 0; j < of.count(); ++j) {
            const double3 offset = of.positions[j] - of.positions[i];
            const double squared = dot(offset, offset) + settings.softening * settings.softening;
            if (squared > 0.0) acceleration += offset * (gravity * of.masses[j] / (squared * std::sqrt(squared)));
        }
        of.velocities[i] = (of.velocities[i] + acceleration * settings.time_step) * settings.damping;
    }
    for (size_t i = 0; i < of.count(); ++i) of.positions[i] += of.velocities[i] * (settings.time_step - before);
}

inline conserved reference_measure(const bodies& of, double softening) {
    conserved sum;
    for (size_t i = 0; i < of.count(); ++i) {
        sum.kinetic_energy += 0.5 * of.masses[i] * dot(of.velocities[i], of.velocities[i]);
        sum.momentum += of.velocities[i] * of.masses[i];
        for (size_t j = 0; j < i; ++j) {
            const double3 offset = of.positions[j] - of.positions[i];
            sum.potential_energy -= gravitational_constant(of.units) * of.masses[i] * of.masses[j] /
                                    std::sqrt(dot(offset, offset) + softening * softening);
        }
    }
    return sum;
}

/// The largest difference of any body's position or velocity, as a share of its own length in `right`.
inline double largest_difference(const bodies& left, const bodies& right) {
    double largest = 0.0;
    for (size_t i = 0; i < right.count(); ++i) {
        const double position = length(double3(left.positions[i] - right.positions[i])) / length(right.positions[i]);
        const double velocity = length(double3(left.velocities[i] - right.velocities[i])) / length(right.velocities[i]);
        if (!(position <= largest)) largest = position;  // a difference that is no number, too
        if (!(velocity <= largest)) largest = velocity;
    }
    return largest;
}

/// The devices that tests run on. An OpenCL device that is not here is a skip, with the driver's reason.
class on_device : public testing::TestWithParam<backend> {
protected:
    void SetUp() override {
        const auto listed = devices(GetParam());
        if (listed.empty() || !listed.front().device)
            GTEST_SKIP() << (listed.empty() ? "no such backend" : listed.front().unavailable);
        used.emplace(*listed.front().device);
        order.emplace(used->create_queue());
    }

    template <typename real>
    bool has_precision() const {
        return sizeof(real) == sizeof(float) || used->properties().has_double;
    }

    /// The bodies after some steps on the device.
    template <typename real>
    bodies run(const bodies& initial, const step_settings& settings, uint64_t steps) {
        simulation<real> moving(simulation<real>::build(*used), *order, initial);
        for (uint64_t i = 0; i < steps; ++i) moving.step(settings);
        bodies moved = initial;
        moving.read(moved);
        return moved;
    }

    std::optional<device> used;
    std::optional<queue> order;
};

inline std::string backend_name(const testing::TestParamInfo<backend>& of) {
    return of.param == backend::cpu_debug ? "cpu_debug" : std::string(to_string(of.param));
}

}  // namespace ingot::samples
