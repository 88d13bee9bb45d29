// Tests local memory that is a parameter of a kernel: the launch sets its size.
#include "launch_memory.hpp"

#include <gtest/gtest.h>

#include <ingot/ingot.hpp>
#include <string>
#include <utility>
#include <vector>

#include "every_device.hpp"
#include "launch_memory.kernels.hpp"

namespace {

using namespace ingot;

class launch_memory_of : public ingot::testing::every_device {
protected:
    template <typename... Arguments>
    std::string error_of(Arguments&&... arguments) {
        try {
            queue_.run(std::forward<Arguments>(arguments)...);
            queue_.finish();
        } catch (const error& problem) {
            return problem.what();
        }
        return {};
    }

    launch_memory_program program_ {device_};
};

TEST_P(launch_memory_of, any_size) {
    for (const uint32_t group : {1u, 7u, 64u, 128u}) {
        const uint32_t count = 5 * group;
        std::vector<uint32_t> numbers(count);
        for (uint32_t i = 0; i < count; ++i) numbers[i] = i;
        auto buffer = device_.create_buffer<uint32_t>(std::span<const uint32_t>(numbers));
        queue_.run(program_.reverse_group, range(count).groups_of(group), buffer, local<uint32_t>(group));
        const std::vector<uint32_t> result = buffer.read(queue_);
        for (uint32_t i = 0; i < count; ++i) EXPECT_EQ(result[i], i / group * group + group - 1 - i % group) << group;
    }
}

TEST_P(launch_memory_of, several_parameters) {
    if (!device_.properties().has_double) GTEST_SKIP() << device_.name() << " has no double";
    for (const uint32_t length : {1u, 5u, 200u}) {
        auto results = device_.create_buffer<launch_memory::sums>(4);
        queue_.run(program_.combine, range(128).groups_of(32), uint8_t {3}, local<uint8_t>(length), results,
                   local<double>(length), length, local<float4>(length));
        const std::vector<launch_memory::sums> found = results.read(queue_);
        const uint32_t sum = length * (length - 1) / 2;
        for (uint32_t group = 0; group < 4; ++group) {
            EXPECT_EQ(found[group].bytes, 3 * sum);
            EXPECT_EQ(found[group].numbers, 2.0 * sum);
            EXPECT_EQ(found[group].vectors, static_cast<float>(sum + group * length));
            EXPECT_EQ(found[group].fixed, 6u);
        }
    }
}

TEST_P(launch_memory_of, narrow_atomics) {
    constexpr uint32_t kinds = 3;
    std::vector<uint32_t> numbers(128);
    for (uint32_t i = 0; i < numbers.size(); ++i) numbers[i] = i;
    const auto values = device_.create_buffer<uint32_t>(std::span<const uint32_t>(numbers));
    auto counts = device_.create_buffer<uint32_t>(2 * kinds);
    queue_.run(program_.count_odd, range(128).groups_of(64), values, counts, local<uint16_t>(kinds), kinds);
    // For each of the two groups, how many of its numbers (0 to 63, 64 to 127) have the remainders 0, 1 and 2.
    EXPECT_EQ(counts.read(queue_), (std::vector<uint32_t> {22, 21, 21, 21, 22, 21}));
}

TEST_P(launch_memory_of, wrong_sizes_are_errors) {
    auto buffer = device_.create_buffer<uint32_t>(64, 0u);
    const std::string prefix = "kernel 'reverse_group' on '" + device_.name() + "': argument 2 'tile' is ";
    EXPECT_EQ(error_of(program_.reverse_group, range(64).groups_of(64), buffer, local<uint32_t>(0)),
              prefix + "local memory of 0 elements; it must have at least one");
    const uint64_t too_many = device_.properties().local_memory / 4 + 1;
    EXPECT_EQ(error_of(program_.reverse_group, range(64).groups_of(64), buffer, local<uint32_t>(too_many)),
              prefix + "local memory of " + std::to_string(4 * too_many) + " bytes; the device has " +
                  std::to_string(device_.properties().local_memory) + " bytes for a work-group");
}

TEST_P(launch_memory_of, blocks_that_are_too_large_together_are_errors) {
    if (!device_.properties().has_double) GTEST_SKIP() << device_.name() << " has no double";
    auto results = device_.create_buffer<launch_memory::sums>(1);
    const uint64_t half = device_.properties().local_memory / 2;
    EXPECT_NE(error_of(program_.combine, range(32).groups_of(32), uint8_t {1}, local<uint8_t>(half), results,
                       local<double>(half / 8), 1u, local<float4>(1))
                  .find("the kernel and its arguments use "),
              std::string::npos);
}

INGOT_TEST_ON_EVERY_DEVICE(launch_memory_of);

}  // namespace
