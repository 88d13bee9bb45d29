// Tests structs as arguments of kernels: structs of several sizes and alignments, between arguments of other sizes.
#include "struct_arguments.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <ingot/ingot.hpp>
#include <vector>

#include "every_device.hpp"
#include "struct_arguments.kernels.hpp"

namespace {

using namespace ingot;
using struct_arguments::group;
using struct_arguments::numbers;

class struct_arguments_of : public ingot::testing::every_device {
protected:
    template <typename T>
    static T counted_from(uint32_t number) {
        T result {};
        for (auto& value : result.values) value = static_cast<typename T::number>(number++ % 100);
        return result;
    }

    // Runs the kernel for a struct type and compares with the same steps on the host.
    template <typename T>
    void expect_passed() {
        using number = typename T::number;
        constexpr uint32_t count = 3 * group;
        const T first = counted_from<T>(1);
        const T second = counted_from<T>(40);
        auto copies = device_.create_buffer<T>(2 * size_t {count});
        auto elements = device_.create_buffer<number>(count);
        queue_.run(program_.use_structs<T>(), range(count).groups_of(group), copies, elements, uint8_t {5}, first, uint16_t {2},
                   second);
        const std::vector<T> actual = copies.read(queue_);
        const std::vector<number> read = elements.read(queue_);
        // The kernel adds the arguments uint8_t {5} and uint16_t {2} to the indices of the numbers that it reads.
        const auto in_tile = [&](uint32_t item) { return first.values[(item + 2) % T::size]; };
        for (uint32_t item = 0; item < count; ++item) {
            T copy = second;
            copy.values[item % T::size] = static_cast<number>(copy.values[item % T::size] + in_tile(item));
            const uint32_t other = item / group * group + group - 1 - item % group;
            EXPECT_EQ(read[item], static_cast<number>(in_tile(other) + second.values[(item + 5) % T::size])) << item;
            EXPECT_EQ(std::memcmp(actual[2 * item].values, first.values, sizeof(first.values)), 0) << item;
            EXPECT_EQ(std::memcmp(actual[2 * item + 1].values, copy.values, sizeof(copy.values)), 0) << item;
        }
    }

    struct_arguments_program program_ {device_};
};

TEST_P(struct_arguments_of, bytes) {
    expect_passed<numbers<uint8_t, 1>>();
    expect_passed<numbers<uint8_t, 3>>();
    expect_passed<numbers<uint8_t, 200>>();
}

TEST_P(struct_arguments_of, wider_numbers) {
    expect_passed<numbers<uint16_t, 5>>();
    expect_passed<numbers<uint32_t, 3>>();
    expect_passed<numbers<float, 16>>();
    if (device_.properties().has_double) expect_passed<numbers<double, 2>>();
    expect_passed<numbers<uint64_t, 7>>();
}

TEST_P(struct_arguments_of, large_alignments) {
    expect_passed<numbers<uint32_t, 3, 8>>();
    expect_passed<numbers<float, 4, 16>>();
    expect_passed<numbers<uint8_t, 5, 32>>();
    expect_passed<numbers<uint32_t, 300, 64>>();
}

INGOT_TEST_ON_EVERY_DEVICE(struct_arguments_of);

}  // namespace
