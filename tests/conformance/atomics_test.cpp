// Tests of Table 12 of the thesis that docs/host-library.md names: atomic functions.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <ingot/ingot.hpp>
#include <limits>
#include <numeric>
#include <vector>

#include "atomics.kernels.hpp"
#include "every_device.hpp"
#include "int64_atomics.kernels.hpp"
#include "narrow_atomics.kernels.hpp"

namespace {

using namespace ingot;

constexpr uint32_t count = 2048;
constexpr uint32_t group = 64;
const range items = range(count).groups_of(group);

// 1 + 2 + … + count. The sum is exact in float too.
constexpr uint32_t sum_of_values = count * (count + 1) / 2;

// What Metal's language says to operations of the default order.
constexpr std::string_view lacks_orders = "Metal 3.0 has only atomic operations of relaxed order";

class atomics : public ingot::testing::every_device {
protected:
    atomics_program program_ {device_};

    template <typename T>
    device_buffer<T> buffer_of(const std::vector<T>& values) {
        return device_.create_buffer(std::span<const T>(values));
    }

    // Runs a kernel `count_…` on an array with the elements 10, 20, 30, 40, 50 * unit and 60 * unit, and returns the changed
    // array. The kernel adds, subtracts and compares the numbers unit, 2 * unit, …, count * unit. If T has a sign, the second
    // and the fourth element become negative.
    template <typename T, typename Kernel>
    std::vector<T> counted(const Kernel& kernel, T unit = 1) {
        auto totals = buffer_of(std::vector<T> {10, 20, 30, 40, T(unit * 50), T(unit * 60)});
        auto returned = device_.create_buffer<T>(count, T {0});
        queue_.run(kernel, items, totals, returned);
        last_returned_<T> = returned.read(queue_);
        return totals.read(queue_);
    }
    // The values that atomic_add() returned in the last call of counted().
    template <typename T>
    static inline std::vector<T> last_returned_;

    // Each returned value is the total before one of the additions, which happen in an unknown order. Among the sorted
    // totals, including the final total `last`, the differences between neighbours must be exactly the added values.
    template <typename T>
    static void expect_order_of_additions(T first, T last, T unit) {
        std::vector<T> previous_values = last_returned_<T>;
        previous_values.push_back(last);
        std::ranges::sort(previous_values);
        EXPECT_EQ(previous_values.front(), first);
        std::vector<T> steps;
        for (size_t i = 0; i + 1 < previous_values.size(); ++i) steps.push_back(previous_values[i + 1] - previous_values[i]);
        std::ranges::sort(steps);
        for (uint32_t i = 0; i < count; ++i) ASSERT_EQ(steps[i], T(i + 1) * unit) << i;
    }

    template <typename Test>
    void of_each_type(Test test) {
        test(counted<uint32_t>(program_.count_uint));
        test(counted<int32_t>(program_.count_int));
        test(counted<float>(program_.count_float));
    }
};

TEST_P(atomics, atomic_add) {
    EXPECT_EQ(counted<uint32_t>(program_.count_uint)[0], 10 + sum_of_values);
    expect_order_of_additions<uint32_t>(10, 10 + sum_of_values, 1);
    EXPECT_EQ(counted<int32_t>(program_.count_int)[0], int32_t(10 + sum_of_values));
    expect_order_of_additions<int32_t>(10, 10 + sum_of_values, 1);
}

TEST_P(atomics, atomic_sub) {
    EXPECT_EQ(counted<uint32_t>(program_.count_uint)[1], 20 - sum_of_values);
    EXPECT_EQ(counted<int32_t>(program_.count_int)[1], 20 - int32_t(sum_of_values));
}

TEST_P(atomics, atomic_inc) {
    of_each_type([](const auto& results) { EXPECT_EQ(results[2], 30 + count); });
}

TEST_P(atomics, atomic_dec) {
    EXPECT_EQ(counted<uint32_t>(program_.count_uint)[3], 40 - count);
    EXPECT_EQ(counted<int32_t>(program_.count_int)[3], 40 - int32_t(count));
}

TEST_P(atomics, atomic_min) {
    of_each_type([](const auto& results) { EXPECT_EQ(results[4], 1); });
}

TEST_P(atomics, atomic_max) {
    of_each_type([](const auto& results) { EXPECT_EQ(results[5], count); });
}

TEST_P(atomics, atomic_xchg) {
    auto place = device_.create_buffer<uint32_t>(1, 0u);
    auto returned = device_.create_buffer<uint32_t>(count, 0u);
    queue_.run(program_.exchange_uint, items, place, returned);
    std::vector<uint32_t> numbers = returned.read(queue_);
    numbers.push_back(place.read(queue_).front());
    std::ranges::sort(numbers);
    for (uint32_t i = 0; i <= count; ++i) ASSERT_EQ(numbers[i], i);
}

TEST_P(atomics, atomic_cmpxchg) {
    constexpr uint32_t places = 100;
    auto memory = device_.create_buffer<uint32_t>(places, ~0u);
    auto returned = device_.create_buffer<uint32_t>(count, 0u);
    queue_.run(program_.claim_uint, items, memory, returned, places);
    const std::vector<uint32_t> winners = memory.read(queue_);
    const std::vector<uint32_t> results = returned.read(queue_);
    for (uint32_t i = 0; i < count; ++i) {
        const uint32_t winner = winners[i % places];
        ASSERT_EQ(winner % places, i % places);
        ASSERT_EQ(results[i], winner == i ? ~0u : winner) << i;
    }
}

TEST_P(atomics, atomic_and) {
    auto cleared = device_.create_buffer<uint32_t>(count / 32, ~0u);
    auto set = device_.create_buffer<uint32_t>(count / 32, 0u);
    auto turned = device_.create_buffer<uint32_t>(count / 32, 0x0f0f0f0fu);
    auto returned = device_.create_buffer<uint32_t>(count, 0u);
    queue_.run(program_.change_bits, items, cleared, set, turned, returned);
    EXPECT_EQ(cleared.read(queue_), std::vector<uint32_t>(count / 32, 0u));
    const std::vector<uint32_t> bits = returned.read(queue_);
    for (uint32_t i = 0; i < count; ++i) ASSERT_EQ(bits[i], 1u << i % 32) << i;
}

TEST_P(atomics, atomic_or) {
    auto cleared = device_.create_buffer<uint32_t>(count / 32, ~0u);
    auto set = device_.create_buffer<uint32_t>(count / 32, 0u);
    auto turned = device_.create_buffer<uint32_t>(count / 32, 0u);
    auto returned = device_.create_buffer<uint32_t>(count, 0u);
    queue_.run(program_.change_bits, range(count / 2).groups_of(group), cleared, set, turned, returned);
    const std::vector<uint32_t> results = set.read(queue_);
    for (uint32_t i = 0; i < count / 32; ++i) ASSERT_EQ(results[i], i < count / 64 ? ~0u : 0u) << i;
}

TEST_P(atomics, atomic_xor) {
    auto cleared = device_.create_buffer<uint32_t>(count / 32, ~0u);
    auto set = device_.create_buffer<uint32_t>(count / 32, 0u);
    auto turned = device_.create_buffer<uint32_t>(count / 32, 0x0f0f0f0fu);
    auto returned = device_.create_buffer<uint32_t>(count, 0u);
    queue_.run(program_.change_bits, items, cleared, set, turned, returned);
    EXPECT_EQ(turned.read(queue_), std::vector<uint32_t>(count / 32, 0xf0f0f0f0u));
}

// Every store writes a word with two equal halves. The last word must have two equal halves too, whichever work-item stored it.
TEST_P(atomics, atomic_store) {
    auto places = device_.create_buffer<uint32_t>(1, 0u);
    auto loaded_values = device_.create_buffer<uint32_t>(count, 0u);
    auto number = device_.create_buffer<float>(2, 0.0f);
    queue_.run(program_.store_and_load, items, places, loaded_values, number);
    const uint32_t left = places.read(queue_).front();
    EXPECT_EQ(left >> 16, left & 0xffff);
    EXPECT_LT(left & 0xffff, count);
    EXPECT_EQ(number.read(queue_), (std::vector<float> {0.5f, 0.5f}));
}

TEST_P(atomics, atomic_load) {
    auto places = device_.create_buffer<uint32_t>(1, 0u);
    auto loaded_values = device_.create_buffer<uint32_t>(count, 1u);
    auto number = device_.create_buffer<float>(2, 0.0f);
    queue_.run(program_.store_and_load, items, places, loaded_values, number);
    for (const uint32_t value : loaded_values.read(queue_)) ASSERT_EQ(value >> 16, value & 0xffff);
}

TEST_P(atomics, std_atomic) {
    auto raw = device_.create_buffer<uint32_t>(2, 0u);
    queue_.run(program_.raw_atomics, items, raw);
    EXPECT_EQ(raw.read(queue_), (std::vector<uint32_t> {sum_of_values - count, count}));

    auto own_values = device_.create_buffer<uint32_t>(count, 0u);
    queue_.run(program_.private_atomic, items, own_values);
    EXPECT_EQ(own_values.read(queue_)[20], 20u + 3 + 5);

    auto counters = device_.create_buffer<atomic_counters>(1);
    counters.write(queue_, std::vector<atomic_counters>(1));
    if (!runs_unless(lacks_orders, [&] { queue_.run(program_.cpp_atomics, items, counters); })) return;
    const std::vector<atomic_counters> results = counters.read(queue_);
    EXPECT_EQ(results[0].sum, sum_of_values - count);  // 0 + 1 + … + (count - 1), the sum of the work-items' indices
    EXPECT_EQ(results[0].count, count);
    EXPECT_EQ(results[0].last, 7u);
    EXPECT_EQ(results[0].most, count - 1);
    EXPECT_EQ(results[0].total, count / 2.0f);

    auto referred = device_.create_buffer<uint32_t>(3, 0u);
    auto total = device_.create_buffer<float>(1, 0.0f);
    queue_.run(program_.referred_atomics, items, referred, total);
    EXPECT_EQ(referred.read(queue_), (std::vector<uint32_t> {sum_of_values - count, count, ~0u}));
    EXPECT_EQ(total.read(queue_).front(), count / 2.0f);
}

TEST_P(atomics, floating_point) {
    const std::vector<float> results = counted<float>(program_.count_float);
    EXPECT_EQ(results, (std::vector<float> {10.0f + sum_of_values, 20.0f - sum_of_values, 30.0f + count, 40.0f - count, 1.0f,
                                            float(count)}));
    expect_order_of_additions<float>(10, 10 + sum_of_values, 1);

    auto place = device_.create_buffer<float>(1, 0.0f);
    auto returned = device_.create_buffer<float>(count, 0.0f);
    queue_.run(program_.exchange_float, items, place, returned);
    std::vector<float> numbers = returned.read(queue_);
    numbers.push_back(place.read(queue_).front());
    std::ranges::sort(numbers);
    for (uint32_t i = 0; i <= count; ++i) ASSERT_EQ(numbers[i], float(i));

    auto claimed = device_.create_buffer<float>(10, -1.0f);
    queue_.run(program_.claim_float, items, claimed, returned, 10u);
    const std::vector<float> winners = claimed.read(queue_);
    const std::vector<float> claim_results = returned.read(queue_);
    for (uint32_t i = 0; i < count; ++i) {
        const float winner = winners[i % 10];
        ASSERT_EQ(uint32_t(winner) % 10, i % 10);
        ASSERT_EQ(claim_results[i], winner == float(i) ? -1.0f : winner) << i;
    }

    auto cleared = device_.create_buffer<float>(count / 32, std::bit_cast<float>(~0u));
    auto set = device_.create_buffer<float>(count / 32, 0.0f);
    auto turned = device_.create_buffer<float>(count / 32, 0.0f);
    queue_.run(program_.change_bits_of_float, items, cleared, set, turned);
    EXPECT_EQ(std::bit_cast<uint32_t>(cleared.read(queue_).back()), 0u);
    EXPECT_EQ(std::bit_cast<uint32_t>(set.read(queue_).back()), ~0u);
    EXPECT_EQ(std::bit_cast<uint32_t>(turned.read(queue_).front()), ~0u);

    if (!device_.properties().has_64_bit_atomics || !device_.properties().has_double) return;
    const int64_atomics_program wide(device_);
    constexpr double unit = 4294967296.0;  // 2^32
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
    for (const uint32_t number : expected) expected_weights.push_back(0.25f * static_cast<float>(number));

    auto counts = device_.create_buffer<uint32_t>(16, 0u);
    auto weights = device_.create_buffer<float>(16, 0.0f);
    queue_.run(program_.histogram, items, buffer_of(values), counts, weights);
    EXPECT_EQ(counts.read(queue_), expected);
    EXPECT_EQ(weights.read(queue_), expected_weights);
}

TEST_P(atomics, wide) {
    if (!device_.properties().has_64_bit_atomics) {
        const std::string message = ingot::testing::error_message([&] { const int64_atomics_program rejected(device_); });
        const bool is_missing_in_metal =
            ingot::testing::contains(message, "int64_atomics.kernels.cpp:11:22: error: Metal has no 64-bit atomic");
        EXPECT_TRUE(is_missing_in_metal ||
                    ingot::testing::contains(message, "its kernels require 64-bit atomics, which the device does not have"))
            << message;
        GTEST_SKIP() << device_.name() << " has no 64-bit atomics";
    }
    const int64_atomics_program wide(device_);
    constexpr uint64_t unit = uint64_t {1} << 32;
    EXPECT_EQ(counted<uint64_t>(wide.count_ulong, unit),
              (std::vector<uint64_t> {10 + unit * sum_of_values, 20 - unit * sum_of_values, 30 + count, uint64_t {40} - count,
                                      unit, unit * count}));
    expect_order_of_additions<uint64_t>(10, 10 + unit * sum_of_values, unit);
    EXPECT_EQ(counted<int64_t>(wide.count_long, unit)[1], 20 - int64_t(unit * sum_of_values));

    auto cleared = device_.create_buffer<uint64_t>(count / 64, ~uint64_t {0});
    auto set = device_.create_buffer<uint64_t>(count / 64, uint64_t {0});
    auto turned = device_.create_buffer<uint64_t>(count / 64, uint64_t {0x0f});
    queue_.run(wide.change_bits, items, cleared, set, turned);
    EXPECT_EQ(cleared.read(queue_), std::vector<uint64_t>(count / 64, 0));
    EXPECT_EQ(set.read(queue_), std::vector<uint64_t>(count / 64, ~uint64_t {0}));
    EXPECT_EQ(turned.read(queue_), std::vector<uint64_t>(count / 64, ~uint64_t {0x0f}));

    auto places = device_.create_buffer<uint64_t>(100, ~uint64_t {0});
    auto returned = device_.create_buffer<uint64_t>(count, uint64_t {0});
    queue_.run(wide.claim, items, places, returned, 100u);
    const std::vector<uint64_t> winners = places.read(queue_);
    const std::vector<uint64_t> claim_results = returned.read(queue_);
    for (uint64_t i = 0; i < count; ++i) {
        const uint64_t winner = winners[i % 100];
        ASSERT_EQ((winner >> 32) % 100, i % 100);
        ASSERT_EQ(claim_results[i], winner == i << 32 ? ~uint64_t {0} : winner) << i;
    }

    auto loaded_values = device_.create_buffer<uint64_t>(count, uint64_t {1});
    queue_.run(wide.store_and_load, items, places, loaded_values);
    for (const uint64_t value : loaded_values.read(queue_)) ASSERT_EQ(value >> 32, value & 0xffffffff);

    auto place = device_.create_buffer<uint64_t>(1, uint64_t {0});
    auto number = device_.create_buffer<double>(1, 0.0);
    auto number_returned = device_.create_buffer<double>(count, 0.0);
    queue_.run(wide.exchange, items, place, returned, number, number_returned);
    std::vector<uint64_t> numbers = returned.read(queue_);
    numbers.push_back(place.read(queue_).front());
    std::ranges::sort(numbers);
    for (uint64_t i = 0; i <= count; ++i) ASSERT_EQ(numbers[i], i << 32 | i);
    std::vector<double> doubles = number_returned.read(queue_);
    doubles.push_back(number.read(queue_).front());
    std::ranges::sort(doubles);
    for (uint64_t i = 0; i <= count; ++i) ASSERT_EQ(doubles[i], static_cast<double>(i << 32 | i));

    auto counters = device_.create_buffer<uint64_t>(1, uint64_t {0});
    auto total = device_.create_buffer<double>(1, 0.0);
    queue_.run(wide.referred, items, counters, total);
    EXPECT_EQ(counters.read(queue_).front(), unit * (sum_of_values - count));
    EXPECT_EQ(total.read(queue_).front(), count / 2.0);

    auto sums = device_.create_buffer<uint64_t>(count / group, uint64_t {0});
    auto totals = device_.create_buffer<double>(count / group, 0.0);
    queue_.run(wide.in_local_memory, items, sums, totals);
    const std::vector<uint64_t> of_groups = sums.read(queue_);
    EXPECT_EQ(std::accumulate(of_groups.begin(), of_groups.end(), uint64_t {0}), unit * (sum_of_values - count));
    EXPECT_EQ(totals.read(queue_), std::vector<double>(count / group, group / 2.0));
}

class narrow_atomics : public atomics {
protected:
    narrow_atomics_program narrow_ {device_};

    template <typename T>
    void expect_counts() {
        std::vector<T> expected {10, 20, 30, 40, 50, 60, 70};
        auto totals = buffer_of(expected);
        auto returned = device_.create_buffer<T>(count, T {0});
        queue_.run(narrow_.count<T>(), items, totals, returned);
        uint32_t sum = 0;
        for (uint32_t item = 0; item < count; ++item) sum += item % 100 + 3;
        EXPECT_EQ(totals.read(queue_), (std::vector<T> {T(10 + count), T(20 + sum), T(30 - sum), T(40 - count), 3, 102, 70}));

        // Each value from 10 to 9 + count has been returned once, except that the values wrap around at the limit of T.
        std::vector<uint32_t> times(size_t {1} << 8 * sizeof(T));
        for (const T value : returned.read(queue_)) ++times[std::make_unsigned_t<T>(value)];
        std::vector<uint32_t> expected_times(times.size());
        for (uint32_t i = 0; i < count; ++i) ++expected_times[(10 + i) % times.size()];
        EXPECT_EQ(times, expected_times);
    }

    template <typename T>
    void expect_bits() {
        constexpr uint32_t width = 8 * sizeof(T);
        const T all = std::numeric_limits<T>::max();
        auto cleared = device_.create_buffer<T>(count / width, all);
        auto set = device_.create_buffer<T>(count / width, T {0});
        auto turned = device_.create_buffer<T>(count / width, T {0x0f});
        auto returned = device_.create_buffer<T>(count, T {0});
        queue_.run(narrow_.change_bits<T>(), items, cleared, set, turned, returned);
        EXPECT_EQ(cleared.read(queue_), std::vector<T>(count / width, T {0}));
        EXPECT_EQ(set.read(queue_), std::vector<T>(count / width, all));
        EXPECT_EQ(turned.read(queue_), std::vector<T>(count / width, T(all ^ 0x0f)));
        const std::vector<T> bits = returned.read(queue_);
        for (uint32_t i = 0; i < count; ++i) ASSERT_EQ(bits[i], T(1u << i % width)) << i;
    }

    template <typename T>
    void expect_claims() {
        constexpr uint32_t places = 103;  // count / places fits into 7 bits
        auto memory = device_.create_buffer<T>(places, T(-1));
        auto returned = device_.create_buffer<T>(count, T {0});
        queue_.run(narrow_.claim<T>(), items, memory, returned, places);
        const std::vector<T> winners = memory.read(queue_);
        const std::vector<T> results = returned.read(queue_);
        for (uint32_t i = 0; i < count; ++i) {
            const T winner = winners[i % places];
            ASSERT_LT(uint32_t(winner), count / places + 1) << i;
            ASSERT_EQ(results[i], winner == T(i / places) ? T(-1) : winner) << i;
        }
    }
};

TEST_P(narrow_atomics, counts) {
    expect_counts<uint8_t>();
    expect_counts<int8_t>();
    expect_counts<uint16_t>();
    expect_counts<int16_t>();
}

TEST_P(narrow_atomics, bits) {
    expect_bits<uint8_t>();
    expect_bits<uint16_t>();
}

TEST_P(narrow_atomics, exchange) {
    auto place = buffer_of(std::vector<uint16_t> {77, 0, 88});
    auto returned = device_.create_buffer<uint16_t>(count, uint16_t {0});
    queue_.run(narrow_.exchange, items, place, returned);
    const std::vector<uint16_t> places = place.read(queue_);
    EXPECT_EQ(places[0], 77);
    EXPECT_EQ(places[2], 88);
    std::vector<uint16_t> numbers = returned.read(queue_);
    numbers.push_back(places[1]);
    std::ranges::sort(numbers);
    for (uint32_t i = 0; i <= count; ++i) ASSERT_EQ(numbers[i], i);

    expect_claims<uint8_t>();
    expect_claims<int16_t>();
}

TEST_P(narrow_atomics, store_and_load) {
    auto places = buffer_of(std::vector<uint16_t> {1, 2, 0, 3, 4});
    auto loaded_values = device_.create_buffer<uint16_t>(count, uint16_t {1});
    queue_.run(narrow_.store_and_load, items, places, loaded_values);
    for (const uint16_t value : loaded_values.read(queue_)) ASSERT_EQ(value, value % 16 * 0x1111);
    const std::vector<uint16_t> left = places.read(queue_);
    EXPECT_EQ(left, (std::vector<uint16_t> {1, 2, uint16_t(left[2] % 16 * 0x1111), 3, 4}));
}

// Work-items change bytes of the same 32-bit word by atomic additions and by plain stores. No addition and no store may be
// lost.
TEST_P(narrow_atomics, beside_plain_stores) {
    auto bytes = device_.create_buffer<uint8_t>(count / 4, uint8_t {255});
    queue_.run(narrow_.add_beside_stores, items, bytes);
    const std::vector<uint8_t> results = bytes.read(queue_);
    for (uint32_t i = 0; i < count / 8; ++i) {
        ASSERT_EQ(results[2 * i], uint8_t(255 + 8 * 3)) << i;
        ASSERT_EQ(results[2 * i + 1], uint8_t(i)) << i;
    }
}

TEST_P(narrow_atomics, local_memory) {
    std::vector<uint32_t> values(count);
    for (uint32_t i = 0; i < count; ++i) values[i] = i * i;
    std::vector<uint32_t> expected(5, 0);
    for (const uint32_t value : values) ++expected[value % 5];
    auto counts = device_.create_buffer<uint32_t>(5, 0u);
    queue_.run(narrow_.histogram, items, buffer_of(values), counts);
    EXPECT_EQ(counts.read(queue_), expected);
}

TEST_P(narrow_atomics, std_atomic) {
    auto counters = device_.create_buffer<narrow_counters>(1);
    counters.write(queue_, std::vector<narrow_counters>(1));
    auto winners = device_.create_buffer<uint8_t>(count / 64, uint8_t {0});
    if (!runs_unless(lacks_orders, [&] { queue_.run(narrow_.cpp_atomics, items, counters, winners); })) return;
    const std::vector<narrow_counters> results = counters.read(queue_);
    EXPECT_EQ(results[0].bytes, uint8_t(count * 3));
    EXPECT_EQ(results[0].most, count - 1);
    EXPECT_EQ(results[0].locked, 1);
    for (const std::atomic<bool>& flag : results[0].flags) EXPECT_TRUE(flag);
    EXPECT_EQ(winners.read(queue_), std::vector<uint8_t>(count / 64, 1));
}

TEST_P(atomics, bits_of_floating_point) {
    auto extremes = buffer_of(std::vector<uint32_t> {UINT32_MAX, 0, 0});
    queue_.run(program_.compare_bits_of_float, items, extremes, 1.5f);
    uint32_t all = 0;
    for (uint32_t i = 1; i <= count; ++i) all |= std::bit_cast<uint32_t>(static_cast<float>(i) * 1.5f);
    EXPECT_EQ(extremes.read(queue_),
              (std::vector<uint32_t> {std::bit_cast<uint32_t>(1.5f), std::bit_cast<uint32_t>(1.5f * count), all}));
}

INGOT_TEST_ON_EVERY_DEVICE(atomics);
INGOT_TEST_ON_EVERY_DEVICE(narrow_atomics);

}  // namespace
