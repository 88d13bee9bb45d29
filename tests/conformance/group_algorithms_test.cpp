// Tests of the algorithms that a whole work-group executes together, against the host's standard library.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <ingot/ingot.hpp>
#include <ingot/language/radix_key.hpp>
#include <limits>
#include <numeric>
#include <random>
#include <utility>
#include <vector>

#include "every_device.hpp"
#include "group_algorithms.kernels.hpp"

namespace {

using namespace ingot;

constexpr auto sum = [](auto a, auto b) { return a + b; };
constexpr auto larger = [](auto a, auto b) { return a > b ? a : b; };

enum column { reduced, inclusive, exclusive };

class group_algorithms : public ingot::testing::every_device {
protected:
    // Compares one column of the kernel's table, group by group, with the result of the standard library. `value_of` converts
    // an element of the source to the value that the kernel uses.
    template <typename T, typename Kernel, typename Value, typename Operation>
    void expect(column column, Kernel group_algorithms_program::* kernel_member, const range& items, uint32_t group, T initial,
                Value value_of, Operation operation) {
        const size_t count = size_t(items.global()[0]) * items.global()[1];
        std::vector<int32_t> source(count);
        for (size_t i = 0; i < count; ++i) source[i] = static_cast<int32_t>(i * 37 % 101) - 50;
        const auto on_device = device_.create_buffer<int32_t>(std::span<const int32_t>(source));
        auto table = device_.create_buffer<T>(count * 6, T(-1));  // three columns for each of two rounds
        queue_.run(program_.*kernel_member, items, on_device, table);
        const std::vector<T> results = table.read(queue_);

        // Returns the position in the source of work-item `item`, where work-items are counted group by group. The rows of a
        // two-dimensional group are not adjacent in the source.
        const auto source_index = [&](size_t item) {
            const size_t width = items.local()[0], across = items.global()[0] / width;
            const size_t group_index = item / group, in_group = item % group;
            return (group_index / across * items.local()[1] + in_group / width) * items.global()[0] +
                   group_index % across * width + in_group % width;
        };
        std::vector<T> values(count);
        for (size_t i = 0; i < count; ++i) values[i] = value_of(source[source_index(i)]);
        for (size_t round = 0; round < 2; ++round) {
            for (size_t first = 0; first < count; first += group) {
                const auto begin = values.begin() + static_cast<std::ptrdiff_t>(first);
                const auto end = begin + static_cast<std::ptrdiff_t>(group);
                std::vector<T> expected(group);
                if (column == reduced)
                    std::ranges::fill(expected, std::accumulate(begin + 1, end, *begin, operation));
                else if (column == inclusive)
                    std::inclusive_scan(begin, end, expected.begin(), operation);
                else
                    std::exclusive_scan(begin, end, expected.begin(), initial, operation);
                for (size_t i = 0; i < group; ++i)
                    EXPECT_EQ(results[(round * count + source_index(first + i)) * 3 + column], expected[i])
                        << "round " << round << ", item " << i << " of the group at " << first;
            }
            for (T& value : values) value = operation(value, value);
        }
    }

    void expect_column(column column) {
        const auto same = [](int32_t value) { return value; };
        using program_type = group_algorithms_program;
        expect<int32_t>(column, &program_type::write_integers_64, range(256).groups_of(64), 64, 1000, same, sum);
        expect<int32_t>(column, &program_type::write_integers_100, range(300).groups_of(100), 100, -7, same, larger);
        expect<int32_t>(column, &program_type::write_integers_1, range(5).groups_of(1), 1, 3, same, sum);
        expect<int64_t>(
            column, &program_type::write_wide_plane, range(16, 8).groups_of(8, 4), 32, 5,
            [](int32_t value) { return int64_t(value) << 20; }, sum);
        // Sums of small integers are exact in any order.
        expect<float>(
            column, &program_type::write_reals, range(256).groups_of(128), 128, 0.5f,
            [](int32_t value) { return static_cast<float>(value); }, sum);
        expect_order(column);
    }

    // Tests an operation that is not commutative.
    void expect_order(column column) {
        constexpr uint32_t count = 192, group = 96;
        std::vector<int32_t> source(count);
        std::iota(source.begin(), source.end(), 5);
        const auto on_device = device_.create_buffer<int32_t>(std::span<const int32_t>(source));
        auto table = device_.create_buffer<uint32_t>(count * 3, 0u);
        queue_.run(program_.write_ordered, range(count).groups_of(group), on_device, table);
        const std::vector<uint32_t> results = table.read(queue_);
        for (uint32_t first = 0; first < count; first += group) {
            uint32_t a = 1, b = 0;
            std::vector<uint32_t> exclusive_results, inclusive_results;
            for (uint32_t i = first; i < first + group; ++i) {
                exclusive_results.push_back(a * 31 + b);
                const uint32_t factor = static_cast<uint32_t>(source[i]) | 1u;
                a = factor * a;
                b = factor * b + i;
                inclusive_results.push_back(a * 31 + b);
            }
            for (uint32_t i = 0; i < group; ++i)
                EXPECT_EQ(results[(first + i) * 3 + column], column == reduced     ? inclusive_results.back()
                                                             : column == inclusive ? inclusive_results[i]
                                                                                   : exclusive_results[i]);
        }
    }

    template <typename Key>
    static std::vector<Key> random_keys(size_t count) {
        std::mt19937_64 random(11);
        std::vector<Key> keys(count);
        for (Key& key : keys) {
            if constexpr (std::is_floating_point_v<Key>)
                key = std::ldexp(static_cast<Key>(random() % 2001) - Key(1000), static_cast<int>(random() % 40) - 20);
            else
                key = static_cast<Key>(random());
        }
        return keys;
    }

    template <typename Key, typename Kernel>
    void expect_sorted(Kernel group_algorithms_program::* kernel_member, uint32_t group, size_t count, std::vector<Key> keys) {
        auto on_device = device_.create_buffer<Key>(std::span<const Key>(keys));
        queue_.run(program_.*kernel_member, range(static_cast<uint32_t>(keys.size() / count) * group).groups_of(group),
                   on_device);
        const std::vector<Key> results = on_device.read(queue_);
        for (size_t first = 0; first < keys.size(); first += count)
            std::ranges::sort(std::span(keys).subspan(first, count), {}, [](Key key) { return ordered_bits(key); });
        for (size_t i = 0; i < keys.size(); ++i) EXPECT_EQ(ordered_bits(results[i]), ordered_bits(keys[i])) << i;
    }

    template <typename Key, typename Kernel>
    void expect_sorted_pairs(Kernel group_algorithms_program::* kernel_member, uint32_t group, size_t count, size_t groups) {
        const std::vector<Key> keys = random_keys<Key>(count * groups);
        std::vector<uint32_t> values(keys.size());
        std::iota(values.begin(), values.end(), 0u);
        auto keys_on_device = device_.create_buffer<Key>(std::span<const Key>(keys));
        auto values_on_device = device_.create_buffer<uint32_t>(std::span<const uint32_t>(values));
        queue_.run(program_.*kernel_member, range(static_cast<uint32_t>(groups) * group).groups_of(group), keys_on_device,
                   values_on_device);
        for (size_t first = 0; first < keys.size(); first += count)
            std::ranges::sort(std::span(values).subspan(first, count), {},
                              [&](uint32_t value) { return std::pair(keys[value], value); });
        EXPECT_EQ(values_on_device.read(queue_), values);
        const std::vector<Key> results = keys_on_device.read(queue_);
        for (size_t i = 0; i < results.size(); ++i) EXPECT_EQ(results[i], keys[values[i]]) << i;
    }

    group_algorithms_program program_ {device_};
};

TEST_P(group_algorithms, reduce) { expect_column(reduced); }
TEST_P(group_algorithms, inclusive_scan) { expect_column(inclusive); }
TEST_P(group_algorithms, exclusive_scan) { expect_column(exclusive); }

TEST_P(group_algorithms, radix_sort) {
    using program_type = group_algorithms_program;
    expect_sorted<uint32_t>(&program_type::sort_unsigned, 64, 1000, random_keys<uint32_t>(3000));
    expect_sorted<int16_t>(&program_type::sort_signed, 64, 64, random_keys<int16_t>(128));
    expect_sorted<uint64_t>(&program_type::sort_few, 64, 3, random_keys<uint64_t>(9));
    std::vector<float> reals = random_keys<float>(100);
    constexpr float infinity = std::numeric_limits<float>::infinity(), nan = std::numeric_limits<float>::quiet_NaN();
    std::ranges::copy(std::vector<float> {0.0f, -0.0f, infinity, -infinity, nan, -nan, 1e-45f, -1e-45f}, reals.begin() + 20);
    expect_sorted<float>(&program_type::sort_reals, 32, 50, reals);
    expect_sorted_pairs<uint8_t>(&program_type::sort_unsigned_pairs, 32, 300, 2);
    expect_sorted_pairs<int64_t>(&program_type::sort_wide_pairs, 128, 512, 2);
}

INGOT_TEST_ON_EVERY_DEVICE(group_algorithms);

}  // namespace
