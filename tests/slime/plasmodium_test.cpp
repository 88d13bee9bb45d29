// A slime mould on every device: what is conserved, and what agents do.
#include "plasmodium.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <numeric>

#include "every_device.hpp"
#include "steering.hpp"

namespace ingot::samples::slime {
namespace {

constexpr uint32_t width = 96;
constexpr uint32_t height = 64;

agent_start start_of(uint32_t agents, uint32_t species = 1, start_shape shape = start_shape::plane) {
    return {.plane = make_plane(width, height, species, agents), .shape = shape, .radius = 20, .colonies = 6, .seed = 1};
}

/// A rule as that of the start preset.
agent_rule usual_rule(uint32_t step = 0) {
    return {.sensor_angle = 1u << 28,
            .sensor_distance = 9 * length_unit,
            .turn = 1u << 29,
            .wander = 1u << 27,
            .stride = length_unit,
            .deposit = trail_unit,
            .step = step,
            .seed = 2};
}

uint64_t sum_of(const std::vector<uint32_t>& values) { return std::accumulate(values.begin(), values.end(), uint64_t {0}); }

class mould : public testing::every_device {
protected:
    void take_steps(plasmodium& running, uint32_t steps, trail_rule trails = {.diffusion = 150, .decay = 400}) {
        for (uint32_t i = 0; i < steps; ++i)
            running.step(queue_, kernels_, {.others = -200, .chase = 100, .appetite = 60}, usual_rule(i), trails);
    }
    plasmodium_kernels kernels_ {device_};
};

TEST_P(mould, loses_no_deposit) {
    plasmodium running(device_, queue_, kernels_, start_of(5000, 3));
    for (uint32_t i = 0; i < 4; ++i) {
        running.mix_scents(queue_, kernels_, {});
        running.move_agents(queue_, kernels_, usual_rule(i));
    }
    const plasmodium_state state = running.read(queue_);
    EXPECT_EQ(sum_of(state.trails), uint64_t {4} * 5000 * trail_unit);
    // Each species leaves trails in its own plane.
    const auto plane = running.plane();
    for (uint32_t species = 0; species < 3; ++species) {
        const auto first = state.trails.begin() + plane.first_cell(species);
        const uint64_t agents = species < 2 ? plane.agents_each : 5000 - 2 * plane.agents_each;
        EXPECT_EQ(std::accumulate(first, first + plane.cells(), uint64_t {0}), 4 * agents * trail_unit) << species;
    }
}

// Trails that spread keep their sum exactly, whatever is rounded, and fade by the share of the decay.
TEST_P(mould, spreads_trails_without_a_loss) {
    plasmodium running(device_, queue_, kernels_, start_of(1000, 2));
    plasmodium_state state = running.read(queue_);
    for (uint32_t i = 0; i < state.trails.size(); ++i) state.trails[i] = mixed(i) >> (6 + i % 20);
    running.write(queue_, state);
    const uint64_t before = sum_of(state.trails);
    for (const uint32_t diffusion : {256u, 77u, 1u, 0u}) {
        running.spread_trails(queue_, kernels_, {.diffusion = diffusion, .decay = 0});
        EXPECT_EQ(sum_of(running.read(queue_).trails), before) << diffusion;
    }
    running.spread_trails(queue_, kernels_, {.diffusion = 200, .decay = share_unit / 8});
    EXPECT_NEAR(static_cast<double>(sum_of(running.read(queue_).trails)) / static_cast<double>(before), 0.875, 1e-6);
}

TEST_P(mould, spreads_a_trail_evenly_across_the_borders) {
    plasmodium running(device_, queue_, kernels_, start_of(1000));
    plasmodium_state state = running.read(queue_);
    constexpr uint32_t trail = 1600 * trail_unit;
    state.trails[0] = trail;
    running.write(queue_, state);
    running.spread_trails(queue_, kernels_, {.diffusion = 256, .decay = 0});
    const auto found = running.read(queue_).trails;
    const auto at = [&](uint32_t x, uint32_t y) { return found[y * width + x]; };
    EXPECT_EQ(at(0, 0), trail / 4);
    for (const uint32_t beside : {at(1, 0), at(width - 1, 0), at(0, 1), at(0, height - 1)}) EXPECT_EQ(beside, trail / 8);
    for (const uint32_t diagonal : {at(1, 1), at(width - 1, 1), at(1, height - 1), at(width - 1, height - 1)})
        EXPECT_EQ(diagonal, trail / 16);
}

TEST_P(mould, keeps_all_agents_in_the_plane) {
    for (const start_shape shape :
         {start_shape::plane, start_shape::disc, start_shape::ring, start_shape::colonies, start_shape::word}) {
        plasmodium running(device_, queue_, kernels_, start_of(3000, 2, shape));
        for (int round = 0; round < 2; ++round) {
            for (const int2& place : running.read(queue_).places) {
                ASSERT_TRUE(place.x >= 0 && place.x < static_cast<int32_t>(width) * cell_unit) << place.x;
                ASSERT_TRUE(place.y >= 0 && place.y < static_cast<int32_t>(height) * cell_unit) << place.y;
            }
            take_steps(running, 30);
        }
    }
}

// A disc is filled evenly: a quarter of the agents is within half of the radius.
TEST_P(mould, starts_in_the_shape_that_is_asked_for) {
    const auto share_within = [&](start_shape shape, double radius) {
        plasmodium running(device_, queue_, kernels_, start_of(20'000, 1, shape));
        const auto places = running.read(queue_).places;
        return static_cast<double>(std::ranges::count_if(places,
                                                         [&](const int2& place) {
                                                             return std::hypot(place.x / 65536.0 - width / 2.0,
                                                                               place.y / 65536.0 - height / 2.0) < radius;
                                                         })) /
               static_cast<double>(places.size());
    };
    EXPECT_EQ(share_within(start_shape::disc, 22.0), 1.0);
    EXPECT_NEAR(share_within(start_shape::disc, 10.0), 0.25, 0.03);
    EXPECT_EQ(share_within(start_shape::ring, 16.0), 0.0);
    EXPECT_EQ(share_within(start_shape::ring, 22.0), 1.0);
    EXPECT_NEAR(share_within(start_shape::plane, 20.0), 400.0 * 3.14159 / (width * height), 0.02);
}

// An agent finds food by the scent alone, and stays there.
TEST_P(mould, an_agent_follows_the_scent_of_food) {
    plasmodium running(device_, queue_, kernels_, start_of(1));
    plasmodium_state state = running.read(queue_);
    const float2 food {70.0f, 40.0f};
    for (uint32_t y = 0; y < height; ++y)
        for (uint32_t x = 0; x < width; ++x) {
            const double distance = std::hypot(x + 0.5 - food.x, y + 0.5 - food.y);
            state.food[y * width + x] = static_cast<int32_t>(food_unit * std::max(0.0, 1.0 - distance / 60.0));
        }
    state.places[0] = int2 {30 * cell_unit, 20 * cell_unit};
    state.headings[0] = 1u << 31;  // away from the food
    running.write(queue_, state);
    agent_rule rule = usual_rule();
    rule.deposit = 0;
    double farthest_at_the_end = 0.0;
    for (rule.step = 0; rule.step < 150; ++rule.step) {
        running.mix_scents(queue_, kernels_, {.appetite = 100});
        running.move_agents(queue_, kernels_, rule);
        const int2 place = running.read(queue_).places[0];
        if (rule.step < 120) continue;
        farthest_at_the_end = std::max(farthest_at_the_end, std::hypot(place.x / 65536.0 - food.x, place.y / 65536.0 - food.y));
    }
    EXPECT_LT(farthest_at_the_end, 16.0);
}

// Agents of one species gather on their own trail, and those of another, which avoids it, do not.
TEST_P(mould, species_avoid_the_trails_of_others) {
    plasmodium running(device_, queue_, kernels_, start_of(4000, 2));
    plasmodium_state state = running.read(queue_);
    const auto is_on_band = [](uint32_t y) { return y >= 24 && y < 40; };
    for (uint32_t y = 0; y < height; ++y)
        for (uint32_t x = 0; x < width; ++x)
            if (is_on_band(y)) state.trails[y * width + x] = 500 * trail_unit;
    running.write(queue_, state);
    agent_rule rule = usual_rule();
    rule.deposit = 0;
    for (rule.step = 0; rule.step < 40; ++rule.step) {
        running.mix_scents(queue_, kernels_, {.others = -256});
        running.move_agents(queue_, kernels_, rule);
    }
    std::array<double, 2> on_band {};
    const auto places = running.read(queue_).places;
    for (uint32_t agent = 0; agent < places.size(); ++agent)
        if (is_on_band(static_cast<uint32_t>(places[agent].y / cell_unit)))
            on_band[running.plane().species_of(agent)] += 1.0 / 2000.0;
    EXPECT_GT(on_band[0], 0.5) << "a quarter of the plane";
    EXPECT_LT(on_band[1], 0.12);
}

// The trails, which are even at first, gather in a small part of the plane.
TEST_P(mould, agents_become_veins) {
    plasmodium running(device_, queue_, kernels_, start_of(4000));
    const auto share_of_strongest_tenth = [&] {
        auto trails = running.read(queue_).trails;
        std::ranges::sort(trails, std::greater());
        const auto tenth = trails.begin() + static_cast<int>(trails.size() / 10);
        return static_cast<double>(std::accumulate(trails.begin(), tenth, uint64_t {0})) / static_cast<double>(sum_of(trails));
    };
    take_steps(running, 3);
    EXPECT_LT(share_of_strongest_tenth(), 0.3);
    take_steps(running, 80);
    EXPECT_GT(share_of_strongest_tenth(), 0.4);
}

TEST_P(mould, the_brush_leaves_food_across_the_borders) {
    plasmodium running(device_, queue_, kernels_, start_of(1000));
    running.touch_food(queue_, kernels_, brush_kind::food, {0.5f, 0.5f}, 6.0f);
    auto food = running.read(queue_).food;
    EXPECT_NEAR(food[0], food_unit, food_unit / 50);
    EXPECT_GT(food[(height - 1) * width + width - 1], food_unit / 2) << "beyond the corner";
    EXPECT_EQ(food[7 * width + 7], 0);
    running.touch_food(queue_, kernels_, brush_kind::repellent, {-0.5f, 0.5f}, 6.0f);
    food = running.read(queue_).food;
    EXPECT_LT(food[width - 1], -food_unit / 2);
    EXPECT_NEAR(food[5], 0, food_unit / 4) << "the rest of the food";
    running.touch_food(queue_, kernels_, brush_kind::eraser, {0.5f, 0.5f}, 20.0f);
    EXPECT_TRUE(std::ranges::all_of(running.read(queue_).food, [](int32_t each) { return each == 0; }));
}

TEST_P(mould, measures_its_trails) {
    plasmodium running(device_, queue_, kernels_, start_of(1000));
    plasmodium_state state = running.read(queue_);
    for (uint32_t i = 0; i < width * height / 4; ++i) state.trails[i] = 40'000 * trail_unit;
    running.write(queue_, state);
    const trail_measures found = running.measure(queue_, kernels_);
    EXPECT_DOUBLE_EQ(found.trail, 10'000.0);
    EXPECT_DOUBLE_EQ(found.covered, 0.25);
}

// Every number of the state is whole, and sums do not depend on their order.
TEST_P(mould, computes_the_same_as_the_cpu_debug_device) {
    const auto computed_on = [](const device& on) {
        queue queue = on.create_queue();
        const plasmodium_kernels kernels(on);
        plasmodium running(on, queue, kernels, start_of(6000, 3, start_shape::colonies));
        running.touch_food(queue, kernels, brush_kind::food, {50.0f, 30.0f}, 9.0f);
        for (uint32_t i = 0; i < 25; ++i)
            running.step(queue, kernels, {.others = -200, .chase = 300, .appetite = 60}, usual_rule(i),
                         {.diffusion = 150, .decay = 400});
        return running.read(queue);
    };
    const plasmodium_state expected = computed_on(find_device(backend::cpu_debug));
    const plasmodium_state found = computed_on(device_);
    EXPECT_TRUE(std::ranges::equal(found.places, expected.places, [](const int2& a, const int2& b) { return all(a == b); }));
    EXPECT_EQ(found.headings, expected.headings);
    EXPECT_EQ(found.trails, expected.trails);
    EXPECT_EQ(found.memory, expected.memory);
    EXPECT_EQ(found.food, expected.food);
}

TEST_P(mould, takes_no_state_of_another_size) {
    plasmodium running(device_, queue_, kernels_, start_of(1000));
    plasmodium_state state = running.read(queue_);
    state.headings.pop_back();
    EXPECT_THROW(running.write(queue_, state), error);
}

INGOT_TEST_ON_EVERY_DEVICE(mould);

}  // namespace
}  // namespace ingot::samples::slime
