// The kernels on the CPU debug device and on OpenCL, compared with the reference on the host.
#include <limits>
#include <numbers>
#include <string>

#include "reference.hpp"

namespace ingot::samples {
namespace {

class simulation_on : public on_device {
protected:
    // PoCL 6 compiles tilings of several bodies and slices wrongly in some runs (docs/building.md).
    bool may_be_compiled_wrongly(const tiling& plan) const {
        return plan.slices_per_tile > 1 && plan.bodies_per_item > 1 && device_->name().find("(PoCL 6.") != std::string::npos;
    }
};

INSTANTIATE_TEST_SUITE_P(nbody, simulation_on, testing::Values(backend::cpu_debug, backend::opencl), backend_name);

constexpr integrator methods[] = {integrator::euler, integrator::leapfrog};

TEST_P(simulation_on, moves_bodies_as_the_host_does_with_every_tiling_and_integrator) {
    // 301 is not a multiple of any tile size, so the last tile contains bodies without mass.
    const bodies initial = plummer_sphere(301, 1);
    for (const integrator method : methods) {
        for (const tiling& plan : tilings) {
            if (may_be_compiled_wrongly(plan)) continue;
            const step_settings settings {.method = method, .time_step = 0.01, .softening = 0.05, .damping = 0.99, .plan = plan};
            bodies expected = initial;
            for (int i = 0; i < 3; ++i) reference_step(expected, settings);
            EXPECT_LT(largest_difference(run<float>(initial, settings, 3), expected), 1e-5) << "float, " << name(plan);
            if (has_precision<double>()) {
                EXPECT_LT(largest_difference(run<double>(initial, settings, 3), expected), 1e-12) << "double, " << name(plan);
            }
        }
    }
}

// Several queues of one device stand for several devices: each moves its share of the bodies and receives the shares of the
// others.
TEST_P(simulation_on, shares_bodies_out_over_several_devices) {
    for (const size_t count : {301u, 3u, 1u}) {
        const bodies initial = plummer_sphere(count, 1);
        for (const size_t shares : {2u, 3u, 4u}) {
            const step_settings settings {.time_step = 0.01, .softening = 0.05, .plan = tilings[1]};
            std::vector<queue> queues;
            std::vector<simulation<float>::member> members;
            for (size_t i = 0; i < shares; ++i) queues.push_back(device_->create_queue());
            for (queue& each : queues) members.push_back({simulation<float>::build(*device_), &each});
            simulation<float> shared(std::move(members), initial);
            for (int i = 0; i < 3; ++i) shared.step(settings);
            bodies moved_bodies = initial;
            shared.read(moved_bodies);
            EXPECT_EQ(shared.devices(), shares);
            const bodies alone = run<float>(initial, settings, 3);
            for (size_t i = 0; i < count; ++i) {
                EXPECT_TRUE(all(moved_bodies.positions[i] == alone.positions[i])) << "body " << i << " on " << shares;
                EXPECT_TRUE(all(moved_bodies.velocities[i] == alone.velocities[i])) << "body " << i << " on " << shares;
            }
        }
    }
}

// A step in parts is the same step. Until its last part, the bodies are as they were before, and it ends with the settings with
// which it began.
TEST_P(simulation_on, moves_bodies_in_parts_as_in_one_step) {
    const bodies initial = plummer_sphere(5'000, 1);
    const step_settings settings {.time_step = 0.01, .softening = 0.05, .plan = tilings[1]};
    step_settings others = settings;
    others.time_step = 1.0;
    others.plan = tilings[3];
    const bodies whole = run<float>(initial, settings, 1);
    for (const size_t shares : {1u, 2u}) {
        std::vector<queue> queues;
        std::vector<simulation<float>::member> members;
        for (size_t i = 0; i < shares; ++i) queues.push_back(device_->create_queue());
        for (queue& each : queues) members.push_back({simulation<float>::build(*device_), &each});
        simulation<float> parts(std::move(members), initial);
        EXPECT_THROW(parts.move_part({.plan = {48, 1, 1, 1}}, 1), error);
        step_part last = parts.move_part(settings, 1);
        size_t count = 1;
        bodies read_bodies = initial;
        for (; !last.ends_a_step && count < 1'000; ++count) {
            EXPECT_GT(last.bodies, 0u);
            parts.read(read_bodies);
            EXPECT_TRUE(all(read_bodies.positions[0] == double3(float3(initial.positions[0]))));
            last = parts.move_part(others, 1);
        }
        // The fewest bodies of a part are a work-group for each compute unit.
        if (size_t {tilings[1].bodies_per_group()} * device_->properties().compute_units * shares < initial.count()) {
            EXPECT_GT(count, 1u);
        }
        parts.read(read_bodies);
        for (size_t i = 0; i < initial.count(); ++i) {
            ASSERT_TRUE(all(read_bodies.positions[i] == whole.positions[i])) << "body " << i;
            ASSERT_TRUE(all(read_bodies.velocities[i] == whole.velocities[i])) << "body " << i;
        }
    }
}

TEST_P(simulation_on, rejects_a_tiling_without_a_kernel) {
    EXPECT_THROW(run<float>(plummer_sphere(10, 1), {.plan = {48, 1, 1, 1}}, 1), error);
}

TEST_P(simulation_on, moves_one_body_straight_on) {
    bodies body;
    body.add(1.0, {1, 2, 3}, {0.5, 0, -0.25}, 0);
    for (const integrator method : methods) {
        const bodies moved_bodies = run<float>(body, {.method = method, .time_step = 0.5, .softening = 0.0}, 4);
        EXPECT_TRUE(all(moved_bodies.positions[0] == double3(2, 2, 2.5)));
        EXPECT_TRUE(all(moved_bodies.velocities[0] == double3(0.5, 0, -0.25)));
    }
}

void expect_no_pull_between_coincident(const bodies& moved_bodies) {
    // The first two bodies are in the same place and only the third one attracts them, so they stay together.
    EXPECT_TRUE(all(moved_bodies.positions[0] == moved_bodies.positions[1]));
    EXPECT_TRUE(all(moved_bodies.velocities[0] == moved_bodies.velocities[1]));
    EXPECT_GT(moved_bodies.velocities[0].x, 0.0);
    EXPECT_LT(moved_bodies.velocities[2].x, 0.0);
    for (const double3& velocity : moved_bodies.velocities) EXPECT_LT(length(velocity), 1.0);
}

TEST_P(simulation_on, without_softening_has_no_pull_of_a_body_on_itself_or_on_one_in_the_same_place) {
    bodies three;
    three.add(1.0, {0, 0, 0}, {}, 0);
    three.add(1.0, {0, 0, 0}, {}, 0);
    three.add(1e-3, {1, 0, 0}, {}, 0);
    const step_settings settings {.time_step = 0.01, .softening = 0.0, .plan = tilings[0]};
    expect_no_pull_between_coincident(run<float>(three, settings, 1));
    if (has_precision<double>()) expect_no_pull_between_coincident(run<double>(three, settings, 1));
}

TEST_P(simulation_on, without_softening_stays_finite_with_very_light_and_very_heavy_bodies) {
    for (const double mass : {0.0, 1e-30, 1e12}) {
        bodies two;
        two.add(mass, {0, 0, 0}, {1, 0, 0}, 0);
        two.add(mass, {1e6, 0, 0}, {0, 1, 0}, 0);
        const bodies moved_bodies = run<float>(two, {.time_step = 1e-3, .softening = 0.0, .plan = tilings[0]}, 2);
        for (size_t i = 0; i < 2; ++i)
            EXPECT_TRUE(std::isfinite(length(moved_bodies.positions[i])) && std::isfinite(length(moved_bodies.velocities[i])))
                << mass;
    }
}

TEST_P(simulation_on, conserves_momentum) {
    const bodies initial = plummer_sphere(500, 2);
    const step_settings settings {.time_step = 0.01, .softening = 0.02, .plan = tilings[1]};
    const double3 single = reference_measure(run<float>(initial, settings, 20), 0.02).momentum;
    EXPECT_LT(length(single), 1e-6);
    if (!has_precision<double>()) return;
    const double3 exact = reference_measure(run<double>(initial, settings, 20), 0.02).momentum;
    EXPECT_LT(length(exact), 1e-14);
}

template <typename real>
void expect_measured(const device& device, queue& queue, double bound) {
    // 1000 is not a multiple of the group size. The bodies have a common velocity, so that their momentum is not zero.
    bodies initial = plummer_sphere(1000, 3);
    for (double3& velocity : initial.velocities) velocity += double3 {1.0, -2.0, 0.5};
    simulation<real> still(simulation<real>::build(device), queue, initial);
    for (const double softening : {0.0, 0.1}) {
        const conserved_quantities expected = reference_measure(initial, softening);
        const conserved_quantities quantities = still.measure(softening);
        EXPECT_NEAR(quantities.kinetic_energy / expected.kinetic_energy, 1.0, bound);
        EXPECT_NEAR(quantities.potential_energy / expected.potential_energy, 1.0, bound);
        EXPECT_LT(length(double3(quantities.momentum - expected.momentum)), bound * length(expected.momentum));
    }
}

TEST_P(simulation_on, measures_energy_and_momentum) {
    expect_measured<float>(*device_, *queue_, 2e-6);
    if (has_precision<double>()) expect_measured<double>(*device_, *queue_, 1e-13);
}

TEST_P(simulation_on, measures_in_astronomical_units) {
    // Like the Sun and the Earth: 0.0172 au/d is the Earth's mean speed.
    bodies pair;
    pair.units = unit_system::astronomical;
    pair.add(1.0, {0, 0, 0}, {}, 0);
    pair.add(3e-6, {1, 0, 0}, {0, 0.0172, 0}, 0);
    simulation<float> still(simulation<float>::build(*device_), *queue_, pair);
    const conserved_quantities expected = reference_measure(pair, 0.0);
    const conserved_quantities quantities = still.measure(0.0);
    EXPECT_NEAR(quantities.energy() / expected.energy(), 1.0, 1e-5);
    EXPECT_NEAR(quantities.momentum.y / expected.momentum.y, 1.0, 1e-5);
}

TEST_P(simulation_on, rejects_what_single_precision_cannot_hold) {
    bodies far = plummer_sphere(3, 1);
    far.positions[1].y = 1e25;  // largest_coordinate<float>() is about 1e18
    try {
        run<float>(far, {}, 1);
        FAIL() << "no error";
    } catch (const error& caught) {
        EXPECT_STREQ(caught.what(), "body 2: its y is 1e+25, too large for single precision");
    }
    far.positions[1].y = std::numeric_limits<double>::quiet_NaN();
    EXPECT_THROW(run<float>(far, {}, 1), error);
}

// Returns the error of the first body's position after a quarter of the orbit of two equal bodies around each other.
double error_of_orbit(const bodies& moved_bodies) { return length(double3(moved_bodies.positions[0] - double3 {0.0, 0.5, 0.0})); }

TEST_P(simulation_on, has_integrators_of_first_and_second_order) {
    if (!has_precision<double>()) GTEST_SKIP() << "the device has no double precision";
    bodies pair;
    const double speed = std::sqrt(0.5);  // of circular orbits with radius 0.5 around the common centre
    pair.add(1.0, {0.5, 0, 0}, {0, speed, 0}, 0);
    pair.add(1.0, {-0.5, 0, 0}, {0, -speed, 0}, 0);
    const double quarter = 2.0 * std::numbers::pi * 0.5 / speed / 4.0;
    for (const integrator method : methods) {
        const auto error_with = [&](uint64_t steps) {
            const step_settings settings {
                .method = method, .time_step = quarter / static_cast<double>(steps), .softening = 0.0, .plan = tilings[0]};
            return error_of_orbit(run<double>(pair, settings, steps));
        };
        // Half of the time step reduces the error by the factor 2 to the power of the order.
        const double exponent = std::log2(error_with(100) / error_with(200));
        EXPECT_NEAR(exponent, method == integrator::euler ? 1.0 : 2.0, 0.1);
    }
}

}  // namespace
}  // namespace ingot::samples
