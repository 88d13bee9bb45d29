// Compares Ingot's algorithms over whole buffers (reduce, scan, sort) with those of the standard library on the host.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <ingot/algorithms/algorithms.hpp>
#include <limits>
#include <numeric>
#include <random>
#include <utility>
#include <vector>

#include "every_device.hpp"

namespace {

using namespace ingot;

// Sizes around 256, the number of work-items in a group, and around the size of a tile. A tile is the part of a buffer that
// one work-group processes: 2048 elements of 8 bytes, or 4096 of 4 bytes. The last two sizes have many tiles.
const std::vector<size_t> sizes {0, 1, 2, 3, 255, 256, 257, 2047, 2048, 2049, 4095, 4096, 4097, 100'003, 1 << 20};
// With elements of 8 bytes these are 2,442 tiles. Reductions and scans then need three levels, because the results of the tiles
// do not fit into one tile of 2,048 elements.
constexpr size_t several_million = 5'000'011;
// The largest of the sizes at which the sums of the values of `float` are exact in any order. The values are at most 1,000, and
// `float` has all whole numbers up to 2^24, so the sums of at most 16,777 values are exact.
constexpr size_t largest_exact_in_float = 4097;

template <typename T>
struct elements {
    static std::vector<T> random(size_t count, uint64_t seed = 3) {
        std::mt19937_64 next(seed);
        std::vector<T> values(count);
        for (T& value : values) {
            if constexpr (std::is_floating_point_v<T>)
                value = static_cast<T>(static_cast<int64_t>(next() % 2001) - 1000);
            else
                value = static_cast<T>(next());
        }
        return values;
    }
    static T add(T a, T b) {
        if constexpr (std::is_integral_v<T>)
            return static_cast<T>(static_cast<std::make_unsigned_t<T>>(a) + static_cast<std::make_unsigned_t<T>>(b));
        else
            return a + b;
    }
};

class algorithms_on : public ingot::testing::every_device {
protected:
    template <typename T>
    bool is_possible() const {
        return !std::is_same_v<T, double> || device_.properties().has_double;
    }

    template <typename T>
    device_buffer<T> upload(const std::vector<T>& values) const {
        return device_.create_buffer<T>(std::span<const T>(values));
    }

    // Compares exactly: sums of integers wrap around, and the floating-point elements are small whole numbers, whose sums are
    // exact in any order.
    template <typename T>
    void expect_reductions(size_t count) {
        if (!is_possible<T>()) return;
        const std::vector<T> values = elements<T>::random(count);
        const auto buffer = upload(values);
        using limits = std::numeric_limits<T>;
        const T maximum = limits::has_infinity ? limits::infinity() : limits::max();
        const T minimum = limits::has_infinity ? -limits::infinity() : limits::lowest();
        EXPECT_EQ(algorithms_.reduce(queue_, buffer), std::accumulate(values.begin(), values.end(), T(0), elements<T>::add))
            << count;
        EXPECT_EQ(algorithms_.reduce(queue_, buffer, combination::minimum), count == 0 ? maximum : std::ranges::min(values))
            << count;
        EXPECT_EQ(algorithms_.reduce(queue_, buffer, combination::maximum), count == 0 ? minimum : std::ranges::max(values))
            << count;
    }

    template <typename T>
    void expect_scans(size_t count) {
        if (!is_possible<T>()) return;
        const std::vector<T> values = elements<T>::random(count);
        auto source = upload(values);
        auto target = device_.create_buffer<T>(count);
        std::vector<T> expected(count);

        algorithms_.inclusive_scan(queue_, source, target);
        std::inclusive_scan(values.begin(), values.end(), expected.begin(), elements<T>::add);
        expect_equal(target.read(queue_), expected, "inclusive sum");
        algorithms_.exclusive_scan(queue_, source, target, T(7));
        std::exclusive_scan(values.begin(), values.end(), expected.begin(), T(7), elements<T>::add);
        expect_equal(target.read(queue_), expected, "exclusive sum");
        algorithms_.inclusive_scan(queue_, source, target, combination::maximum);
        std::inclusive_scan(values.begin(), values.end(), expected.begin(), [](T a, T b) { return std::max(a, b); });
        expect_equal(target.read(queue_), expected, "maximum");
        algorithms_.exclusive_scan(queue_, source, source, T(3), combination::minimum);
        std::exclusive_scan(values.begin(), values.end(), expected.begin(), T(3), [](T a, T b) { return std::min(a, b); });
        expect_equal(source.read(queue_), expected, "minimum, in place");
    }

    template <typename T>
    static void expect_equal(const std::vector<T>& actual, const std::vector<T>& expected, const char* description) {
        ASSERT_EQ(actual.size(), expected.size());
        const auto [first, second] = std::ranges::mismatch(actual, expected);
        EXPECT_TRUE(first == actual.end()) << description << " of " << actual.size() << " differs at " << first - actual.begin()
                                           << ": " << *first << " for " << *second;
    }

    // Returns ordered_bits() of each key. The tests compare these integers, because a NaN is not equal to itself.
    template <typename Key>
    static std::vector<uint64_t> bits_of(const std::vector<Key>& keys) {
        std::vector<uint64_t> bits(keys.size());
        std::ranges::transform(keys, bits.begin(), [](Key key) { return uint64_t {ordered_bits(key)}; });
        return bits;
    }

    template <typename Key>
    void expect_sorted(std::vector<Key> keys) {
        auto buffer = upload(keys);
        algorithms_.radix_sort(queue_, buffer);
        std::ranges::sort(keys, {}, [](Key key) { return ordered_bits(key); });
        expect_equal(bits_of(buffer.read(queue_)), bits_of(keys), "sorted");
    }

    // The value of each key is the key's index before the sort, so the test fails if the sort changes the order of equal keys.
    template <typename Key, typename Value>
    void expect_sorted_pairs(const std::vector<Key>& keys) {
        std::vector<Value> values(keys.size());
        std::iota(values.begin(), values.end(), Value(0));
        auto key_buffer = upload(keys);
        auto value_buffer = upload(values);
        algorithms_.radix_sort(queue_, key_buffer, value_buffer);
        std::ranges::sort(values, {},
                          [&](Value value) { return std::pair(ordered_bits(keys[static_cast<size_t>(value)]), value); });
        expect_equal(value_buffer.read(queue_), values, "values");
        std::vector<Key> expected(keys.size());
        std::ranges::transform(values, expected.begin(), [&](Value value) { return keys[static_cast<size_t>(value)]; });
        expect_equal(bits_of(key_buffer.read(queue_)), bits_of(expected), "keys");
    }

    algorithms algorithms_ {device_};
};

TEST_P(algorithms_on, reduces_any_size) {
    for (const size_t count : sizes) {
        expect_reductions<int32_t>(count);
        expect_reductions<uint64_t>(count);
        if (count <= largest_exact_in_float) expect_reductions<float>(count);
        expect_reductions<double>(count);
    }
    expect_reductions<uint32_t>(several_million);
    expect_reductions<int64_t>(several_million);
}

TEST_P(algorithms_on, scans_any_size) {
    for (const size_t count : sizes) {
        expect_scans<int32_t>(count);
        expect_scans<uint64_t>(count);
        if (count <= largest_exact_in_float) expect_scans<float>(count);
        expect_scans<double>(count);
    }
    expect_scans<uint32_t>(several_million);
    expect_scans<int64_t>(several_million);
}

// Adds 0.1 to 100 million about a million times. If the additions were done one after the other in single precision, each sum
// would be rounded to 100 million again.
TEST_P(algorithms_on, sums_of_float_lose_little) {
    std::vector<float> values(1 << 20, 0.1f);
    values.front() = 1e8f;
    const auto buffer = upload(values);
    const double exact = 1e8 + 0.1f * double((1 << 20) - 1);
    EXPECT_NEAR(algorithms_.reduce(queue_, buffer), exact, exact * 1e-6);
}

TEST_P(algorithms_on, sorts_any_size) {
    for (const size_t count : sizes) {
        expect_sorted(elements<uint32_t>::random(count));
        expect_sorted(elements<int64_t>::random(count));
    }
    expect_sorted(elements<uint32_t>::random(several_million));
}

TEST_P(algorithms_on, sorts_each_kind_of_key) {
    constexpr size_t count = 10'001;
    expect_sorted(elements<int32_t>::random(count));
    expect_sorted(elements<uint64_t>::random(count));
    std::vector<float> single = elements<float>::random(count);
    std::vector<double> wide = elements<double>::random(count);
    for (size_t i = 0; i < count; ++i) {
        single[i] = std::ldexp(single[i], static_cast<int>(i % 60) - 30);
        wide[i] = std::ldexp(wide[i], static_cast<int>(i % 600) - 300);
    }
    const auto add_special = [](auto& values) {
        using limits = std::numeric_limits<std::remove_cvref_t<decltype(values[0])>>;
        std::ranges::copy(std::vector {limits::infinity(), -limits::infinity(), limits::quiet_NaN(), -limits::quiet_NaN(),
                                       limits::denorm_min(), -limits::denorm_min(), limits::max(), limits::lowest()},
                          values.begin() + 100);
    };
    add_special(single);
    add_special(wide);
    expect_sorted(single);
    expect_sorted(wide);
}

TEST_P(algorithms_on, moves_values_with_their_keys) {
    for (const size_t count : {size_t {0}, size_t {1}, size_t {2049}, size_t {50'000}}) {
        std::vector<uint32_t> few = elements<uint32_t>::random(count);
        for (uint32_t& key : few) key %= 50;  // many are equal
        expect_sorted_pairs<uint32_t, uint32_t>(few);
        expect_sorted_pairs<float, uint64_t>(elements<float>::random(count));
        expect_sorted_pairs<int64_t, int32_t>(elements<int64_t>::random(count));
        expect_sorted_pairs<double, double>(elements<double>::random(count));
    }
    expect_sorted_pairs<uint32_t, uint32_t>(elements<uint32_t>::random(several_million));
}

TEST_P(algorithms_on, rejects_what_does_not_fit) {
    using ingot::testing::contains;
    using ingot::testing::error_message;
    auto ten = device_.create_buffer<uint32_t>(10, 1u);
    auto nine = device_.create_buffer<uint32_t>(9, 1u);
    EXPECT_TRUE(
        contains(error_message([&] { algorithms_.inclusive_scan(queue_, ten, nine); }), "both buffers must have the same size"));
    EXPECT_TRUE(contains(error_message([&] { algorithms_.radix_sort(queue_, ten, nine); }), "10 keys and 9 values"));
    EXPECT_EQ(algorithms_.reduce(queue_, ten), 10u);  // the object remains usable after an error
}

TEST_P(algorithms_on, rejects_a_buffer_of_another_device) {
    const auto listings = devices();
    const auto other = std::ranges::find_if(listings, [&](const auto& each) { return each.device && *each.device != device_; });
    if (other == listings.end()) GTEST_SKIP() << "this machine has one device";
    const auto buffer = other->device->create_buffer<uint32_t>(10, 1u);
    EXPECT_TRUE(
        ingot::testing::contains(ingot::testing::error_message([&] { algorithms_.reduce(queue_, buffer); }), "another device"));
}

INGOT_TEST_ON_EVERY_DEVICE(algorithms_on);

}  // namespace
