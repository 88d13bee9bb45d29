// A reference for the kernels: the same physics in double precision on the host, written as simply as possible.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <ingot/ingot.hpp>
#include <string>
#include <vector>

#include "simulation.hpp"

namespace ingot::samples {

inline double length(const double3& vector) { return std::sqrt(dot(vector, vector)); }

inline void reference_step(bodies& bodies, const step_settings& settings) {
    const double gravity = gravitational_constant(bodies.units);
    const double drift_before = settings.method == integrator::leapfrog ? settings.time_step / 2 : 0.0;
    for (size_t i = 0; i < bodies.count(); ++i) bodies.positions[i] += bodies.velocities[i] * drift_before;
    for (size_t i = 0; i < bodies.count(); ++i) {
        double3 acceleration {};
        for (size_t j = 0; j < bodies.count(); ++j) {
            const double3 offset = bodies.positions[j] - bodies.positions[i];
            const double squared = dot(offset, offset) + settings.softening * settings.softening;
            if (squared > 0.0) acceleration += offset * (gravity * bodies.masses[j] / (squared * std::sqrt(squared)));
        }
        bodies.velocities[i] = (bodies.velocities[i] + acceleration * settings.time_step) * settings.damping;
    }
    const double drift_after = settings.time_step - drift_before;
    for (size_t i = 0; i < bodies.count(); ++i) bodies.positions[i] += bodies.velocities[i] * drift_after;
}

inline conserved_quantities reference_measure(const bodies& bodies, double softening) {
    conserved_quantities sum;
    for (size_t i = 0; i < bodies.count(); ++i) {
        sum.kinetic_energy += 0.5 * bodies.masses[i] * dot(bodies.velocities[i], bodies.velocities[i]);
        sum.momentum += bodies.velocities[i] * bodies.masses[i];
        for (size_t j = 0; j < i; ++j) {
            const double3 offset = bodies.positions[j] - bodies.positions[i];
            sum.potential_energy -= gravitational_constant(bodies.units) * bodies.masses[i] * bodies.masses[j] /
                                    std::sqrt(dot(offset, offset) + softening * softening);
        }
    }
    return sum;
}

/// Returns the largest difference between the positions or velocities of a body in `left` and `right`, divided by the length
/// of that position or velocity in `right`.
inline double largest_difference(const bodies& left, const bodies& right) {
    double largest = 0.0;
    for (size_t i = 0; i < right.count(); ++i) {
        const double position = length(double3(left.positions[i] - right.positions[i])) / length(right.positions[i]);
        const double velocity = length(double3(left.velocities[i] - right.velocities[i])) / length(right.velocities[i]);
        if (!(position <= largest)) largest = position;  // also true if the difference is NaN
        if (!(velocity <= largest)) largest = velocity;
    }
    return largest;
}

/// A fixture with a device and a queue. Skips the test, with the driver's reason, if the device is not available.
class on_device : public testing::TestWithParam<backend> {
protected:
    void SetUp() override {
        const auto listings = devices(GetParam());
        if (listings.empty() || !listings.front().device)
            GTEST_SKIP() << (listings.empty() ? "no such backend" : listings.front().unavailable_reason);
        device_.emplace(*listings.front().device);
        queue_.emplace(device_->create_queue());
    }

    template <typename real>
    bool has_precision() const {
        return sizeof(real) == sizeof(float) || device_->properties().has_double;
    }

    /// Returns the bodies after some steps on the device.
    template <typename real>
    bodies run(const bodies& initial, const step_settings& settings, uint64_t steps) {
        simulation<real> moving(simulation<real>::build(*device_), *queue_, initial);
        for (uint64_t i = 0; i < steps; ++i) moving.step(settings);
        bodies moved_bodies = initial;
        moving.read(moved_bodies);
        return moved_bodies;
    }

    std::optional<device> device_;
    std::optional<queue> queue_;
};

inline std::string backend_name(const testing::TestParamInfo<backend>& test) {
    return test.param == backend::cpu_debug ? "cpu_debug" : std::string(to_string(test.param));
}

}  // namespace ingot::samples
