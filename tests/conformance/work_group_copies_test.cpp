// Tests of asynchronous copies into local memory, and of prefetch.
#include "work_group_copies.hpp"

#include <gtest/gtest.h>

#include <ingot/ingot.hpp>
#include <string>
#include <vector>

#include "every_device.hpp"
#include "work_group_copies.kernels.hpp"
#include "work_group_copies_async.kernels.hpp"

namespace {

using namespace ingot;
using work_group_copies::group_items;
using work_group_copies::max_count;
using work_group_copies::three_words;

template <typename T>
T value_of(uint32_t number) {
    return static_cast<T>(uint64_t {number} * 2654435761u);
}
template <>
three_words value_of<three_words>(uint32_t number) {
    return {number, number * 7, ~number};
}

template <typename T>
std::vector<T> numbers(size_t count) {
    std::vector<T> all(count);
    for (size_t i = 0; i < count; ++i) all[i] = value_of<T>(static_cast<uint32_t>(i + 1));
    return all;
}

class work_group_copies_on : public ingot::testing::every_device {
protected:
    template <typename T>
    void expect_reversed(const auto& kernel) {
        constexpr uint32_t groups = 3;
        const std::vector<T> source = numbers<T>(groups * max_count);
        const auto input = device_.create_buffer<T>(std::span<const T>(source));
        for (const uint32_t count : {0u, 1u, 3u, 31u, 32u, 33u, 64u, 101u, 160u}) {
            std::vector<T> expected(groups * max_count, T {});
            for (size_t i = 0; i < expected.size(); ++i)
                if (i % max_count < count) expected[i] = source[i / max_count * max_count + count - 1 - i % max_count];
            auto output = device_.create_buffer<T>(groups * max_count, T {});
            queue_.run(kernel, range(groups * group_items).groups_of(group_items), input, output, count);
            EXPECT_EQ(output.read(queue_), expected) << "with a count of " << count;
        }
    }

    template <typename T>
    void expect_transposed(const auto& kernel, uint32_t rows, uint32_t columns, uint32_t stride) {
        const std::vector<T> source = numbers<T>(size_t {rows} * stride);
        const auto input = device_.create_buffer<T>(std::span<const T>(source));
        auto output = device_.create_buffer<T>(size_t {rows} * columns, T {});
        queue_.run(kernel, range(group_items).groups_of(group_items), input, output, stride);
        std::vector<T> expected(size_t {rows} * columns);
        for (uint32_t i = 0; i < expected.size(); ++i) expected[i] = source[i % rows * stride + i / rows];
        EXPECT_EQ(output.read(queue_), expected);
    }

    // Calls test(program) for the kernels compiled for every device, and for those compiled with `--arch sm_80`, where CUDA
    // devices copy asynchronously. CUDA devices below compute capability 8.0 cannot run the latter.
    void for_each_program(const auto& test) {
        test(work_group_copies_program(device_));
        if (device_.backend() == backend::cuda && device_.properties().compute_capability < version_number {8, 0}) return;
        test(work_group_copies_async_program(device_));
    }
};

TEST_P(work_group_copies_on, contiguous) {
    for_each_program([this](const auto& program) {
        expect_reversed<uint8_t>(program.reverse_bytes);
        expect_reversed<uint8_t>(program.reverse_aligned_bytes);
        expect_reversed<uint16_t>(program.reverse_shorts);
        expect_reversed<uint32_t>(program.reverse_words);
        expect_reversed<uint64_t>(program.reverse_longs);
        expect_reversed<three_words>(program.reverse_structs);
    });
}

TEST_P(work_group_copies_on, rows) {
    for_each_program([this](const auto& program) {
        expect_transposed<uint32_t>(program.transpose_words, 9, 5, 13);
        expect_transposed<uint16_t>(program.transpose_halves, 24, 40, 64);
        expect_transposed<uint8_t>(program.transpose_bytes, 7, 3, 5);
    });
}

TEST_P(work_group_copies_on, several_copies_at_once) {
    for_each_program([this](const auto& program) {
        for (const uint32_t tiles : {1u, 2u, 3u, 10u}) {
            const std::vector<uint32_t> source = numbers<uint32_t>(size_t {tiles} * group_items);
            const auto values = device_.create_buffer<uint32_t>(std::span<const uint32_t>(source));
            auto sums = device_.create_buffer<uint32_t>(group_items, 0u);
            queue_.run(program.add_tiles, range(group_items).groups_of(group_items), values, sums, tiles);
            std::vector<uint32_t> expected(group_items, 0u);
            for (uint32_t tile = 0; tile < tiles; ++tile)
                for (uint32_t item = 0; item < group_items; ++item)
                    expected[item] = expected[item] * 3 + source[tile * group_items + (item + 1) % group_items];
            EXPECT_EQ(sums.read(queue_), expected) << "of " << tiles << " tiles";
        }
    });
}

TEST_P(work_group_copies_on, prefetch) {
    for_each_program([this](const auto& program) {
        constexpr uint32_t count = 7;
        const std::vector<uint32_t> source = numbers<uint32_t>(count * group_items);
        const auto values = device_.create_buffer<uint32_t>(std::span<const uint32_t>(source));
        auto sums = device_.create_buffer<uint32_t>(group_items, 0u);
        queue_.run(program.add_prefetched, range(group_items).groups_of(group_items), values, sums, count);
        std::vector<uint32_t> expected(group_items, 0u);
        for (uint32_t i = 0; i < source.size(); ++i) expected[i % group_items] = expected[i % group_items] * 3 + source[i];
        EXPECT_EQ(sums.read(queue_), expected);
    });
}

INGOT_TEST_ON_EVERY_DEVICE(work_group_copies_on);

}  // namespace
