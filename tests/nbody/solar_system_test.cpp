// A year of the solar system on the CPU debug device and on OpenCL. The initial bodies and the expected ones come from the
// same ephemeris.
#include <algorithm>
#include <cstdio>

#include "bodies_file.hpp"
#include "reference.hpp"

namespace ingot::samples {
namespace {

using solar_system_on = on_device;

INSTANTIATE_TEST_SUITE_P(nbody, solar_system_on, testing::Values(backend::cpu_debug, backend::opencl), backend_name);

TEST_P(solar_system_on, agrees_with_the_ephemeris_after_a_year) {
    if (!has_precision<double>()) GTEST_SKIP() << "the device has no double precision";
    const bodies initial = read_bodies(INGOT_ASSETS "/solar_system_j2000.csv", 100);
    const bodies expected = read_bodies(INGOT_ASSETS "/solar_system_j2001.csv", 100);
    constexpr uint64_t steps = 365'25 / 5 * 2;  // of 36 minutes each
    const step_settings settings {
        .method = integrator::leapfrog, .time_step = 365.25 / steps, .softening = 0.0, .damping = 1.0, .plan = tilings[0]};

    simulation<double> moving(simulation<double>::build(*device_), *queue_, initial);
    const double energy = moving.measure(0.0).energy();
    double largest_drift = 0.0;
    for (uint64_t i = 1; i <= steps; ++i) {
        moving.step(settings);
        if (i % (steps / 10) != 0) continue;
        largest_drift = std::max(largest_drift, std::abs(moving.measure(0.0).energy() / energy - 1.0));
    }
    bodies reached = initial;
    moving.read(reached);

    for (size_t i = 0; i < reached.count(); ++i) {
        const double distance = length(double3(reached.positions[i] - expected.positions[i]));
        std::printf("  %-8s %.2e au from the ephemeris\n", reached.names[i].c_str(), distance);
        EXPECT_LT(distance, 1e-4) << reached.names[i];
    }
    std::printf("  energy drift %.2e\n", largest_drift);
    EXPECT_LT(largest_drift, 1e-6);
}

}  // namespace
}  // namespace ingot::samples
