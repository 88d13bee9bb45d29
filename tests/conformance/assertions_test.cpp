// Tests of work-items that fail: by assert(), or where a function of the standard library would throw a C++ exception.
#include <gtest/gtest.h>

#include <ingot/ingot.hpp>
#include <numeric>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "assertions.kernels.hpp"
#include "every_device.hpp"

namespace {

using namespace ingot;
using ingot::testing::contains;
using ingot::testing::error_message;

class assertions : public ingot::testing::every_device {
protected:
    // Creates a buffer with the numbers 0, 1, 2, …
    device_buffer<uint32_t> make_values(uint32_t count = 64) {
        std::vector<uint32_t> values(count);
        std::iota(values.begin(), values.end(), 0u);
        return device_.create_buffer<uint32_t>(std::span<const uint32_t>(values));
    }

    // Launches a kernel, waits for it, and returns the message of the ingot::error that finish() throws, or "" if no work-item
    // fails. Checks that this message was also printed to the standard error stream.
    template <typename Kernel, typename... Arguments>
    std::string failure_of(Kernel assertions_program::* kernel_member, const range& items, Arguments&&... arguments) {
        ::testing::internal::CaptureStderr();
        queue_.run(program_.*kernel_member, items, std::forward<Arguments>(arguments)...);
        std::string message = error_message([&] { queue_.finish(); });
        const std::string printed = ::testing::internal::GetCapturedStderr();
        EXPECT_TRUE(contains(printed, message)) << printed;
        return message;
    }

    assertions_program program_ {device_};
};

TEST_P(assertions, stop_the_work_item) {
    auto values = make_values();
    EXPECT_EQ(failure_of(&assertions_program::check_limit, range(64).groups_of(16), values, 64u), "");
    EXPECT_EQ(values.read(queue_)[63], 1063u);

    values = make_values();
    const std::string message = failure_of(&assertions_program::check_limit, range(64).groups_of(16), values, 63u);
    EXPECT_TRUE(contains(message, "kernel 'check_limit'")) << message;
    EXPECT_TRUE(contains(message, device_.name())) << message;
    EXPECT_TRUE(contains(message, "work-item (63, 0, 0): ")) << message;
    EXPECT_TRUE(contains(message, "assertions.kernels.cpp:15: assertion 'value < limit' failed")) << message;
    EXPECT_EQ(values.read(queue_)[63], 63u) << "the work-item went on";
    EXPECT_EQ(error_message([&] { queue_.finish(); }), "") << "the failure was thrown twice";

    values = make_values();
    // Many work-items fail. One of the failures is reported, and it is not known which one.
    const std::string first = failure_of(&assertions_program::check_position, range(8, 8).groups_of(4, 4), values, 19u);
    EXPECT_TRUE(contains(first, "kernel 'check_position'")) << first;
    EXPECT_TRUE(contains(first, "assertions.kernels.cpp:19: assertion 'value < limit && \"of the function\"' failed")) << first;
    const std::vector<uint32_t> results = values.read(queue_);
    for (uint32_t i = 19; i < 64; ++i) EXPECT_EQ(results[i], i) << "a work-item went on";
}

TEST_P(assertions, are_reported_by_reads) {
    auto values = make_values();
    queue_.run(program_.check_limit, range(64).groups_of(16), values, 5u);
    const std::string message = error_message([&] { values.read(queue_); });
    EXPECT_TRUE(contains(message, "assertion 'value < limit' failed")) << message;
    EXPECT_EQ(values.read(queue_)[5], 5u);

    queue_.run(program_.check_limit, range(64).groups_of(16), values, 5u);
    const std::string mapped = error_message([&] { values.map(queue_); });
    EXPECT_TRUE(contains(mapped, "assertion 'value < limit' failed")) << mapped;

    // Another queue is not affected.
    queue_.run(program_.check_limit, range(64).groups_of(16), values, 5u);
    queue other = device_.create_queue();
    auto others = make_values();
    other.run(program_.check_limit, range(64).groups_of(16), others, 64u);
    EXPECT_EQ(error_message([&] { other.finish(); }), "");
    EXPECT_EQ(others.read(other)[9], 1009u);
    EXPECT_NE(error_message([&] { queue_.finish(); }), "");
}

TEST_P(assertions, leave_the_queue_usable) {
    auto values = make_values();
    for (int i = 0; i < 3; ++i) EXPECT_NE(failure_of(&assertions_program::check_limit, range(64).groups_of(16), values, 5u), "");
    auto others = make_values();
    EXPECT_EQ(failure_of(&assertions_program::check_limit, range(64).groups_of(16), others, 64u), "");
    const std::vector<uint32_t> results = others.read(queue_);
    for (uint32_t i = 0; i < 64; ++i) EXPECT_EQ(results[i], i + 1000);
}

TEST_P(assertions, stop_the_group_at_its_next_barrier) {
    constexpr uint32_t nowhere = 1000;
    const auto kernel_member = &assertions_program::check_between_barriers;
    for (const uint32_t rounds : {0u, 1u, 4u, 8u}) {
        auto values = make_values();
        EXPECT_EQ(failure_of(kernel_member, range(64).groups_of(16), values, rounds, nowhere, nowhere), "");
        std::vector<uint32_t> expected;
        for (uint32_t group = 0; group < 4; ++group)
            for (uint32_t item = 0; item < 16; ++item) {
                uint32_t sum = 1000;
                // Each earlier round r added r to the elements of the tile.
                for (uint32_t round = 0; round < rounds; ++round)
                    sum += group * 16 + (item + round) % 16 + round * (round - 1) / 2 + (rounds > 6 ? 1 : 0);
                expected.push_back(sum);
            }
        EXPECT_EQ(values.read(queue_), expected) << rounds;
    }
    for (const uint32_t bad_round : {100u, 0u, 3u, 7u, 50u, 53u, 57u, 200u})
        for (const uint32_t bad_item : {16u, 21u, 31u, 63u}) {
            auto values = make_values();
            const std::string message = failure_of(kernel_member, range(64).groups_of(16), values, 8u, bad_round, bad_item);
            EXPECT_TRUE(contains(message, "work-item (" + std::to_string(bad_item) + ", 0, 0): ")) << bad_round << " " << message;
            EXPECT_EQ(values.read(queue_)[bad_item], bad_item) << bad_round << ": the work-item went on";
        }
}

TEST_P(assertions, stop_the_group_where_several_barriers_can_follow) {
    const auto kernel_member = &assertions_program::check_behind_barriers;
    const auto expected_sums = [](uint32_t rounds) {
        std::vector<uint32_t> sums(64);
        std::iota(sums.begin(), sums.end(), 0u);
        for (uint32_t round = 0; round < rounds; ++round) {
            const std::vector<uint32_t> before = sums;
            for (uint32_t i = 0; i < 64; ++i) sums[i] += (round % 3 == 1 ? 5 : 0) + before[i / 16 * 16 + 15 - i % 16] % 7;
        }
        for (uint32_t& sum : sums) sum += sum % 2 == 0 ? 1000 : 2000;
        return sums;
    };
    for (const uint32_t rounds : {0u, 1u, 2u, 5u, 8u}) {
        auto values = make_values();
        EXPECT_EQ(failure_of(kernel_member, range(64).groups_of(16), values, rounds, 1000u, 1000u), "");
        EXPECT_EQ(values.read(queue_), expected_sums(rounds)) << rounds;
    }
    for (const uint32_t bad_round : {1u, 4u, 7u, 50u, 51u, 54u, 57u, 100u, 103u, 106u, 107u})
        for (const uint32_t bad_item : {0u, 5u, 15u, 16u, 37u, 63u}) {
            auto values = make_values();
            const std::string message = failure_of(kernel_member, range(64).groups_of(16), values, 8u, bad_round, bad_item);
            EXPECT_TRUE(contains(message, "work-item (" + std::to_string(bad_item) + ", 0, 0): ")) << bad_round << " " << message;
            EXPECT_EQ(values.read(queue_)[bad_item], bad_item) << bad_round << ": the work-item went on";
        }
}

TEST_P(assertions, replace_exceptions_of_the_standard_library) {
    const auto expect = [&](auto kernel_member, uint32_t bad, uint32_t item, std::string_view reason) {
        auto values = make_values(8);
        const std::string message = failure_of(kernel_member, range(2), values, bad);
        EXPECT_TRUE(contains(message, reason)) << message;
        EXPECT_TRUE(contains(message, "work-item (" + std::to_string(item) + ", 0, 0): ")) << message;
        EXPECT_EQ(values.read(queue_)[item], item) << reason;
    };
    expect(&assertions_program::use_array, 2, 1, "std::out_of_range");
    expect(&assertions_program::use_optional, 1, 1, "std::bad_optional_access");
    expect(&assertions_program::use_variant, 1, 1, "std::bad_variant_access");
    expect(&assertions_program::use_text, 1, 1, "std::out_of_range");
    expect(&assertions_program::use_bits, 0, 0, "std::out_of_range");
}

INGOT_TEST_ON_EVERY_DEVICE(assertions);

}  // namespace
