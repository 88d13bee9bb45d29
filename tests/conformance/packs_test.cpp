// Tests of pack. The elements are small integers, and divisors are powers of two, so that all results are exact.
#include "packs.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <ingot/ingot.hpp>
#include <random>
#include <vector>

#include "every_device.hpp"
#include "packs.kernels.hpp"

namespace {

using namespace ingot;

constexpr uint32_t pairs = 24;

template <typename T, size_t N>
struct pair_of_packs {
    std::vector<pack<T, N>> left = std::vector<pack<T, N>>(pairs);
    std::vector<pack<T, N>> right = std::vector<pack<T, N>>(pairs);

    pair_of_packs() {
        std::minstd_rand engine(5);
        for (size_t i = 0; i < pairs; ++i)
            for (size_t element = 0; element < N; ++element) {
                left[i][element] = static_cast<T>(engine() % 13);
                right[i][element] = static_cast<T>(1u << engine() % 4);
            }
    }
};

class packs_on : public ingot::testing::every_device {
protected:
    template <typename T, size_t N>
    void expect_results(const auto& kernel) {
        using namespace pack_results;
        const pair_of_packs<T, N> input;
        const auto left = device_.create_buffer(std::span(input.left));
        const auto right = device_.create_buffer(std::span(input.right));
        device_buffer<pack<T, N>> numbers(device_, pairs * number_count);
        device_buffer<uint32_t> conditions(device_, pairs * condition_count);
        queue_.run(kernel, range(pairs).groups_of(8), left, right, numbers, conditions);
        const std::vector<pack<T, N>> actual_numbers = numbers.read(queue_);
        const std::vector<uint32_t> actual_conditions = conditions.read(queue_);
        for (size_t i = 0; i < pairs; ++i)
            for (size_t element = 0; element < N; ++element) {
                const T a = input.left[i][element];
                const T b = input.right[i][element];
                const auto number = [&](pack_results::number which) { return actual_numbers[i * number_count + which][element]; };
                const auto condition = [&](pack_results::condition which) {
                    return (actual_conditions[i * condition_count + which] >> element & 1u) != 0;
                };
                EXPECT_EQ(number(sum), static_cast<T>(a + b));
                EXPECT_EQ(number(difference), static_cast<T>(a - b));
                EXPECT_EQ(number(product), static_cast<T>(a * b));
                EXPECT_EQ(number(quotient), static_cast<T>(a / b));
                EXPECT_EQ(number(smaller), std::min(a, b));
                EXPECT_EQ(number(larger), std::max(a, b));
                EXPECT_EQ(number(selected), a < b ? static_cast<T>(b - a) : T(7));
                EXPECT_EQ(number(scaled), static_cast<T>(T(2) * a + T(1)));
                EXPECT_EQ(condition(less), a < b);
                EXPECT_EQ(condition(less_or_equal), a <= b);
                EXPECT_EQ(condition(greater), a > b);
                EXPECT_EQ(condition(greater_or_equal), a >= b);
                EXPECT_EQ(condition(equal), a == b);
                EXPECT_EQ(condition(unequal), a != b);
                EXPECT_EQ(condition(both), a < b && b < T(5));
                EXPECT_EQ(condition(either), a < b || b < T(5));
                EXPECT_EQ(condition(neither), !(a < b || b < T(5)));
            }
        // No bit beyond the elements is set.
        for (const uint32_t each : actual_conditions) EXPECT_EQ(each >> N, 0u);
    }

    packs_program program_ {device_};
};

TEST_P(packs_on, operations) {
    expect_results<float, 2>(program_.compute<float, 2>());
    expect_results<float, 4>(program_.compute<float, 4>());
    expect_results<float, 8>(program_.compute<float, 8>());
    expect_results<float, 16>(program_.compute<float, 16>());
    expect_results<int32_t, 8>(program_.compute<int32_t, 8>());
    expect_results<uint8_t, 16>(program_.compute<uint8_t, 16>());
}

TEST_P(packs_on, elements) {
    const pair_of_packs<float, 8> input;
    const auto packs = device_.create_buffer(std::span(input.left));
    device_buffer<float> sums(device_, pairs);
    queue_.run(program_.add_elements_below, range(pairs).groups_of(8), packs, sums, 10.0f);
    std::vector<float> expected;
    for (const pack<float, 8>& each : input.left) {
        float all = 0.0f;
        for (const float element : each.elements) all += 2.0f * element < 10.0f ? 2.0f * element : 0.0f;
        expected.push_back(all);
    }
    EXPECT_EQ(sums.read(queue_), expected);
}

TEST(packs, in_constant_expressions) {
    constexpr pack<int, 4> ones(1);
    constexpr pack<int, 4> sum = ones + 2 * ones;
    static_assert(sum[3] == 3);
    static_assert(lane_bits(sum > ones && !(sum == 4)) == 0b1111);
    static_assert(sizeof(pack<float, 8>) == 32 && alignof(pack<float, 8>) == 32);
}

INGOT_TEST_ON_EVERY_DEVICE(packs_on);

}  // namespace
