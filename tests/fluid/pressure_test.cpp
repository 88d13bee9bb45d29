// The pressure: against solutions that are known, with obstacles, and what it leaves of the divergence.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <random>
#include <vector>

#include "every_device.hpp"
#include "plane_flow.hpp"
#include "pressure_solver.hpp"

namespace ingot::samples::fluid {
namespace {

constexpr double pi = std::numbers::pi;

class pressure : public testing::every_device {
protected:
    static plane_grid grid_of(uint32_t width, uint32_t height, side sides) {
        return {.width = width,
                .height = height,
                .cell = 1.0f / static_cast<float>(height),
                .step = 1.0f / 60.0f,
                .left = sides,
                .right = sides,
                .bottom = sides,
                .top = sides};
    }
    /// Solves -∇²q = (kx² + ky²) q, whose solution is a product of sines or cosines. Returns the root mean square of the error.
    double error_on(uint32_t size, side sides) {
        const plane_grid grid = grid_of(size, size, sides);
        pressure_solver solver(device_, grid);
        device_buffer<uint32_t> solid(device_, grid.cells());
        solid.zero(queue_);
        solver.set_obstacles(queue_, kernels_, grid, solid);
        const double h = 1.0 / size;
        std::vector<double> exact;
        for (uint32_t y = 0; y < size; ++y)
            for (uint32_t x = 0; x < size; ++x) {
                const double angle_x = pi * (x + 0.5) * h;
                const double angle_y = 2.0 * pi * (y + 0.5) * h;
                exact.push_back(sides == side::wall ? std::cos(angle_x) * std::cos(angle_y)
                                                    : std::sin(angle_x) * std::sin(angle_y));
            }
        std::vector<float> rhs;
        for (const double each : exact) rhs.push_back(static_cast<float>(5.0 * pi * pi * h * h * each));
        solver.right_side().write(queue_, rhs);
        solver.pressure().zero(queue_);
        solver.solve(queue_, kernels_, 14);
        const std::vector<float> found = solver.pressure().read(queue_);
        double mean = 0.0;  // walls leave a constant undetermined
        for (size_t i = 0; i < found.size(); ++i) mean += (found[i] - exact[i]) / static_cast<double>(found.size());
        if (sides != side::wall) mean = 0.0;
        double sum = 0.0;
        for (size_t i = 0; i < found.size(); ++i) sum += std::pow(found[i] - exact[i] - mean, 2);
        return std::sqrt(sum / static_cast<double>(found.size()));
    }
    /// A velocity of random numbers.
    flow_state random_flow(const plane_grid& grid) {
        std::mt19937 random(7);
        std::uniform_real_distribution<float> speed(-1.0f, 1.0f);
        flow_state state {.faces = std::vector<float2>(grid.faces()),
                          .ink = std::vector<float4>(grid.cells()),
                          .pressure = std::vector<float>(grid.cells()),
                          .solid = std::vector<uint32_t>(grid.cells())};
        for (float2& each : state.faces) each = {speed(random), speed(random)};
        return state;
    }

    flow_kernels kernels_ {device_};
};

// Twice as many cells in each direction give a quarter of the error.
TEST_P(pressure, converges_to_the_solution_with_second_order) {
    for (const side sides : {side::wall, side::open}) {
        const double coarse = error_on(32, sides);
        const double fine = error_on(64, sides);
        EXPECT_NEAR(std::log2(coarse / fine), 2.0, 0.15) << "errors " << coarse << ", " << fine;
        EXPECT_LT(fine, 1.2e-3);
    }
}

// Each V-cycle leaves at most a fifth of the residual, with walls, with open sides, on grids that are not square, and with
// obstacles.
TEST_P(pressure, converges_quickly_with_obstacles) {
    struct setup {
        uint32_t width;
        uint32_t height;
        side sides;
        bool has_obstacles;
    };
    for (const setup& each : {setup {64, 64, side::wall, false}, setup {96, 48, side::open, false},
                              setup {64, 64, side::wall, true}, setup {112, 64, side::open, true}}) {
        const plane_grid grid = grid_of(each.width, each.height, each.sides);
        plane_flow flow(device_, queue_, grid);
        flow.write(queue_, random_flow(grid));
        if (each.has_obstacles) {
            flow.draw_obstacle(queue_, kernels_, {.from = {0.3f, 0.4f}, .to = {0.6f, 0.5f}, .radius = 0.07f});
            flow.draw_obstacle(queue_, kernels_, {.from = {0.75f, 0.2f}, .to = {0.75f, 0.8f}, .radius = 0.02f});
        }
        flow.apply_forces(queue_, kernels_, {});  // stops the fluid at closed faces
        const flow_state start = flow.read(queue_);
        std::vector<double> residuals;
        for (uint32_t cycles = 1; cycles <= 5; ++cycles) {
            flow.write(queue_, start);
            flow.project(queue_, kernels_, cycles);
            residuals.push_back(flow.measure(queue_, kernels_).residual);
        }
        RecordProperty("residuals", ::testing::PrintToString(residuals));
        EXPECT_LT(residuals[0], 0.25) << each.width << " x " << each.height << ' ' << each.has_obstacles;
        const double rate = std::pow(residuals[3] / residuals[0], 1.0 / 3.0);
        EXPECT_LT(rate, 0.2) << each.width << " x " << each.height << ' ' << each.has_obstacles << ' '
                             << ::testing::PrintToString(residuals);
    }
}

// What flows out of a cell after the projection is what the solver left of its equation, up to rounding.
TEST_P(pressure, leaves_as_much_divergence_as_the_residual_says) {
    const plane_grid grid = grid_of(64, 32, side::wall);
    plane_flow flow(device_, queue_, grid);
    flow.write(queue_, random_flow(grid));
    flow.apply_forces(queue_, kernels_, {});
    flow.project(queue_, kernels_, 8);
    const flow_measures measured = flow.measure(queue_, kernels_);
    EXPECT_GT(measured.divergence_before, 10.0);
    EXPECT_LT(measured.divergence_after, 1e-4 * measured.divergence_before);
    EXPECT_NEAR(measured.divergence_after / measured.divergence_before, measured.residual, 2e-6);
}

TEST_P(pressure, rejects_grids_that_have_no_coarser_ones) {
    EXPECT_NE(testing::error_message([&] { pressure_solver(device_, grid_of(24, 64, side::wall)); }).find("multiple of 16"),
              std::string::npos);
    EXPECT_NE(testing::error_message([&] { pressure_solver(device_, grid_of(4096, 16 * 127, side::wall)); }).find("4096 x 2032"),
              std::string::npos);
}

INGOT_TEST_ON_EVERY_DEVICE(pressure);

}  // namespace
}  // namespace ingot::samples::fluid
