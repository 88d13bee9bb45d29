// The fluid of particles: the sorted grid against a scalar reference, a dam break against an experiment, and what is conserved.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <random>
#include <set>
#include <vector>

#include "every_device.hpp"
#include "neighbours.hpp"
#include "particle_flow.hpp"
#include "smoothing.hpp"
#undef kernel

namespace ingot::samples::particles {

namespace {

double distance(const float4& a, const float4& b) {
    return std::hypot(double {a.x} - b.x, double {a.y} - b.y, double {a.z} - b.z);
}

class flow : public ingot::testing::every_device {};

/// Particles at random places, some of them outside of the basin, which belong to the cells at its walls.
flow_state scattered(const fluid_basin& basin, uint32_t count) {
    std::mt19937 random(5);
    std::uniform_real_distribution<float> share(-0.1f, 1.1f);
    flow_state state;
    for (uint32_t i = 0; i < count; ++i)
        state.places.push_back({share(random) * basin.width, share(random) * basin.height, share(random) * basin.depth, 0.0f});
    state.velocities.resize(count);
    return state;
}

TEST_P(flow, sorts_particles_into_cells_as_a_scalar_program_does) {
    const device& device = device_;
    queue& queue = queue_;
    const fluid_basin basin = make_basin(1.0f, 0.6f, 0.5f, 0.05f);
    particle_flow fluid(device, queue, basin, scattered(basin, 1500));
    fluid.advance(queue, 1e-9);  // so short that no place changes its cell

    // The grid was made before the places were corrected; the cells follow from the keys alone.
    const auto cells = fluid.read_cells(queue);
    const auto starts = fluid.read_starts(queue);
    ASSERT_EQ(starts.size(), size_t {basin.columns} * basin.rows * basin.layers + 1);
    EXPECT_TRUE(std::ranges::is_sorted(cells));
    for (uint32_t cell = 0; cell + 1 < starts.size(); ++cell) {
        const auto before = static_cast<uint32_t>(std::ranges::lower_bound(cells, cell) - cells.begin());
        ASSERT_EQ(starts[cell], before) << "cell " << cell;
    }
    EXPECT_EQ(starts.back(), 1500U);
}

// The loop over cells finds every particle within the reach exactly once. The loop is a function of kernels that also runs here.
TEST(neighbours, are_those_of_a_search_through_all) {
    const fluid_basin basin = make_basin(1.0f, 0.6f, 0.5f, 0.05f);
    std::vector<float4> places = scattered(basin, 1500).places;
    const auto cell_of = [&](const float4& place) { return index_of(cell_at({place.x, place.y, place.z}, basin), basin); };
    std::ranges::sort(places, {}, cell_of);
    std::vector<uint32_t> starts;
    for (uint32_t cell = 0; cell <= basin.columns * basin.rows * basin.layers; ++cell)
        starts.push_back(static_cast<uint32_t>(std::ranges::lower_bound(places, cell, {}, cell_of) - places.begin()));
    for (size_t i = 0; i < places.size(); i += 7) {
        std::vector<uint32_t> visited;
        visit_neighbours(cell_at({places[i].x, places[i].y, places[i].z}, basin), buffer<const uint32_t>(starts.data()), basin,
                         [&](uint32_t other) { visited.push_back(other); });
        EXPECT_EQ(std::set(visited.begin(), visited.end()).size(), visited.size());
        for (uint32_t other = 0; other < places.size(); ++other)
            if (distance(places[i], places[other]) < basin.reach)
                ASSERT_NE(std::ranges::find(visited, other), visited.end()) << i << " and " << other;
    }
}

// The density that a wall adds is that of the half of space behind it, here by numerical integration.
TEST(smoothing, a_wall_has_the_integral_behind_it) {
    constexpr float reach = 0.3f;
    constexpr double step = 0.004;
    for (const float distance : {0.0f, 0.07f, 0.15f, 0.25f}) {
        double sum = 0.0;
        for (double z = distance + 0.5 * step; z < reach; z += step)
            for (double r = 0.5 * step; r < reach; r += step)
                sum += spiky(static_cast<float>(z * z + r * r), reach) * 2.0 * 3.14159265 * r * step * step;
        const wall_share wall = spiky_wall(distance, reach);
        EXPECT_NEAR(wall.density, sum, 2e-3) << distance;
        constexpr float change = 1e-3f;
        const float slope = (spiky_wall(distance + change, reach).density - wall.density) / change;
        EXPECT_NEAR(wall.slope, slope, 0.02f * std::abs(slope) + 0.02f) << distance;
    }
    EXPECT_EQ(spiky_wall(reach, reach).density, 0.0f);
    EXPECT_NEAR(spiky_wall(0.0f, reach).density, 0.5f, 1e-6f);
}

// Each place of the lists belongs to four neighbours of one particle.
TEST(neighbours, lists_do_not_overlap) {
    constexpr uint32_t particles = 21;
    std::set<size_t> places;
    for (uint32_t particle = 0; particle < particles; ++particle)
        for (uint32_t number = 0; number < list_capacity; number += 4)
            EXPECT_TRUE(places.insert(place_in_lists(particle, number)).second) << particle << ", " << number;
    EXPECT_LT(*places.rbegin(), lists_size(particles));
}

TEST(smoothing, kernels_have_integral_one) {
    constexpr double step = 0.005;
    double bell = 0.0;
    double spike = 0.0;
    for (double r = 0.5 * step; r < 1.0; r += step) {
        const auto squared = static_cast<float>(r * r);
        bell += poly6(squared, 1.0f) * 4.0 * 3.14159265 * r * r * step;
        spike += spiky(squared, 1.0f) * 4.0 * 3.14159265 * r * r * step;
    }
    EXPECT_NEAR(bell, 1.0, 1e-3);
    EXPECT_NEAR(spike, 1.0, 1e-3);
}

// Martin and Moyce, "An Experimental Study of the Collapse of Liquid Columns on a Rigid Horizontal Plane" (1952), figure 3: a
// column of width a = 2.25 inches and height 2a. The front z / a over the time t sqrt(2 g / a). The numbers are those that the
// program PySPH (pysph/examples/db_exp_data.py) has read from the figure. In the experiment the front is late at first, because
// the diaphragm that holds the water takes time to vanish.
TEST_P(flow, of_a_dam_break_has_the_front_of_the_experiment) {
    struct measured {
        double time;
        double front;
    };
    constexpr std::array<measured, 4> experiment {{{0.832, 1.217}, {1.219, 1.474}, {1.997, 2.292}, {2.547, 2.995}}};
    const device& device = device_;
    queue& queue = queue_;
    constexpr float a = 0.5f;
    const fluid_basin basin = make_basin(4.0f * a, 3.0f * a, 0.3f, a / 12.0f);
    particle_flow fluid(device, queue, basin, make_column(basin, a, 2.0f * a));
    double time = 0.0;
    for (const measured& each : experiment) {
        const double until = each.time / std::sqrt(2.0 * 9.81 / a);
        while (time < until) {
            const double step = std::min(1.0 / 60.0, until - time);
            fluid.advance(queue, step);
            time += step;
        }
        double front = 0.0;
        for (const float4& place : fluid.read(queue).places) front = std::max(front, double {place.x} + 0.5 * basin.spacing);
        RecordProperty("front", std::to_string(front / a));
        EXPECT_NEAR(front / a, each.front, 0.12 * each.front) << "at the time " << each.time;
    }
}

TEST_P(flow, keeps_all_particles_in_the_basin_and_gains_no_energy) {
    const device& device = device_;
    queue& queue = queue_;
    const fluid_basin basin = make_basin(1.0f, 0.8f, 0.3f, 0.05f);
    particle_flow fluid(device, queue, basin, make_column(basin, 0.4f, 0.5f));
    const auto energy = [&](const flow_state& state) {
        double sum = 0.0;
        for (size_t i = 0; i < state.places.size(); ++i) {
            const float4& v = state.velocities[i];
            sum += 0.5 * (double {v.x} * v.x + double {v.y} * v.y + double {v.z} * v.z) + 9.81 * state.places[i].y;
        }
        return sum / static_cast<double>(state.places.size());
    };
    const flow_state first = fluid.read(queue);
    for (int i = 0; i < 40; ++i) fluid.advance(queue, 1.0 / 60.0);
    const flow_state last = fluid.read(queue);
    ASSERT_EQ(last.places.size(), first.places.size());
    for (const float4& place : last.places) {
        ASSERT_TRUE(place.x > 0.0f && place.x < basin.width && place.y > 0.0f && place.y < basin.height && place.z > 0.0f &&
                    place.z < basin.depth);
    }
    EXPECT_LT(energy(last), energy(first) * 1.02);
    // The fluid is not compressed: its centre stays above that of the same volume spread over the floor.
    double height = 0.0;
    for (const float4& place : last.places) height += place.y / static_cast<double>(last.places.size());
    EXPECT_GT(height, 0.8 * 0.5 * 0.5 * 0.4);
}

TEST_P(flow, repeats_exactly_and_agrees_with_the_cpu_at_first) {
    const device& device = device_;
    const auto run = [](const ingot::device& on) {
        queue queue = on.create_queue();
        const fluid_basin basin = make_basin(1.0f, 0.8f, 0.2f, 0.05f);
        particle_flow fluid(on, queue, basin, make_column(basin, 0.4f, 0.5f));
        for (int i = 0; i < 3; ++i) fluid.advance(queue, 1.0 / 60.0);
        return fluid.read(queue);
    };
    const flow_state here = run(device);
    const flow_state again = run(device);
    for (size_t i = 0; i < here.places.size(); ++i) ASSERT_EQ(distance(here.places[i], again.places[i]), 0.0);
    // Rounding can change the order of particles that change their cells; the mean does not depend on it.
    const flow_state reference = run(find_device(backend::cpu_debug));
    const auto mean = [](const flow_state& state) {
        double sum = 0.0;
        for (const float4& place : state.places) sum += place.x + 2.0 * place.y + 4.0 * place.z;
        return sum / static_cast<double>(state.places.size());
    };
    EXPECT_NEAR(mean(here), mean(reference), 1e-4);
}

TEST(basin, with_too_many_cells_is_an_error) {
    EXPECT_THROW(make_basin(8.0f, 8.0f, 8.0f, 0.008f), error);
    EXPECT_NO_THROW(make_basin(8.0f, 8.0f, 8.0f, 0.02f));
}

// A column between two walls has only as many layers as there is room for, else they would push each other apart at once.
TEST(column, has_room_between_the_walls) {
    for (const float spacing : {0.05f, 0.052f, 0.048f, 0.0219f}) {
        const fluid_basin basin = make_basin(1.0f, 0.8f, 0.5f, spacing);
        const flow_state state = make_column(basin, 5.0f, 0.4f);
        for (const float4& place : state.places) {
            ASSERT_LE(place.x + 0.49f * spacing, basin.width) << spacing;
            ASSERT_LE(place.z + 0.49f * spacing, basin.depth) << spacing;
        }
        EXPECT_GT(state.places.back().x, basin.width - 1.51f * spacing);
        EXPECT_GT(state.places.back().z, basin.depth - 1.51f * spacing);
    }
}

/// The mean velocity.
std::array<double, 3> momentum(const flow_state& state) {
    std::array<double, 3> sum {};
    for (const float4& v : state.velocities) {
        sum[0] += double {v.x} / static_cast<double>(state.velocities.size());
        sum[1] += double {v.y} / static_cast<double>(state.velocities.size());
        sum[2] += double {v.z} / static_cast<double>(state.velocities.size());
    }
    return sum;
}

/// Moves a block of particles without gravity, far from the walls, and checks that their mean velocity stays. The block is denser
/// than at rest, so that it expands.
void expect_momentum_is_kept(const device& device, queue& queue, float closeness, bool overflows) {
    fluid_basin basin = make_basin(4.0f, 4.0f, 4.0f, 0.1f);
    basin.gravity = 0.0f;
    basin.viscosity = 0.0f;
    flow_state start;
    std::mt19937 random(7);
    std::uniform_real_distribution<float> place(-0.5f, 0.5f);
    for (int i = 0; i < 512; ++i)
        start.places.push_back(
            {2.0f + closeness * place(random), 2.0f + closeness * place(random), 2.0f + closeness * place(random), 1.0f});
    start.velocities.assign(start.places.size(), {0.3f, -0.2f, 0.1f, 0.0f});
    particle_flow fluid(device, queue, basin, start);
    fluid.advance(queue, 1.0 / 60.0);
    const auto found = fluid.read_found(queue);
    EXPECT_EQ(std::ranges::max(found) > list_capacity, overflows) << std::ranges::max(found);
    fluid.advance(queue, 1.0 / 60.0);
    const flow_state end = fluid.read(queue);
    double fastest = 0.0;
    for (const float4& v : end.velocities) fastest = std::max(fastest, std::hypot(v.x - 0.3, v.y + 0.2, v.z - 0.1));
    EXPECT_GT(fastest, 0.05) << "the block expands";
    const auto mean = momentum(end);
    EXPECT_NEAR(mean[0], 0.3, 1e-3 * fastest + 1e-4);
    EXPECT_NEAR(mean[1], -0.2, 1e-3 * fastest + 1e-4);
    EXPECT_NEAR(mean[2], 0.1, 1e-3 * fastest + 1e-4);
}

TEST_P(flow, keeps_its_momentum_without_gravity) { expect_momentum_is_kept(device_, queue_, 0.95f, false); }

// If a list that is too short lost neighbours, forces would not be those of pairs.
TEST_P(flow, keeps_its_momentum_where_lists_are_too_short) { expect_momentum_is_kept(device_, queue_, 0.35f, true); }

// The corrections of a step leave velocities of about what gravity adds in a step, 0.08 m/s here, and they do not grow.
TEST_P(flow, at_rest_has_the_density_of_water) {
    const fluid_basin basin = make_basin(0.5f, 0.8f, 0.4f, 0.05f);
    particle_flow fluid(device_, queue_, basin, make_column(basin, 0.5f, 0.4f));
    for (int i = 0; i < 60; ++i) fluid.advance(queue_, 1.0 / 60.0);
    const flow_state end = fluid.read(queue_);
    double inside_density = 0.0;
    double inside = 0.0;
    double squares = 0.0;
    for (size_t i = 0; i < end.places.size(); ++i) {
        const float4& place = end.places[i];
        const float4& v = end.velocities[i];
        EXPECT_LT(place.w, 1.06f) << i;
        squares += double {v.x} * v.x + double {v.y} * v.y + double {v.z} * v.z;
        if (place.y > 0.3f) continue;  // the surface has fewer neighbours
        inside_density += place.w;
        inside += 1.0;
    }
    EXPECT_NEAR(inside_density / inside, 1.0, 0.03);
    EXPECT_LT(std::sqrt(squares / static_cast<double>(end.places.size())), 0.12);
}

// Two particles at one place, and a push that is faster than the mouse can give, leave every number finite.
TEST_P(flow, stays_finite) {
    const fluid_basin basin = make_basin(0.8f, 0.6f, 0.3f, 0.05f);
    flow_state start = make_column(basin, 0.4f, 0.4f);
    start.places[1] = start.places[0];
    start.places[2] = start.places[0];
    start.velocities[5] = {60.0f, 60.0f, -60.0f, 0.0f};
    particle_flow fluid(device_, queue_, basin, start);
    for (int i = 0; i < 20; ++i) {
        fluid_basin& pushed = fluid.basin();
        pushed.push_x = 0.2f, pushed.push_y = 0.2f, pushed.push_z = -1.0f;
        pushed.pull_x = i % 2 == 0 ? 20.0f : -20.0f;
        pushed.push_radius = 0.3f;
        fluid.advance(queue_, 1.0 / 60.0);
    }
    const flow_state end = fluid.read(queue_);
    ASSERT_EQ(end.places.size(), start.places.size());
    for (size_t i = 0; i < end.places.size(); ++i)
        for (int axis = 0; axis < 4; ++axis) {
            ASSERT_TRUE(std::isfinite(end.places[i][axis])) << i;
            ASSERT_TRUE(std::isfinite(end.velocities[i][axis])) << i;
        }
}

TEST_P(flow, makes_foam_where_water_meets_and_little_where_it_rests) {
    const auto most_foam = [&](float width) {
        const fluid_basin basin = make_basin(0.6f, 0.8f, 0.3f, 0.04f);
        particle_flow fluid(device_, queue_, basin, make_column(basin, width, 0.4f));
        double most = 0.0;
        for (int i = 0; i < 40; ++i) {
            fluid.advance(queue_, 1.0 / 60.0);
            double mean = 0.0;
            const flow_state now = fluid.read(queue_);
            for (const float4& v : now.velocities) {
                EXPECT_GE(v.w, 0.0f);
                EXPECT_LE(v.w, 1.0f);
                mean += v.w / static_cast<double>(now.velocities.size());
            }
            most = std::max(most, mean);
        }
        return most;
    };
    const double falling = most_foam(0.25f);
    EXPECT_GT(falling, 0.05) << "a column that falls";
    EXPECT_LT(most_foam(0.6f), 0.25 * falling) << "a pool";
}

// The preset with a million particles, in a grid of the same size. Without a GPU it has fewer particles.
TEST_P(flow, steps_with_very_many_particles) {
    const bool has_gpu = device_.backend() == backend::cuda;
    const float spacing = std::cbrt(1.0f * 0.9f * 0.5f / (has_gpu ? 1e6f : 2e4f));
    const fluid_basin basin = make_basin(3.0f, 1.8f, 0.5f, spacing);
    const flow_state start = make_column(basin, 1.0f, 0.9f);
    EXPECT_GT(start.places.size(), has_gpu ? 950'000u : 19'000u);
    particle_flow fluid(device_, queue_, basin, start);
    fluid.advance(queue_, 1.0 / 60.0);
    const flow_state end = fluid.read(queue_);
    ASSERT_EQ(end.places.size(), start.places.size());
    double falling = 0.0;
    for (size_t i = 0; i < end.places.size(); ++i) {
        ASSERT_TRUE(std::isfinite(end.places[i].x + end.places[i].y + end.places[i].z)) << i;
        ASSERT_NEAR(end.places[i].w, 1.0f, 0.4f) << i;
        falling += end.velocities[i].y / static_cast<double>(end.places.size());
    }
    EXPECT_LT(falling, 0.0) << "the column falls";
    EXPECT_GT(falling, -9.81 / 60.0);
}

INGOT_TEST_ON_EVERY_DEVICE(flow);

}  // namespace

}  // namespace ingot::samples::particles
