// Tests of integer operations that LLVM recognises and replaces by intrinsics or formulas: arithmetic with overflow checks,
// bit reversal, and sums in a loop.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <ingot/ingot.hpp>
#include <limits>
#include <random>
#include <span>
#include <vector>

#include "every_device.hpp"
#include "integers.kernels.hpp"

namespace {

using namespace ingot;

// Returns all numbers of an 8-bit type. For wider types, returns the numbers around powers of two and around the type's
// limits, and random numbers with few and many bits.
template <typename T>
std::vector<T> numbers() {
    std::vector<T> all;
    if constexpr (sizeof(T) == 1) {
        for (int i = 0; i < 256; ++i) all.push_back(static_cast<T>(i));
    } else {
        constexpr int bits = sizeof(T) * 8;
        for (int i = 0; i < bits; i += std::max(1, bits / 16))
            for (const int offset : {-1, 0, 1})
                for (const bool is_negative : {false, true}) {
                    const uint64_t near = (uint64_t(1) << i) + static_cast<uint64_t>(offset);
                    all.push_back(static_cast<T>(is_negative ? 0 - near : near));
                }
        for (const T edge : {std::numeric_limits<T>::min(), std::numeric_limits<T>::max()})
            for (const T offset : {T(0), T(1), T(2)})
                all.push_back(static_cast<T>(edge > 0 ? edge - offset : static_cast<T>(edge + offset)));
        std::mt19937_64 random(11);
        while (all.size() < 192) all.push_back(static_cast<T>(random() >> (random() % 64)));
    }
    return all;
}

class integers : public ingot::testing::every_device {
protected:
    // Tests every pair of numbers against 128-bit arithmetic.
    template <typename A, typename B, typename T, typename Kernel>
    void expect_checked(Kernel integers_program::* kernel_member) {
        const std::vector<A> values = numbers<A>();
        const auto count = static_cast<uint32_t>(values.size());
        const auto on_device = device_.create_buffer<A>(std::span<const A>(values));
        auto results = device_.create_buffer<T>(size_t(count) * count * 3, T(0));
        auto overflows = device_.create_buffer<uint32_t>(size_t(count) * count, 0);
        queue_.run(program_.*kernel_member, range(count * count), on_device, results, overflows, count);
        const std::vector<T> actual = results.read(queue_);
        const std::vector<uint32_t> flags = overflows.read(queue_);
        size_t wrong = 0;
        for (size_t i = 0; i < flags.size(); ++i) {
            const wide a = values[i / count];
            const wide b = static_cast<B>(values[i % count]);
            const std::array<wide, 3> exact {a + b, a - b,
                                             static_cast<wide>(static_cast<unsigned_wide>(a) * static_cast<unsigned_wide>(b))};
            for (size_t k = 0; k < 3; ++k) {
                const T expected = static_cast<T>(exact[k]);
                const bool overflows_here = static_cast<wide>(expected) != exact[k];
                const bool is_right = actual[i * 3 + k] == expected && (flags[i] >> k & 1) == (overflows_here ? 1 : 0);
                if (!is_right && ++wrong < 4)
                    ADD_FAILURE() << +values[i / count] << "+-*"[k] << +values[i % count] << ": " << +actual[i * 3 + k]
                                  << (flags[i] >> k & 1 ? " with" : " without") << " overflow";
            }
        }
        EXPECT_EQ(wrong, 0u);
    }

    // Compares the sum that each loop of the kernel computes with the sum of the same loop on the host.
    template <typename T>
    void expect_sums(const auto& loops) {
        const std::vector<T> counts {0, 1, 2, 3, 64, 1000, 4097};
        const auto on_device = device_.create_buffer<T>(std::span<const T>(counts));
        auto results = device_.create_buffer<T>(counts.size() * 4, T(0));
        queue_.run(loops, range(static_cast<uint32_t>(counts.size())), on_device, results);
        const std::vector<T> actual = results.read(queue_);
        for (size_t i = 0; i < counts.size(); ++i) {
            std::array<T, 4> expected {};
            for (T k = 0; k < counts[i]; ++k) {
                expected[0] += k;
                expected[1] += k * k;
            }
            for (T k = counts[i]; k < 3 * counts[i]; ++k) expected[2] += k;
            for (T k = counts[i]; k > 0; --k) expected[3] += 3 * k - 1;
            for (size_t loop = 0; loop < expected.size(); ++loop)
                EXPECT_EQ(actual[i * 4 + loop], expected[loop]) << "loop " << loop << " of " << counts[i] << " numbers";
        }
    }

    // Only products of unsigned 64-bit numbers may overflow __int128. Such a product becomes negative here, so it still
    // differs from the product that is wrapped to 64 bits.
    __extension__ using wide = __int128;
    __extension__ using unsigned_wide = unsigned __int128;

    integers_program program_ {device_};
};

TEST_P(integers, arithmetic_with_an_overflow_check) {
    expect_checked<int8_t, int8_t, int8_t>(&integers_program::checked_int8);
    expect_checked<uint8_t, uint8_t, uint8_t>(&integers_program::checked_uint8);
    expect_checked<int16_t, int16_t, int16_t>(&integers_program::checked_int16);
    expect_checked<uint16_t, uint16_t, uint16_t>(&integers_program::checked_uint16);
    expect_checked<int32_t, int32_t, int32_t>(&integers_program::checked_int32);
    expect_checked<uint32_t, uint32_t, uint32_t>(&integers_program::checked_uint32);
    expect_checked<int64_t, int64_t, int64_t>(&integers_program::checked_int64);
    expect_checked<uint64_t, uint64_t, uint64_t>(&integers_program::checked_uint64);
    expect_checked<uint32_t, int32_t, int32_t>(&integers_program::checked_mixed);
}

TEST_P(integers, saturated_products) {
    const std::vector<uint32_t> values = numbers<uint32_t>();
    const auto count = static_cast<uint32_t>(values.size());
    const auto on_device = device_.create_buffer<uint32_t>(std::span<const uint32_t>(values));
    auto results = device_.create_buffer<uint32_t>(size_t(count) * count * 2, 0);
    queue_.run(program_.saturated_products, range(count * count), on_device, results, count);
    const std::vector<uint32_t> actual = results.read(queue_);
    for (size_t i = 0; i < actual.size(); ++i) {
        const uint64_t exact = uint64_t(values[i / 2 / count]) * values[i / 2 % count];
        ASSERT_EQ(actual[i], std::min(exact, uint64_t(0xffffffff))) << values[i / 2 / count] << " * " << values[i / 2 % count];
    }
}

TEST_P(integers, bit_reversal) {
    const std::vector<uint64_t> values = numbers<uint64_t>();
    const auto on_device = device_.create_buffer<uint64_t>(std::span<const uint64_t>(values));
    auto results = device_.create_buffer<uint64_t>(values.size() * 4, 0);
    queue_.run(program_.reversals, range(static_cast<uint32_t>(values.size())), on_device, results);
    const std::vector<uint64_t> actual = results.read(queue_);
    for (size_t i = 0; i < actual.size(); ++i) {
        const int bits = 8 << i % 4;
        uint64_t expected = 0;
        for (int bit = 0; bit < bits; ++bit) expected |= (values[i / 4] >> bit & 1) << (bits - 1 - bit);
        EXPECT_EQ(actual[i], expected) << values[i / 4] << " in " << bits << " bits";
    }
}

TEST_P(integers, rotations_of_24_bits) {
    const std::vector<uint32_t> values {0, 0x020000, 0x000200, 0x000002, 0x030201, 0xfffefd, 0x7f8081};
    const auto on_device = device_.create_buffer<uint32_t>(std::span<const uint32_t>(values));
    auto results = device_.create_buffer<uint32_t>(values.size() * 3, 0);
    queue_.run(program_.moved_bytes, range(static_cast<uint32_t>(values.size())), on_device, results);
    const std::vector<uint32_t> actual = results.read(queue_);
    for (size_t i = 0; i < values.size(); ++i) {
        const std::span<const uint32_t> three = std::span(actual).subspan(i * 3, 3);
        const std::vector<uint32_t> found(three.begin(), three.end());
        const uint32_t y = values[i] >> 8 & 0xffu;
        EXPECT_EQ(found, (std::vector<uint32_t> {values[i] >> 16, y, y})) << values[i];
    }
}

TEST_P(integers, sums_in_a_loop) {
    expect_sums<int64_t>(program_.sums_int64);
    expect_sums<uint64_t>(program_.sums_uint64);
}

TEST_P(integers, clamped_neighbours) {
    const std::vector<float> places {0.25f, 1.5f, 2.0f, 6.9f};
    const std::vector<int32_t> row {3, 4, 5, 6, 7, 8};
    const auto on_device = device_.create_buffer<float>(std::span<const float>(places));
    const auto row_on_device = device_.create_buffer<int32_t>(std::span<const int32_t>(row));
    auto sums = device_.create_buffer<int32_t>(places.size(), 0);
    queue_.run(program_.sum_of_neighbours, range(4), on_device, row_on_device, sums, static_cast<int32_t>(row.size()));
    // 3 + 3 * 9 + 4 * 100, 3 + 4 * 10 + 5 * 100, 4 + 5 * 11 + 6 * 100, and 8 + 8 * 15 + 8 * 100
    EXPECT_EQ(sums.read(queue_), (std::vector<int32_t> {430, 543, 659, 928}));
}

TEST_P(integers, divisions_of_some_work_items) {
    constexpr int32_t count = 64;
    std::vector<int2> points;
    std::vector<int32_t> divisors;
    for (int32_t i = 0; i < count; ++i) {
        points.emplace_back(1000 + 7 * i, -500 - 3 * i);
        divisors.push_back(i % 5 - 2);
    }
    const auto points_on_device = device_.create_buffer<int2>(std::span<const int2>(points));
    const auto divisors_on_device = device_.create_buffer<int32_t>(std::span<const int32_t>(divisors));
    auto quotients = device_.create_buffer<int2>(points.size(), int2(12'345));
    auto remainders = device_.create_buffer<int2>(points.size(), int2(12'345));
    queue_.run(program_.divide_points, range(count).groups_of(16), points_on_device, divisors_on_device, quotients, remainders);
    const std::vector<int2> found_quotients = quotients.read(queue_);
    const std::vector<int2> found_remainders = remainders.read(queue_);
    for (size_t i = 0; i < points.size(); ++i) {
        const int2 expected_quotient = divisors[i] == 0 ? int2(12'345) : points[i] / divisors[i];
        const int2 expected_remainder = divisors[i] == 0 ? int2(12'345) : points[i] % divisors[i];
        EXPECT_TRUE(all(found_quotients[i] == expected_quotient)) << i;
        EXPECT_TRUE(all(found_remainders[i] == expected_remainder)) << i;
    }
}

INGOT_TEST_ON_EVERY_DEVICE(integers);

}  // namespace
