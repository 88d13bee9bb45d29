// Table 12: atomic functions.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <ingot/ingot.hpp>
#include <numeric>
#include <vector>

#include "atomics.kernels.hpp"
#include "every_device.hpp"
#include "wide_atomics.kernels.hpp"

namespace {

using namespace ingot;

constexpr uint32_t count = 2048;
constexpr uint32_t group = 64;
const range items = range(count).groups_of(group);

// 1 + 2 + … + count; exact in float too.
constexpr uint32_t sum_of_values = count * (count + 1) / 2;

class atomics : public ingot::testing::every_device {
protected:
    atomics_program program {on};

    template <typename T>
    device_buffer<T> buffer_of(const std::vector<T>& values) {
        return on.create_buffer(std::span<const T>(values));
    }

    // What the kernels `count_…` leave of the elements 10, 20, 30, 40, 50, 60; signed and floating-point ones go below 0.
    template <typename T, typename Kernel>
    std::vector<T> counted(const Kernel& kernel, T unit = 1) {
        auto totals = buffer_of(std::vector<T> {10, 20, 30, 40, T(unit * 50), T(unit * 60)});
        auto returned = on.create_buffer<T>(count, T {0});
        in.run(kernel, items, totals, returned);
        last_returned<T> = returned.read(in);
        return totals.read(in);
    }
    template <typename T>
    static inline std::vector<T> last_returned;

    // Every work-item saw the total as some order of the others left it: together with the end, all differences are the values.
    template <typename T>
    static void expect_order_of_additions(T first, T last, T unit) {
        std::vector<T> seen = last_returned<T>;
        seen.push_back(last);
        std::ranges::sort(seen);
        EXPECT_EQ(seen.front(), first);
        std::vector<T> steps;
        for (size_t i = 0; i + 1 < seen.size(); ++i) steps.push_back(seen[i + 1] - seen[i]);
        std::ranges::sort(steps);
        for (uint32_t i = 0; i < count; ++i) ASSERT_EQ(steps[i], T(i + 1) * unit) << i;
    }

    template <typename Test>
    void of_each_type(Test test) {
        test(counted<uint32_t>(program.count_uint));
        test(counted<int32_t>(program.count_int));
        test(counted<float>(program.count_float));
    }
};

TEST_P(atomics, atomic_add) {
    EXPECT_EQ(counted<uint32_t>(program.count_uint)[0], 10 + sum_of_values);
    expect_order_of_additions<uint32_t>(10, 10 + sum_of_values, 1);
    EXPECT_EQ(counted<int32_t>(program.count_int)[0], int32_t(10 + sum_of_values));
    expect_order_of_additions<int32_t>(10, 10 + sum_of_values, 1);
}

TEST_P(atomics, atomic_sub) {
    EXPECT_EQ(counted<uint32_t>(program.count_uint)[1], 20 - sum_of_values);
    EXPECT_EQ(counted<int32_t>(program.count_int)[1], 20 - int32_t(sum_of_values));
}

TEST_P(atomics, atomic_inc) {
    of_each_type([](const auto& got) { EXPECT_EQ(got[2], 30 + count); });
}

TEST_P(atomics, atomic_dec) {
    EXPECT_EQ(counted<uint32_t>(program.count_uint)[3], 40 - count);
    EXPECT_EQ(counted<int32_t>(program.count_int)[3], 40 - int32_t(count));
}

TEST_P(atomics, atomic_min) {
    of_each_type([](const auto& got) { EXPECT_EQ(got[4], 1); });
}

TEST_P(atomics, atomic_max) {
    of_each_type([](const auto& got) { EXPECT_EQ(got[5], count); });
}

TEST_P(atomics, atomic_xchg) {
    auto place = on.create_buffer<uint32_t>(1, 0u);
    auto returned = on.create_buffer<uint32_t>(count, 0u);
    in.run(program.exchange_uint, items, place, returned);
    std::vector<uint32_t> numbers = returned.read(in);
    numbers.push_back(place.read(in).front());
    std::ranges::sort(numbers);
    for (uint32_t i = 0; i <= count; ++i) ASSERT_EQ(numbers[i], i);
}

TEST_P(atomics, atomic_cmpxchg) {
    constexpr uint32_t places = 100;
    auto memory = on.create_buffer<uint32_t>(places, ~0u);
    auto returned = on.create_buffer<uint32_t>(count, 0u);
    in.run(program.claim_uint, items, memory, returned, places);
    const std::vector<uint32_t> winners = memory.read(in);
    const std::vector<uint32_t> got = returned.read(in);
    for (uint32_t i = 0; i < count; ++i) {
        const uint32_t winner = winners[i % places];
        ASSERT_EQ(winner % places, i % places);
        ASSERT_EQ(got[i], winner == i ? ~0u : winner) << i;
    }
}

TEST_P(atomics, atomic_and) {
    auto cleared = on.create_buffer<uint32_t>(count / 32, ~0u);
    auto set = on.create_buffer<uint32_t>(count / 32, 0u);
    auto turned = on.create_buffer<uint32_t>(count / 32, 0x0f0f0f0fu);
    auto returned = on.create_buffer<uint32_t>(count, 0u);
    in.run(program.change_bits, items, cleared, set, turned, returned);
    EXPECT_EQ(cleared.read(in), std::vector<uint32_t>(count / 32, 0u));
    const std::vector<uint32_t> bits = returned.read(in);
    for (uint32_t i = 0; i < count; ++i) ASSERT_EQ(bits[i], 1u << i % 32) << i;
}

TEST_P(atomics, atomic_or) {
    auto cleared = on.create_buffer<uint32_t>(count / 32, ~0u);
    auto set = on.create_buffer<uint32_t>(count / 32, 0u);
    auto turned = on.create_buffer<uint32_t>(count / 32, 0u);
    auto returned = on.create_buffer<uint32_t>(count, 0u);
    in.run(program.change_bits, range(count / 2).groups_of(group), cleared, set, turned, returned);
    const std::vector<uint32_t> got = set.read(in);
    for (uint32_t i = 0; i < count / 32; ++i) ASSERT_EQ(got[i], i < count / 64 ? ~0u : 0u) << i;
}

TEST_P(atomics, atomic_xor) {
    auto cleared = on.create_buffer<uint32_t>(count / 32, ~0u);
    auto set = on.create_buffer<uint32_t>(count / 32, 0u);
    auto turned = on.create_buffer<uint32_t>(count / 32, 0x0f0f0f0fu);
    auto returned = on.create_buffer<uint32_t>(count, 0u);
    in.run(program.change_bits, items, cleared, set, turned, returned);
    EXPECT_EQ(turned.read(in), std::vector<uint32_t>(count / 32, 0xf0f0f0f0u));
}

// A store of two equal halves is seen whole, whoever wrote it.
TEST_P(atomics, atomic_store) {
    auto places = on.create_buffer<uint32_t>(1, 0u);
    auto seen = on.create_buffer<uint32_t>(count, 0u);
    auto number = on.create_buffer<float>(2, 0.0f);
    in.run(program.store_and_load, items, places, seen, number);
    const uint32_t left = places.read(in).front();
    EXPECT_EQ(left >> 16, left & 0xffff);
    EXPECT_LT(left & 0xffff, count);
    EXPECT_EQ(number.read(in), (std::vector<float> {0.5f, 0.5f}));
}

TEST_P(atomics, atomic_load) {
    auto places = on.create_buffer<uint32_t>(1, 0u);
    auto seen = on.create_buffer<uint32_t>(count, ~0u);
    auto number = on.create_buffer<float>(2, 0.0f);
    in.run(program.store_and_load, items, places, seen, number);
    for (const uint32_t value : seen.read(in)) ASSERT_EQ(value >> 16, value & 0xffff);
}

TEST_P(atomics, std_atomic) {
    auto counters = on.create_buffer<atomic_counters>(1);
    counters.write(in, std::vector<atomic_counters>(1));
    in.run(program.cpp_atomics, items, counters);
    const std::vector<atomic_counters> got = counters.read(in);
    EXPECT_EQ(got[0].sum, sum_of_values - count);
    EXPECT_EQ(got[0].count, count);
    EXPECT_EQ(got[0].last, 7u);
    EXPECT_EQ(got[0].most, count - 1);
    EXPECT_EQ(got[0].total, count / 2.0f);

    auto raw = on.create_buffer<uint32_t>(2, 0u);
    in.run(program.raw_atomics, items, raw);
    EXPECT_EQ(raw.read(in), (std::vector<uint32_t> {sum_of_values - count, count}));

    auto referred = on.create_buffer<uint32_t>(3, 0u);
    auto total = on.create_buffer<float>(1, 0.0f);
    in.run(program.referred_atomics, items, referred, total);
    EXPECT_EQ(referred.read(in), (std::vector<uint32_t> {sum_of_values - count, count, ~0u}));
    EXPECT_EQ(total.read(in).front(), count / 2.0f);

    auto own = on.create_buffer<uint32_t>(count, 0u);
    in.run(program.private_atomic, items, own);
    EXPECT_EQ(own.read(in)[20], 20u + 3 + 5);
}

TEST_P(atomics, floating_point) {
    const std::vector<float> got = counted<float>(program.count_float);
    EXPECT_EQ(got, (std::vector<float> {10.0f + sum_of_values, 20.0f - sum_of_values, 30.0f + count, 40.0f - count, 1.0f,
                                        float(count)}));
    expect_order_of_additions<float>(10, 10 + sum_of_values, 1);

    auto place = on.create_buffer<float>(1, 0.0f);
    auto returned = on.create_buffer<float>(count, 0.0f);
    in.run(program.exchange_float, items, place, returned);
    std::vector<float> numbers = returned.read(in);
    numbers.push_back(place.read(in).front());
    std::ranges::sort(numbers);
    for (uint32_t i = 0; i <= count; ++i) ASSERT_EQ(numbers[i], float(i));

    auto claimed = on.create_buffer<float>(10, -1.0f);
    in.run(program.claim_float, items, claimed, returned, 10u);
    const std::vector<float> winners = claimed.read(in);
    for (uint32_t i = 0; i < 10; ++i) EXPECT_EQ(uint32_t(winners[i]) % 10, i);

    auto cleared = on.create_buffer<float>(count / 32, std::bit_cast<float>(~0u));
    auto set = on.create_buffer<float>(count / 32, 0.0f);
    auto turned = on.create_buffer<float>(count / 32, 0.0f);
    in.run(program.change_bits_of_float, items, cleared, set, turned);
    EXPECT_EQ(std::bit_cast<uint32_t>(cleared.read(in).back()), 0u);
    EXPECT_EQ(std::bit_cast<uint32_t>(set.read(in).back()), ~0u);
    EXPECT_EQ(std::bit_cast<uint32_t>(turned.read(in).front()), ~0u);

    if (!on.properties().has_64_bit_atomics || !on.properties().has_double) return;
    const wide_atomics_program wide(on);
    constexpr double unit = 4294967296.0;
    EXPECT_EQ(counted<double>(wide.count_double, unit),
              (std::vector<double> {10 + unit * sum_of_values, 20 - unit * sum_of_values, 30.0 + count, 40.0 - count, unit,
                                    unit * count}));
    expect_order_of_additions<double>(10, 10 + unit * sum_of_values, unit);
}

TEST_P(atomics, local_memory) {
    std::vector<uint32_t> values(count);
    for (uint32_t i = 0; i < count; ++i) values[i] = i * i;
    std::vector<uint32_t> expected(16, 0);
    for (const uint32_t value : values) ++expected[value % 16];
    std::vector<float> expected_weights;
    for (const uint32_t one : expected) expected_weights.push_back(0.25f * static_cast<float>(one));

    auto counts = on.create_buffer<uint32_t>(16, 0u);
    auto weights = on.create_buffer<float>(16, 0.0f);
    in.run(program.histogram, items, buffer_of(values), counts, weights);
    EXPECT_EQ(counts.read(in), expected);
    EXPECT_EQ(weights.read(in), expected_weights);
}

TEST_P(atomics, wide) {
    if (!on.properties().has_64_bit_atomics) {
        const std::string refusal = ingot::testing::error_of([&] { const wide_atomics_program refused(on); });
        EXPECT_TRUE(ingot::testing::holds(refusal, "its kernels need 64-bit atomics, which the device has not")) << refusal;
        GTEST_SKIP() << on.name() << " has no 64-bit atomics";
    }
    const wide_atomics_program wide(on);
    constexpr uint64_t unit = uint64_t {1} << 32;
    EXPECT_EQ(counted<uint64_t>(wide.count_ulong, unit),
              (std::vector<uint64_t> {10 + unit * sum_of_values, 20 - unit * sum_of_values, 30 + count, uint64_t {40} - count,
                                      unit, unit * count}));
    expect_order_of_additions<uint64_t>(10, 10 + unit * sum_of_values, unit);
    EXPECT_EQ(counted<int64_t>(wide.count_long, unit)[1], 20 - int64_t(unit * sum_of_values));

    auto cleared = on.create_buffer<uint64_t>(count / 64, ~uint64_t {0});
    auto set = on.create_buffer<uint64_t>(count / 64, uint64_t {0});
    auto turned = on.create_buffer<uint64_t>(count / 64, uint64_t {0x0f});
    in.run(wide.change_bits, items, cleared, set, turned);
    EXPECT_EQ(cleared.read(in), std::vector<uint64_t>(count / 64, 0));
    EXPECT_EQ(set.read(in), std::vector<uint64_t>(count / 64, ~uint64_t {0}));
    EXPECT_EQ(turned.read(in), std::vector<uint64_t>(count / 64, ~uint64_t {0x0f}));

    auto places = on.create_buffer<uint64_t>(100, ~uint64_t {0});
    auto returned = on.create_buffer<uint64_t>(count, uint64_t {0});
    in.run(wide.claim, items, places, returned, 100u);
    const std::vector<uint64_t> winners = places.read(in);
    for (uint32_t i = 0; i < 100; ++i) EXPECT_EQ((winners[i] >> 32) % 100, i);

    auto seen = on.create_buffer<uint64_t>(count, ~uint64_t {0});
    in.run(wide.store_and_load, items, places, seen);
    for (const uint64_t value : seen.read(in)) ASSERT_EQ(value >> 32, value & 0xffffffff);

    auto place = on.create_buffer<uint64_t>(1, uint64_t {0});
    auto number = on.create_buffer<double>(1, 0.0);
    auto number_returned = on.create_buffer<double>(count, 0.0);
    in.run(wide.exchange, items, place, returned, number, number_returned);
    std::vector<uint64_t> numbers = returned.read(in);
    numbers.push_back(place.read(in).front());
    std::ranges::sort(numbers);
    for (uint64_t i = 0; i <= count; ++i) ASSERT_EQ(numbers[i], i << 32 | i);

    auto counters = on.create_buffer<uint64_t>(1, uint64_t {0});
    auto total = on.create_buffer<double>(1, 0.0);
    in.run(wide.referred, items, counters, total);
    EXPECT_EQ(counters.read(in).front(), unit * (sum_of_values - count));
    EXPECT_EQ(total.read(in).front(), count / 2.0);

    auto sums = on.create_buffer<uint64_t>(count / group, uint64_t {0});
    auto totals = on.create_buffer<double>(count / group, 0.0);
    in.run(wide.in_local_memory, items, sums, totals);
    const std::vector<uint64_t> of_groups = sums.read(in);
    EXPECT_EQ(std::accumulate(of_groups.begin(), of_groups.end(), uint64_t {0}), unit * (sum_of_values - count));
    EXPECT_EQ(totals.read(in), std::vector<double>(count / group, group / 2.0));
}

INGOT_TEST_ON_EVERY_DEVICE(atomics);

}  // namespace
