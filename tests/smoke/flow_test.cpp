// Whole flows in space against what is known about them.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "every_device.hpp"
#include "smoke_scenes.hpp"
#include "space_flow.hpp"

namespace ingot::samples::smoke {
namespace {

constexpr float frame = 1.0f / 60.0f;

space_grid box_of(uint32_t width, uint32_t height, uint32_t depth) {
    return {.width = width, .height = height, .depth = depth, .cell = 1.0f / static_cast<float>(height), .step = frame};
}

void set_sides(space_grid& grid, const scene_setup& setup) {
    grid.left = setup.left;
    grid.right = setup.right;
    grid.bottom = setup.bottom;
    grid.top = setup.top;
    grid.near = setup.near;
    grid.far = setup.far;
}

class flow : public testing::every_device {
protected:
    // One vortex around the z axis that fills the box: u = sin(πx) cos(πy), v = -cos(πx) sin(πy), with a ball of smoke.
    void begin_vortex(space_flow& flow) {
        constexpr float pi = std::numbers::pi_v<float>;
        const space_grid& grid = flow.grid();
        space_state state = flow.read(queue_);
        for (uint32_t z = 0; z < grid.depth; ++z)
            for (uint32_t y = 0; y <= grid.height; ++y)
                for (uint32_t x = 0; x <= grid.width; ++x) {
                    const float at_x = static_cast<float>(x) * grid.cell;
                    const float at_y = static_cast<float>(y) * grid.cell;
                    const float half = 0.5f * grid.cell;
                    const uint32_t face = grid.face(x, y, z);
                    if (y < grid.height) state.faces[face] = std::sin(pi * at_x) * std::cos(pi * (at_y + half));
                    if (x < grid.width) state.faces[grid.faces() + face] = -std::cos(pi * (at_x + half)) * std::sin(pi * at_y);
                    if (x == grid.width || y == grid.height) continue;
                    const float3 away {at_x + half - 0.5f, at_y + half - 0.7f,
                                       (static_cast<float>(z) + 0.5f - 0.5f * static_cast<float>(grid.depth)) * grid.cell};
                    state.smoke[grid.index(x, y, z)].x = std::exp(-dot(away, away) / 0.015f);
                }
        flow.write(queue_, state);
    }
    double energy_after(space_flow& flow, float confinement, int steps) {
        for (int i = 0; i < steps; ++i) flow.step(queue_, kernels_, {.forces = {.confinement = confinement}, .cycles = 3}, {});
        return flow.measure(queue_, kernels_).energy;
    }

    space_kernels kernels_ {device_};
};

// The flow without emitters and forces stays exactly at rest, also around an obstacle.
TEST_P(flow, that_is_still_stays_still) {
    space_flow still(device_, queue_, kernels_, box_of(16, 16, 24));
    still.draw_obstacle(queue_, kernels_, {.from = {0.5f, 0.5f, 0.7f}, .radius = 0.2f, .to = {0.5f, 0.5f, 0.7f}});
    space_state state = still.read(queue_);
    for (size_t i = 0; i < state.smoke.size(); ++i)
        state.smoke[i].x = state.distances[i] < 0.0f ? 0.0f : static_cast<float>(i % 7);
    still.write(queue_, state);
    for (int i = 0; i < 5; ++i) still.step(queue_, kernels_, {.forces = {.confinement = 5.0f, .buoyancy = 3.0f}}, {});
    const space_state after = still.read(queue_);
    for (const float face : after.faces) ASSERT_EQ(face, 0.0f);
    for (size_t i = 0; i < state.smoke.size(); ++i) ASSERT_EQ(after.smoke[i].x, state.smoke[i].x) << i;
}

// Without forces, energy is lost only to errors, and MacCormack's correction loses less. Smoke is kept within 2 %.
TEST_P(flow, keeps_energy_and_smoke) {
    double lost[2] {};
    for (const transport method : {transport::maccormack, transport::semi_lagrangian}) {
        space_flow vortex(device_, queue_, kernels_, box_of(32, 32, 16));
        begin_vortex(vortex);
        const flow_measures before = vortex.measure(queue_, kernels_);
        EXPECT_NEAR(before.energy, 0.25 * 0.5, 2e-3);
        for (int i = 0; i < 15; ++i) vortex.step(queue_, kernels_, {.method = method, .cycles = 3}, {});
        const flow_measures after = vortex.measure(queue_, kernels_);
        lost[static_cast<int>(method)] = 1.0 - after.energy / before.energy;
        if (method == transport::maccormack) EXPECT_NEAR(after.ink[0] / before.ink[0], 1.0, 0.02);
        EXPECT_LT(after.divergence_after, 0.02);
    }
    EXPECT_LT(lost[0], 0.7 * lost[1]);
    EXPECT_LT(lost[0], 0.05);
    EXPECT_GT(lost[0], 0.0);
}

// Vorticity confinement gives energy to a vortex, but none to a flow that does not turn.
TEST_P(flow, gets_energy_by_confinement_only_where_it_turns) {
    space_flow plain(device_, queue_, kernels_, box_of(32, 32, 16));
    begin_vortex(plain);
    space_flow confined(device_, queue_, kernels_, box_of(32, 32, 16));
    begin_vortex(confined);
    EXPECT_GT(energy_after(confined, 10.0f, 6), 1.002 * energy_after(plain, 0.0f, 6));

    space_grid tunnel = box_of(24, 16, 16);
    tunnel.inflow = 0.7f;
    tunnel.left = side::inflow;
    tunnel.right = side::open;
    space_flow wind(device_, queue_, kernels_, tunnel);
    space_state state = wind.read(queue_);
    std::fill_n(state.faces.begin(), tunnel.faces(), 0.7f);
    wind.write(queue_, state);
    const double before = wind.measure(queue_, kernels_).energy;
    EXPECT_NEAR(energy_after(wind, 10.0f, 6), before, 1e-4 * before);
}

// The divergence that a step leaves, with the default number of V-cycles, stays below 4 % of what the emitters and forces make.
TEST_P(flow, is_free_of_divergence_with_two_cycles) {
    for (const scene each : {scene::plume, scene::sphere, scene::jets, scene::pillars}) {
        const box_size box {1.0f, 0.75f};
        const scene_setup setup = setup_of(each, box);
        space_grid grid = box_of(32, 32, 24);
        grid.inflow = 0.6f;
        set_sides(grid, setup);
        space_flow flow(device_, queue_, kernels_, grid);
        for (const obstacle_stroke& stroke : setup.obstacles) flow.draw_obstacle(queue_, kernels_, stroke);
        for (int i = 0; i < 8; ++i)
            flow.step(queue_, kernels_, {.forces = {.confinement = 2.0f, .buoyancy = 2.0f}},
                      emitters_of(each, box, static_cast<double>(frame) * i, 1));
        const flow_measures measured = flow.measure(queue_, kernels_);
        EXPECT_GT(measured.divergence_before, 0.03) << static_cast<int>(each);
        EXPECT_LT(measured.divergence_after, 0.04 * measured.divergence_before) << static_cast<int>(each);
        EXPECT_GT(measured.ink[0], 1e-4) << static_cast<int>(each);
        EXPECT_GT(measured.fastest, 0.05) << static_cast<int>(each);
    }
}

// Warm smoke rises, and heavy smoke sinks.
TEST_P(flow, rises_where_it_is_warm) {
    for (const float sign : {1.0f, -1.0f}) {
        space_flow flow(device_, queue_, kernels_, box_of(16, 24, 16));
        const emitter ball {.from = {0.333f, 0.5f, 0.333f},
                            .radius = 0.12f,
                            .to = {0.333f, 0.5f, 0.333f},
                            .smoke_rate = 50.0f,
                            .smoke = {1.0f, 0.0f, 0.0f, 1.0f}};
        const flow_forces forces {.buoyancy = sign > 0.0f ? 4.0f : 0.0f, .weight = sign > 0.0f ? 0.0f : 4.0f};
        for (int i = 0; i < 12; ++i) flow.step(queue_, kernels_, {.forces = forces}, std::span(&ball, i < 3 ? 1 : 0));
        const space_state state = flow.read(queue_);
        const space_grid& grid = flow.grid();
        EXPECT_GT(sign * state.faces[grid.faces() + grid.face(8, 12, 8)], 0.1f);
    }
}

// Nothing flows into an obstacle, and no smoke is in it.
TEST_P(flow, goes_around_obstacles) {
    space_flow jet(device_, queue_, kernels_, box_of(32, 16, 16));
    const space_grid& grid = jet.grid();
    const obstacle_stroke ball {.from = {1.0f, 0.5f, 0.5f}, .radius = 0.2f, .to = {1.0f, 0.6f, 0.5f}};
    jet.draw_obstacle(queue_, kernels_, ball);
    const emitter source {.from = {0.3f, 0.5f, 0.5f},
                          .radius = 0.12f,
                          .to = {0.4f, 0.5f, 0.5f},
                          .smoke_rate = 50.0f,
                          .velocity = {1.5f, 0.0f, 0.0f},
                          .push_rate = 50.0f,
                          .smoke = {1.0f, 0.0f, 0.0f, 0.0f}};
    for (int i = 0; i < 20; ++i) jet.step(queue_, kernels_, {.forces = {.confinement = 3.0f}}, std::span(&source, 1));
    const space_state state = jet.read(queue_);
    int solid = 0;
    for (uint32_t z = 0; z < grid.depth; ++z)
        for (uint32_t y = 0; y < grid.height; ++y)
            for (uint32_t x = 0; x < grid.width; ++x) {
                const float away_x = (static_cast<float>(x) + 0.5f) * grid.cell - 1.0f;
                const float at_y = (static_cast<float>(y) + 0.5f) * grid.cell;
                const float away_y = at_y - std::clamp(at_y, 0.5f, 0.6f);
                const float away_z = (static_cast<float>(z) + 0.5f) * grid.cell - 0.5f;
                const float distance = std::sqrt(away_x * away_x + away_y * away_y + away_z * away_z) - 0.2f;
                EXPECT_NEAR(state.distances[grid.index(x, y, z)], distance, 1e-5f);
                if (state.distances[grid.index(x, y, z)] >= 0.0f) continue;
                ++solid;
                const uint32_t face = grid.face(x, y, z);
                EXPECT_EQ(state.faces[face], 0.0f);
                EXPECT_EQ(state.faces[face + 1], 0.0f);
                EXPECT_EQ(state.faces[grid.faces() + face], 0.0f);
                EXPECT_EQ(state.faces[grid.faces() + face + grid.row()], 0.0f);
                EXPECT_EQ(state.faces[2 * grid.faces() + face], 0.0f);
                EXPECT_EQ(state.faces[2 * grid.faces() + face + grid.layer()], 0.0f);
                EXPECT_EQ(state.smoke[grid.index(x, y, z)].x, 0.0f);
            }
    EXPECT_GT(solid, 150);
    EXPECT_GT(jet.measure(queue_, kernels_).fastest, 0.5);
    obstacle_stroke eraser = ball;
    eraser.radius = 0.4f;
    eraser.is_solid = 0;
    jet.draw_obstacle(queue_, kernels_, eraser);
    EXPECT_EQ(std::ranges::count_if(jet.read(queue_).distances, [](float distance) { return distance < 0.0f; }), 0);
}

TEST_P(flow, rejects_what_does_not_fit) {
    space_flow small(device_, queue_, kernels_, box_of(16, 16, 16));
    space_flow other(device_, queue_, kernels_, box_of(16, 24, 16));
    EXPECT_NE(testing::error_message([&] { small.write(queue_, other.read(queue_)); }).find("16 x 16 x 16"), std::string::npos);
    EXPECT_FALSE(testing::error_message([&] { small.set_grid(other.grid()); }).empty());
    const std::vector<emitter> many(16);
    EXPECT_NE(testing::error_message([&] { small.step(queue_, kernels_, {}, many); }).find("16 emitters"), std::string::npos);
}

// Devices round differently; after six steps the difference is still small.
TEST_P(flow, is_the_same_on_every_device) {
    const auto run = [](const device& device) {
        queue queue = device.create_queue();
        const space_kernels kernels(device);
        const box_size box {1.0f, 1.0f};
        const scene_setup setup = setup_of(scene::sphere, box);
        space_grid grid = box_of(24, 24, 24);
        set_sides(grid, setup);
        space_flow flow(device, queue, kernels, grid);
        for (const obstacle_stroke& stroke : setup.obstacles) flow.draw_obstacle(queue, kernels, stroke);
        for (int i = 0; i < 6; ++i)
            flow.step(queue, kernels, {.forces = {.confinement = 2.0f, .buoyancy = 3.0f}},
                      emitters_of(scene::sphere, box, static_cast<double>(frame) * i, 1));
        return flow.read(queue);
    };
    const space_state reference = run(find_device(backend::cpu_debug));
    const space_state found = run(device_);
    float largest = 0.0f;
    for (size_t i = 0; i < found.faces.size(); ++i) largest = std::max(largest, std::abs(found.faces[i] - reference.faces[i]));
    EXPECT_LT(largest, 2e-3f) << "of speeds up to 1";
    largest = 0.0f;
    for (size_t i = 0; i < found.smoke.size(); ++i) {
        const float4 difference = found.smoke[i] - reference.smoke[i];
        largest = std::max({largest, std::abs(difference.x), std::abs(difference.y), std::abs(difference.w)});
    }
    EXPECT_LT(largest, 2e-3f) << "of concentrations up to 1";
}

INGOT_TEST_ON_EVERY_DEVICE(flow);

}  // namespace
}  // namespace ingot::samples::smoke
