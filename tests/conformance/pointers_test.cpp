// Tests pointers: walks over each kind of memory, pointers whose memory is chosen at run time, and pointers that are
// stored in variables.
#include "pointers.hpp"

#include <gtest/gtest.h>

#include <ingot/ingot.hpp>
#include <vector>

#include "every_device.hpp"
#include "pointers.kernels.hpp"

namespace {

using namespace ingot;
using pointers::array_size;

constexpr uint32_t item_count = 16;

int64_t walk_on_host(uint32_t number, uint32_t item) {
    return pointers::walk(number, pointers::sorted, pointers::sorted + array_size, static_cast<int32_t>(item));
}

class pointers_walk_over : public ingot::testing::every_device {
protected:
    // Runs every walk in a kernel, and compares with the same walk on the host.
    template <typename Run>
    void expect_walks(Run run) {
        for (uint32_t number = 0; number < pointers::walk_count; ++number) {
            std::vector<int64_t> expected(item_count);
            for (uint32_t i = 0; i < item_count; ++i) expected[i] = walk_on_host(number, i);
            auto results = device_.create_buffer<int64_t>(item_count);
            run(results, number);
            EXPECT_EQ(results.read(queue_), expected) << "walk " << number;
        }
    }

    const range items_ = range(item_count).groups_of(item_count);
    pointers_program program_ {device_};
    device_buffer<int32_t> values_ = device_.create_buffer<int32_t>(std::span<const int32_t>(pointers::sorted));
};

TEST_P(pointers_walk_over, global_memory) {
    expect_walks([&](auto& results, uint32_t number) { queue_.run(program_.walk_global, items_, values_, results, number); });
}
TEST_P(pointers_walk_over, local_memory) {
    expect_walks([&](auto& results, uint32_t number) { queue_.run(program_.walk_local, items_, values_, results, number); });
}
TEST_P(pointers_walk_over, private_memory) {
    expect_walks([&](auto& results, uint32_t number) { queue_.run(program_.walk_private, items_, values_, results, number); });
}
TEST_P(pointers_walk_over, constants) {
    expect_walks([&](auto& results, uint32_t number) { queue_.run(program_.walk_constants, items_, results, number); });
}
TEST_P(pointers_walk_over, text) {
    for (uint32_t number = 0; number < pointers::search_count; ++number) {
        std::vector<int64_t> expected(item_count);
        for (uint32_t i = 0; i < item_count; ++i)
            expected[i] = pointers::search(number, pointers::text, static_cast<char>('a' + i));
        auto results = device_.create_buffer<int64_t>(item_count);
        queue_.run(program_.search_text, items_, results, number);
        EXPECT_EQ(results.read(queue_), expected) << "search " << number;
    }
}
TEST_P(pointers_walk_over, linked_lists) {
    std::vector<int64_t> expected(item_count);
    for (uint32_t i = 0; i < item_count; ++i) expected[i] = pointers::list(i);
    auto results = device_.create_buffer<int64_t>(item_count);
    queue_.run(program_.follow_list, items_, results);
    EXPECT_EQ(results.read(queue_), expected);
}
INGOT_TEST_ON_EVERY_DEVICE(pointers_walk_over);

class pointers_to_chosen_memory : public pointers_walk_over {};

TEST_P(pointers_to_chosen_memory, walk) {
    for (uint32_t number = 0; number < pointers::walk_count; ++number) {
        std::vector<int64_t> expected(item_count);
        for (uint32_t i = 0; i < item_count; ++i) expected[i] = (i + number) % 5 == 4 ? -7 : walk_on_host(number, i);
        auto results = device_.create_buffer<int64_t>(item_count);
        queue_.run(program_.walk_chosen, items_, values_, results, number);
        EXPECT_EQ(results.read(queue_), expected) << "walk " << number;
    }
}
TEST_P(pointers_to_chosen_memory, read_one_element) {
    const auto& sorted_values = pointers::sorted;
    std::vector<int64_t> expected(item_count);
    for (uint32_t i = 0; i < item_count; ++i)
        expected[i] = (i % 2 ? sorted_values[1] : sorted_values[3]) +
                      (i % 2 ? sorted_values[1 + i / 2 % 2] : sorted_values[i]) * 100 +
                      (i % 3 ? sorted_values[4] : sorted_values[5]) * 10'000 +
                      (i % 3 ? sorted_values[i] : sorted_values[i + 1]) * 1'000'000;
    auto results = device_.create_buffer<int64_t>(item_count);
    queue_.run(program_.choose_pair, items_, values_, results);
    EXPECT_EQ(results.read(queue_), expected);
}
// The CPU debug device is the reference, because its global, local, private and constant memory are in one address space.
TEST_P(pointers_to_chosen_memory, write_and_compare) {
    const auto run = [](const device& device) {
        queue queue = device.create_queue();
        const pointers_program program(device);
        auto values = device.create_buffer<uint32_t>(std::vector<uint32_t> {3, 1, 4, 1, 5, 9, 2, 6});
        auto records = device.create_buffer<pointers_record>(std::vector<pointers_record>(8));
        auto results = device.create_buffer<int64_t>(8);
        queue.run(program.write_chosen, range(8).groups_of(8), values, records, results);
        std::vector<int64_t> all = results.read(queue);
        for (const uint32_t value : values.read(queue)) all.push_back(value);
        for (const pointers_record& record : records.read(queue)) all.push_back(record.first + record.fourth + record.large[7]);
        return all;
    };
    const auto results = run(device_);
    EXPECT_EQ(results, run(find_device(backend::cpu_debug)));
    // The low five bits are the comparisons of pointers in write_chosen, here for work-items 0 and 1.
    EXPECT_EQ(results[0] % 32, 1 + 2 + 4);
    EXPECT_EQ(results[1] % 32, 4 + 16);
}
INGOT_TEST_ON_EVERY_DEVICE(pointers_to_chosen_memory);

}  // namespace
