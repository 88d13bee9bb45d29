// Whole flows against what is known about them.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "every_device.hpp"
#include "plane_flow.hpp"
#include "scenes.hpp"

namespace ingot::samples::fluid {
namespace {

constexpr float frame = 1.0f / 60.0f;

plane_grid basin(uint32_t width, uint32_t height) {
    return {.width = width, .height = height, .cell = 1.0f / static_cast<float>(height), .step = frame};
}

class flow : public testing::every_device {
protected:
    // One vortex that fills a square basin: u = sin(πx) cos(πy), v = -cos(πx) sin(πy).
    void begin_vortex(plane_flow& flow) {
        constexpr float pi = std::numbers::pi_v<float>;
        const plane_grid& grid = flow.grid();
        flow_state state = flow.read(queue_);
        for (uint32_t y = 0; y <= grid.height; ++y)
            for (uint32_t x = 0; x <= grid.width; ++x) {
                const float at_x = static_cast<float>(x) * grid.cell;
                const float at_y = static_cast<float>(y) * grid.cell;
                const float half = 0.5f * grid.cell;
                float2& face = state.faces[y * (grid.width + 1) + x];
                if (y < grid.height) face.x = std::sin(pi * at_x) * std::cos(pi * (at_y + half));
                if (x < grid.width) face.y = -std::cos(pi * (at_x + half)) * std::sin(pi * at_y);
            }
        for (uint32_t y = 0; y < grid.height; ++y)
            for (uint32_t x = 0; x < grid.width; ++x) {
                const float2 away {(static_cast<float>(x) + 0.5f) * grid.cell - 0.5f,
                                   (static_cast<float>(y) + 0.5f) * grid.cell - 0.7f};
                state.ink[y * grid.width + x].x = std::exp(-dot(away, away) / 0.01f);
            }
        flow.write(queue_, state);
    }

    flow_kernels kernels_ {device_};
};

// Taylor and Green's vortex keeps its shape, and viscosity ν takes its energy as exp(-4π² ν t). The projection after each
// transport takes energy too, in proportion to the step, so the step is short.
TEST_P(flow, of_taylor_and_green_decays_as_viscosity_says) {
    constexpr float viscosity = 0.01f;
    plane_grid grid = basin(32, 32);
    grid.step = 1.0f / 240.0f;
    plane_flow vortex(device_, queue_, grid);
    begin_vortex(vortex);
    const double before = vortex.measure(queue_, kernels_).energy;
    EXPECT_NEAR(before, 0.25, 1e-3);
    constexpr int steps = 80;
    for (int i = 0; i < steps; ++i) vortex.step(queue_, kernels_, {.viscosity = viscosity}, {});
    const double expected = std::exp(-4.0 * std::numbers::pi * std::numbers::pi * viscosity * steps * grid.step);
    const double found = vortex.measure(queue_, kernels_).energy / before;
    EXPECT_NEAR(found, expected, 0.02 * expected);
}

// Without viscosity, energy is lost only to errors: half a second takes 8 % with the semi-Lagrangian method. With MacCormack's
// correction it is half of that, which is what the projection takes.
TEST_P(flow, keeps_energy_and_ink) {
    double lost[2] {};
    for (const transport method : {transport::maccormack, transport::semi_lagrangian}) {
        plane_flow vortex(device_, queue_, basin(48, 48));
        begin_vortex(vortex);
        const flow_measures before = vortex.measure(queue_, kernels_);
        for (int i = 0; i < 30; ++i) vortex.step(queue_, kernels_, {.method = method, .cycles = 3}, {});
        const flow_measures after = vortex.measure(queue_, kernels_);
        lost[static_cast<int>(method)] = 1.0 - after.energy / before.energy;
        // Neither method conserves ink exactly.
        EXPECT_NEAR(after.ink[0] / before.ink[0], 1.0, method == transport::maccormack ? 0.012 : 0.02)
            << static_cast<int>(method);
        EXPECT_LT(after.divergence_after, 0.01);
    }
    EXPECT_LT(lost[0], 0.6 * lost[1]);
    EXPECT_LT(lost[0], 0.045);
    EXPECT_GT(lost[0], 0.0);
}

// The divergence that a step leaves, with the default number of V-cycles, stays below 3 % of what the emitters and forces make.
TEST_P(flow, is_free_of_divergence_with_two_cycles) {
    for (const scene each : {scene::ink, scene::smoke, scene::jets}) {
        const float width = 96.0f / 64.0f;
        const scene_setup setup = setup_of(each, width);
        plane_grid grid = basin(96, 64);
        grid.left = setup.left;
        grid.right = setup.right;
        grid.bottom = setup.bottom;
        grid.top = setup.top;
        plane_flow flow(device_, queue_, grid);
        for (const obstacle_stroke& stroke : setup.obstacles) flow.draw_obstacle(queue_, kernels_, stroke);
        for (int i = 0; i < 12; ++i)
            flow.step(queue_, kernels_, {.forces = {.confinement = 2.0f, .buoyancy = 2.0f}},
                      emitters_of(each, width, static_cast<double>(frame) * i, 1));
        const flow_measures measured = flow.measure(queue_, kernels_);
        EXPECT_GT(measured.divergence_before, 0.1);
        EXPECT_LT(measured.divergence_after, 0.03 * measured.divergence_before) << static_cast<int>(each);
        EXPECT_GT(measured.ink[0], 1e-3);
        EXPECT_GT(measured.fastest, 0.1);
    }
}

// Nothing flows into an obstacle, and no ink is in it.
TEST_P(flow, goes_around_obstacles) {
    plane_flow jet(device_, queue_, basin(64, 32));
    jet.draw_obstacle(queue_, kernels_, {.from = {1.0f, 0.3f}, .to = {1.0f, 0.7f}, .radius = 0.1f});
    const emitter source {.from = {0.3f, 0.5f},
                          .to = {0.4f, 0.5f},
                          .velocity = {1.5f, 0.0f},
                          .radius = 0.1f,
                          .ink_rate = 50.0f,
                          .push_rate = 50.0f,
                          .ink = {1.0f, 0.0f, 0.0f, 0.0f}};
    for (int i = 0; i < 30; ++i) jet.step(queue_, kernels_, {}, std::span(&source, 1));
    const flow_state state = jet.read(queue_);
    int solid = 0;
    for (uint32_t y = 0; y < 32; ++y)
        for (uint32_t x = 0; x < 64; ++x) {
            if (state.solid[y * 64 + x] == 0) continue;
            ++solid;
            EXPECT_EQ(state.faces[y * 65 + x].x, 0.0f);
            EXPECT_EQ(state.faces[y * 65 + x + 1].x, 0.0f);
            EXPECT_EQ(state.faces[y * 65 + x].y, 0.0f);
            EXPECT_EQ(state.faces[(y + 1) * 65 + x].y, 0.0f);
            EXPECT_EQ(state.ink[y * 64 + x].x, 0.0f);
        }
    EXPECT_GT(solid, 50);
    jet.draw_obstacle(queue_, kernels_, {.from = {1.0f, 0.3f}, .to = {1.0f, 0.7f}, .radius = 0.2f, .is_solid = 0});
    const flow_state after = jet.read(queue_);
    EXPECT_EQ(std::ranges::count(after.solid, 1u), 0);
}

// Devices round differently; after ten steps the difference is still small.
TEST_P(flow, is_the_same_on_every_device) {
    const auto run = [](const device& device) {
        queue queue = device.create_queue();
        const flow_kernels kernels(device);
        plane_flow flow(device, queue, basin(64, 48));
        flow.draw_obstacle(queue, kernels, {.from = {0.8f, 0.5f}, .to = {0.9f, 0.6f}, .radius = 0.08f});
        for (int i = 0; i < 10; ++i)
            flow.step(queue, kernels, {.forces = {.confinement = 1.0f}, .viscosity = 1e-4f},
                      emitters_of(scene::ink, 64.0f / 48.0f, static_cast<double>(frame) * i, 1));
        return flow.read(queue);
    };
    const flow_state reference = run(find_device(backend::cpu_debug));
    const flow_state found = run(device_);
    EXPECT_EQ(found.solid, reference.solid);
    float largest = 0.0f;
    for (size_t i = 0; i < found.faces.size(); ++i) {
        const float2 difference = found.faces[i] - reference.faces[i];
        largest = std::max({largest, std::abs(difference.x), std::abs(difference.y)});
    }
    EXPECT_LT(largest, 2e-3f) << "of speeds up to 1";
    largest = 0.0f;
    for (size_t i = 0; i < found.ink.size(); ++i) {
        const float4 difference = found.ink[i] - reference.ink[i];
        largest = std::max({largest, std::abs(difference.x), std::abs(difference.y), std::abs(difference.z)});
    }
    EXPECT_LT(largest, 2e-3f) << "of concentrations up to 1";
}

INGOT_TEST_ON_EVERY_DEVICE(flow);

// Vortices leave a cylinder with the frequency that the Strouhal number says: f d / U is 0.16 to 0.21 for Reynolds numbers of 80
// to 300 (Williamson 1996, "Vortex Dynamics in the Cylinder Wake"). Here the walls are near, which makes it a little larger.
TEST(vortex_street, has_the_strouhal_number) {
    const auto listings = devices(backend::opencl);
    if (listings.empty() || !listings.front().device) GTEST_SKIP() << "needs a device faster than CPU debug";
    const device device = *listings.front().device;
    queue queue = device.create_queue();
    const flow_kernels kernels(device);
    constexpr float speed = 0.8f;
    constexpr float diameter = 0.16f;
    constexpr float viscosity = 0.001f;  // a Reynolds number of 128
    plane_grid grid = basin(192, 96);
    grid.inflow = speed;
    grid.left = side::inflow;
    grid.right = side::open;
    plane_flow street(device, queue, grid);
    street.draw_obstacle(queue, kernels, {.from = {0.45f, 0.51f}, .to = {0.45f, 0.51f}, .radius = 0.5f * diameter});
    flow_state start = street.read(queue);
    for (float2& face : start.faces) face.x = speed;
    street.write(queue, start);

    // The speed across the wind, two diameters behind the cylinder.
    std::vector<float> across;
    constexpr int steps = 600;
    const uint32_t probe = 48 * (grid.width + 1) + static_cast<uint32_t>((0.45f + 2.0f * diameter) * 96.0f);
    for (int i = 0; i < steps; ++i) {
        street.step(queue, kernels, {.viscosity = viscosity}, {});
        std::vector<float2> one(1);
        street.faces().read(queue, one, probe);
        across.push_back(one.front().y);
    }
    // Count whole periods in the second half of the run.
    std::vector<int> rises;
    for (int i = steps / 2; i < steps; ++i)
        if (across[i - 1] < 0.0f && across[i] >= 0.0f) rises.push_back(i);
    ASSERT_GE(rises.size(), 3u) << "no vortices";
    const double period = static_cast<double>(frame) * (rises.back() - rises.front()) / static_cast<double>(rises.size() - 1);
    const double strouhal = diameter / (period * speed);
    RecordProperty("strouhal", ::testing::PrintToString(strouhal));
    EXPECT_GT(strouhal, 0.17);
    EXPECT_LT(strouhal, 0.25);
}

}  // namespace
}  // namespace ingot::samples::fluid
