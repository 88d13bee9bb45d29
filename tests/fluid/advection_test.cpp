// Transport: the order of its error, and that it keeps ink within bounds.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "every_device.hpp"
#include "plane_flow.hpp"

namespace ingot::samples::fluid {
namespace {

class advection : public testing::every_device {
protected:
    /// Turns a blob of ink by a quarter around the middle of the basin, in steps of about 1.5 cells, and returns the mean error.
    double error_of(uint32_t size, transport method) {
        constexpr double turn_rate = 2.0;  // radians a second
        const uint32_t steps = size / 2;
        const double seconds = 0.5 * std::numbers::pi / turn_rate;
        const plane_grid grid {
            .width = size, .height = size, .cell = 1.0f / static_cast<float>(size), .step = static_cast<float>(seconds / steps)};
        plane_flow flow(device_, queue_, grid);
        flow_state state = flow.read(queue_);
        const double h = 1.0 / size;
        for (uint32_t y = 0; y <= size; ++y)
            for (uint32_t x = 0; x <= size; ++x)
                state.faces[y * (size + 1) + x] = {static_cast<float>(-turn_rate * ((y + 0.5) * h - 0.5)),
                                                   static_cast<float>(turn_rate * ((x + 0.5) * h - 0.5))};
        const auto blob = [&](double middle_x, double middle_y, uint32_t x, uint32_t y) {
            const double squared = std::pow((x + 0.5) * h - middle_x, 2) + std::pow((y + 0.5) * h - middle_y, 2);
            return std::exp(-squared / (0.1 * 0.1));
        };
        for (uint32_t y = 0; y < size; ++y)
            for (uint32_t x = 0; x < size; ++x) state.ink[y * size + x].x = static_cast<float>(blob(0.7, 0.5, x, y));
        flow.write(queue_, state);
        for (uint32_t i = 0; i < steps; ++i) flow.move_ink(queue_, kernels_, method);
        const std::vector<float4> ink = flow.ink().read(queue_);
        double sum = 0.0;
        for (uint32_t y = 0; y < size; ++y)
            for (uint32_t x = 0; x < size; ++x) sum += std::abs(ink[y * size + x].x - blob(0.5, 0.7, x, y));
        return sum * h * h;
    }

    flow_kernels kernels_ {device_};
};

TEST_P(advection, is_of_first_order_and_with_maccormack_of_second) {
    const double linear_order = std::log2(error_of(32, transport::semi_lagrangian) / error_of(64, transport::semi_lagrangian));
    const double coarse = error_of(32, transport::maccormack);
    const double fine = error_of(64, transport::maccormack);
    EXPECT_GT(linear_order, 0.6);
    EXPECT_LT(linear_order, 1.25);
    EXPECT_GT(std::log2(coarse / fine), 1.75) << "errors " << coarse << ", " << fine;
    EXPECT_LT(fine, 0.25 * error_of(64, transport::semi_lagrangian));
}

// A step function stays within its values: MacCormack's correction alone would overshoot.
TEST_P(advection, makes_no_values_that_were_not_there) {
    const plane_grid grid {.width = 48, .height = 32, .cell = 1.0f / 32.0f, .step = 1.0f / 60.0f};
    plane_flow flow(device_, queue_, grid);
    flow_state state = flow.read(queue_);
    for (uint32_t y = 0; y < 32; ++y)
        for (uint32_t x = 0; x < 48; ++x) state.ink[y * 48 + x].y = x > 10 && x < 20 && y > 8 && y < 24 ? 1.0f : 0.0f;
    for (uint32_t y = 0; y <= 32; ++y)
        for (uint32_t x = 0; x <= 48; ++x)
            state.faces[y * 49 + x] = {1.3f + std::sin(0.3f * static_cast<float>(y)), std::cos(0.4f * static_cast<float>(x))};
    flow.write(queue_, state);
    for (int i = 0; i < 10; ++i) flow.move_ink(queue_, kernels_, transport::maccormack);
    for (const float4& each : flow.ink().read(queue_)) {
        EXPECT_GE(each.y, 0.0f);
        EXPECT_LE(each.y, 1.0f);
    }
}

// Ink leaves through an open side, and none comes in.
TEST_P(advection, lets_ink_leave_through_open_sides) {
    const plane_grid grid {.width = 32,
                           .height = 16,
                           .cell = 1.0f / 16.0f,
                           .step = 1.0f / 30.0f,
                           .inflow = 1.0f,
                           .left = side::inflow,
                           .right = side::open};
    plane_flow flow(device_, queue_, grid);
    flow_state state = flow.read(queue_);
    std::ranges::fill(state.faces, float2(1.0f, 0.0f));
    std::ranges::fill(state.ink, float4(1.0f));
    flow.write(queue_, state);
    for (int i = 0; i < 30; ++i) flow.step(queue_, kernels_, {}, {});  // the fluid moves by half of the basin
    const flow_measures measured = flow.measure(queue_, kernels_);
    EXPECT_NEAR(measured.ink[0], 1.0, 0.03);
    EXPECT_NEAR(measured.fastest, 1.0, 1e-3);
}

INGOT_TEST_ON_EVERY_DEVICE(advection);

}  // namespace
}  // namespace ingot::samples::fluid
