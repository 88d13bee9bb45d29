// The pressure in space: against solutions that are known, with obstacles, and what it leaves of the divergence.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <random>
#include <vector>

#include "every_device.hpp"
#include "space_flow.hpp"
#include "space_pressure.hpp"

namespace ingot::samples::smoke {
namespace {

constexpr double pi = std::numbers::pi;

class pressure : public testing::every_device {
protected:
    static space_grid grid_of(uint32_t width, uint32_t height, uint32_t depth, side sides) {
        return {.width = width,
                .height = height,
                .depth = depth,
                .cell = 1.0f / static_cast<float>(height),
                .step = 1.0f / 60.0f,
                .left = sides,
                .right = sides,
                .bottom = sides,
                .top = sides,
                .near = sides,
                .far = sides};
    }
    /// Solves -∇²q = k² q, whose solution is a product of sines or cosines. Returns the root mean square of the error.
    double error_on(uint32_t size, side sides) {
        const space_grid grid = grid_of(size, size, size, sides);
        space_pressure solver(device_, grid);
        space_flow clear(device_, queue_, kernels_, grid);  // without obstacles
        solver.set_obstacles(queue_, kernels_, grid, clear.distances());
        const double h = 1.0 / size;
        const auto wave = [&](double waves, uint32_t cell) {
            const double angle = waves * pi * (cell + 0.5) * h;
            return sides == side::wall ? std::cos(angle) : std::sin(angle);
        };
        std::vector<double> exact;
        for (uint32_t z = 0; z < size; ++z)
            for (uint32_t y = 0; y < size; ++y)
                for (uint32_t x = 0; x < size; ++x) exact.push_back(wave(1.0, x) * wave(2.0, y) * wave(1.0, z));
        std::vector<float> rhs;
        for (const double each : exact) rhs.push_back(static_cast<float>(6.0 * pi * pi * h * h * each));
        solver.right_side().write(queue_, rhs);
        solver.pressure().zero(queue_);
        solver.solve(queue_, kernels_, 12);
        const std::vector<float> found = solver.pressure().read(queue_);
        double mean = 0.0;  // walls leave a constant undetermined
        for (size_t i = 0; i < found.size(); ++i) mean += (found[i] - exact[i]) / static_cast<double>(found.size());
        if (sides != side::wall) mean = 0.0;
        double sum = 0.0;
        for (size_t i = 0; i < found.size(); ++i) sum += std::pow(found[i] - exact[i] - mean, 2);
        return std::sqrt(sum / static_cast<double>(found.size()));
    }
    /// A velocity of random numbers.
    void write_random(space_flow& flow) {
        std::mt19937 random(7);
        std::uniform_real_distribution<float> speed(-1.0f, 1.0f);
        space_state state = flow.read(queue_);
        for (float& each : state.faces) each = speed(random);
        flow.write(queue_, state);
    }

    space_kernels kernels_ {device_};
};

// Twice as many cells in each direction give a quarter of the error.
TEST_P(pressure, converges_to_the_solution_with_second_order) {
    for (const side sides : {side::wall, side::open}) {
        const double coarse = error_on(16, sides);
        const double fine = error_on(32, sides);
        EXPECT_NEAR(std::log2(coarse / fine), 2.0, 0.2) << "errors " << coarse << ", " << fine;
        EXPECT_LT(fine, 4e-3);
    }
}

// Each V-cycle leaves at most a quarter of the residual, with walls, with open sides, in boxes of any shape, and with obstacles.
TEST_P(pressure, converges_quickly_with_obstacles) {
    struct setup {
        uint32_t width;
        uint32_t height;
        uint32_t depth;
        side sides;
        bool has_obstacles;
    };
    for (const setup& each : {setup {32, 32, 32, side::wall, false}, setup {48, 24, 16, side::open, false},
                              setup {32, 32, 32, side::wall, true}, setup {40, 32, 24, side::open, true}}) {
        space_flow flow(device_, queue_, kernels_, grid_of(each.width, each.height, each.depth, each.sides));
        write_random(flow);
        if (each.has_obstacles) {
            flow.draw_obstacle(queue_, kernels_, {.from = {0.3f, 0.4f, 0.4f}, .radius = 0.12f, .to = {0.6f, 0.5f, 0.4f}});
            flow.draw_obstacle(queue_, kernels_, {.from = {0.8f, 0.0f, 0.2f}, .radius = 0.06f, .to = {0.8f, 0.8f, 0.6f}});
        }
        flow.apply_forces(queue_, kernels_, {});  // stops the fluid at closed faces
        const space_state start = flow.read(queue_);
        std::vector<double> residuals;
        for (uint32_t cycles = 1; cycles <= 4; ++cycles) {
            flow.write(queue_, start);
            flow.project(queue_, kernels_, cycles);
            residuals.push_back(flow.measure(queue_, kernels_).residual);
        }
        RecordProperty("residuals", ::testing::PrintToString(residuals));
        EXPECT_LT(residuals[0], 0.25) << each.width << ' ' << each.has_obstacles;
        EXPECT_LT(std::pow(residuals[3] / residuals[0], 1.0 / 3.0), 0.25)
            << each.width << ' ' << each.has_obstacles << ' ' << ::testing::PrintToString(residuals);
    }
}

// What flows out of a cell after the projection is what the solver left of its equation, up to rounding.
TEST_P(pressure, leaves_as_much_divergence_as_the_residual_says) {
    space_flow flow(device_, queue_, kernels_, grid_of(32, 16, 24, side::wall));
    write_random(flow);
    flow.apply_forces(queue_, kernels_, {});
    flow.project(queue_, kernels_, 8);
    const flow_measures measured = flow.measure(queue_, kernels_);
    EXPECT_GT(measured.divergence_before, 10.0);
    EXPECT_LT(measured.divergence_after, 1e-4 * measured.divergence_before);
    EXPECT_NEAR(measured.divergence_after / measured.divergence_before, measured.residual, 2e-6);
}

TEST_P(pressure, rejects_grids_that_have_no_coarser_ones) {
    const std::string message = testing::error_message([&] { space_pressure(device_, grid_of(66, 50, 34, side::wall)); });
    EXPECT_NE(message.find("66 x 50 x 34"), std::string::npos) << message;
    EXPECT_NE(message.find("more than 4096"), std::string::npos) << message;
}

INGOT_TEST_ON_EVERY_DEVICE(pressure);

// The share of each face is kept in its own bits.
TEST(openness, is_packed_without_loss) {
    for (uint32_t face = 0; face < 6; ++face)
        for (uint32_t share = 0; share <= fully_open; ++share) {
            const uint32_t packed = packed_openness(face, share) | (0x3fffffffu & ~packed_openness(face, 31u));
            EXPECT_EQ(sixteenths_of(packed, face), share);
            EXPECT_EQ(open_share(packed, face), static_cast<float>(share) / 16.0f);
            EXPECT_EQ(sixteenths_of(packed, (face + 1) % 6), 31u);
        }
}

}  // namespace
}  // namespace ingot::samples::smoke
