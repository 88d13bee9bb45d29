// Tests switches in kernels with barriers. PoCL 3.1 compiles such kernels wrongly if the default of a switch is unreachable
// (compute/compiler/middle_end/make_defaults_reachable.cpp).
#include "switches.hpp"

#include <gtest/gtest.h>

#include <ingot/ingot.hpp>
#include <vector>

#include "every_device.hpp"
#include "switches.kernels.hpp"

namespace {

using namespace ingot;

class switches_around : public ingot::testing::every_device {
protected:
    static constexpr uint32_t count = 8 * switches::group;

    static uint32_t input(uint32_t item) { return item * 2'654'435'769u ^ item >> 3; }

    // Runs a kernel and compares each value with expected(item).
    void expect_values(const auto& kernel, const auto& expected) {
        std::vector<uint32_t> inputs(count);
        for (uint32_t item = 0; item < count; ++item) inputs[item] = input(item);
        const auto in = device_.create_buffer<uint32_t>(std::span<const uint32_t>(inputs));
        auto out = device_.create_buffer<uint32_t>(count);
        queue_.run(kernel, range(count).groups_of(switches::group), in, out);
        const std::vector<uint32_t> results = out.read(queue_);
        for (uint32_t item = 0; item < count; ++item) EXPECT_EQ(results[item], expected(item)) << "work-item " << item;
    }
    void expect_between_barriers(const auto& kernel, uint32_t make(uint32_t, uint32_t)) {
        expect_values(kernel, [&](uint32_t item) {
            const uint32_t other = item / switches::group * switches::group + switches::group - 1 - item % switches::group;
            return make(input(item), item) + input(other);
        });
    }
    void expect_before_barrier(const auto& kernel, uint32_t make(uint32_t, uint32_t)) {
        expect_values(kernel, [&](uint32_t item) { return make(input(item), item); });
    }

    switches_program program_ {device_};
};

TEST_P(switches_around, assignments_under_conditions) {
    expect_between_barriers(program_.between_barriers_assign, &switches::assign_in_case);
    expect_between_barriers(program_.between_barriers_assign_narrow, &switches::assign_narrow_in_case);
    expect_before_barrier(program_.before_barrier_assign, &switches::assign_in_case);
    expect_before_barrier(program_.before_barrier_assign_narrow, &switches::assign_narrow_in_case);
}

TEST_P(switches_around, switches) {
    expect_between_barriers(program_.between_barriers_switch, &switches::switch_in_case);
    expect_before_barrier(program_.before_barrier_switch, &switches::switch_in_case);
}

TEST_P(switches_around, cases_for_each_value) {
    expect_between_barriers(program_.between_barriers_each_value, &switches::case_for_each_value);
    expect_before_barrier(program_.before_barrier_each_value, &switches::case_for_each_value);
}

TEST_P(switches_around, cases_that_fall_through) {
    expect_between_barriers(program_.between_barriers_fall_through, &switches::fall_through_cases);
}

TEST_P(switches_around, loops) { expect_between_barriers(program_.between_barriers_loop, &switches::switch_in_loop); }

INGOT_TEST_ON_EVERY_DEVICE(switches_around);

}  // namespace
