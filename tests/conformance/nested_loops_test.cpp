// Tests loops in kernels with barriers. PoCL from release 4 computes wrong results for an inner loop that all work-items execute
// equally often, in a loop that ends at different times; PoCL 3.1 for a loop that ends at different times, after a barrier in a
// conditional block (targets/opencl_functions/hide_uniform_loops.cpp).
#include <gtest/gtest.h>

#include <ingot/ingot.hpp>
#include <vector>

#include "every_device.hpp"
#include "nested_loops.kernels.hpp"

namespace {

using namespace ingot;

constexpr uint32_t group = 64;
constexpr uint32_t count = 4 * group;

class nested_loops : public ingot::testing::every_device {
protected:
    // The same as in the kernel file, on the host.
    static uint32_t mixed(uint32_t hash, uint32_t value) { return (hash ^ value) * 0x9e3779b9u + (hash >> 15); }
    uint32_t hash_of_rows(uint32_t id, uint32_t columns) const {
        uint32_t hash = id;
        for (uint32_t row = 0; row <= (id & 7u); ++row)
            for (uint32_t column = 0; column < columns; ++column) hash = mixed(hash, inputs_[column] + row);
        return hash;
    }
    // Returns the results of `hash` for all work-items, in the reverse order within each group.
    template <typename Hash>
    static std::vector<uint32_t> reversed(const std::vector<uint32_t>& ids, const Hash& hash) {
        std::vector<uint32_t> results(count);
        for (uint32_t item = 0; item < count; ++item) {
            const uint32_t other = item / group * group + group - 1 - item % group;
            results[item] = hash(ids[other]);
        }
        return results;
    }

    const std::vector<uint32_t> inputs_ {3, 1'000'003, 77, 0xffff'fff0u, 12, 5, 9, 1};
    nested_loops_program program_ {device_};
    device_buffer<uint32_t> values_ = device_.create_buffer<uint32_t>(std::span<const uint32_t>(inputs_));
    device_buffer<uint32_t> results_ = device_.create_buffer<uint32_t>(count);
    std::vector<uint32_t> ids_ = [] {
        std::vector<uint32_t> ids(count);
        for (uint32_t item = 0; item < count; ++item) ids[item] = item;
        return ids;
    }();
};

TEST_P(nested_loops, before_a_barrier) {
    for (const uint32_t columns : {1u, 3u, 8u}) {
        queue_.run(program_.before_a_barrier, range(count).groups_of(group), values_, results_, columns);
        EXPECT_EQ(results_.read(queue_), reversed(ids_, [&](uint32_t id) { return hash_of_rows(id, columns); })) << columns;
    }
    queue_.run(program_.with_a_constant_count, range(count).groups_of(group), values_, results_);
    EXPECT_EQ(results_.read(queue_), reversed(ids_, [&](uint32_t id) { return hash_of_rows(id, 2); }));
}

TEST_P(nested_loops, in_a_loop_with_barriers) {
    queue_.run(program_.in_a_loop_with_barriers, range(count).groups_of(group), values_, results_, 4u);
    std::vector<uint32_t> ids = ids_;
    for (int step = 0; step < 3; ++step) ids = reversed(ids, [&](uint32_t id) { return hash_of_rows(id, 4); });
    EXPECT_EQ(results_.read(queue_), ids);
}

TEST_P(nested_loops, after_a_barrier_in_a_condition) {
    for (const uint32_t is_chosen : {0u, 1u}) {
        queue_.run(program_.after_a_barrier_in_a_condition, range(count).groups_of(group), results_, is_chosen);
        std::vector<uint32_t> expected = ids_;
        for (uint32_t item = 0; item < count; ++item) {
            const uint32_t other = item / group * group + group - 1 - item % group;
            for (uint32_t row = 0; is_chosen && row <= (item % group & 7u); ++row) expected[item] = mixed(expected[item], other);
        }
        EXPECT_EQ(results_.read(queue_), expected) << is_chosen;
    }
}

INGOT_TEST_ON_EVERY_DEVICE(nested_loops);

}  // namespace
