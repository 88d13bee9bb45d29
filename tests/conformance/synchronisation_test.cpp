// Tests of Table 13 of the thesis that docs/host-library.md names: barriers and fences.
#include <gtest/gtest.h>

#include <functional>
#include <ingot/ingot.hpp>
#include <vector>

#include "every_device.hpp"
#include "synchronisation.kernels.hpp"

namespace {

using namespace ingot;

constexpr uint32_t group = 64;
constexpr uint32_t groups = 48;
constexpr uint32_t count = group * groups;
const range items = range(count).groups_of(group);

constexpr std::string_view lacks_fences = "Metal 3.0 has no fence";

class synchronisation : public ingot::testing::every_device {
protected:
    synchronisation_program program_ {device_};
    device_buffer<uint32_t> memory_ = device_.create_buffer<uint32_t>(count, 0u);
    device_buffer<uint32_t> result_ = device_.create_buffer<uint32_t>(count, 0u);

    void expect(const std::function<uint32_t(uint32_t item)>& expected) {
        const std::vector<uint32_t> results = result_.read(queue_);
        for (uint32_t i = 0; i < count; ++i) ASSERT_EQ(results[i], expected(i)) << i;
    }

    // Runs the kernel several times, because a race between work-groups does not occur in every run. The memory is cleared each
    // time, so that a group that reads too early does not find the right number of the run before.
    template <typename Kernel>
    void expect_sum_of_groups(const Kernel& kernel) {
        for (int repetition = 0; repetition < 20; ++repetition) {
            auto arrivals = device_.create_buffer<uint32_t>(1, 0u);
            auto sum = device_.create_buffer<uint32_t>(1, 0u);
            memory_.zero(queue_);
            if (!runs_unless(lacks_fences, [&] { queue_.run(kernel, items, memory_, arrivals, sum); })) return;
            ASSERT_EQ(sum.read(queue_).front(), groups * (groups + 1) / 2);
            ASSERT_EQ(arrivals.read(queue_).front(), groups);
        }
    }

    template <typename Kernel>
    void expect_sums_of_items(const Kernel& kernel) {
        if (!runs_unless(lacks_fences, [&] { queue_.run(kernel, items, result_); })) return;
        const std::vector<uint32_t> results = result_.read(queue_);
        // The sum of the global_ids of work-group i.
        for (uint32_t i = 0; i < groups; ++i) EXPECT_EQ(results[i], group * group * i + group * (group - 1) / 2) << i;
    }
};

uint32_t opposite(uint32_t item) { return item / group * group + (group - 1 - item % group); }

TEST_P(synchronisation, barrier) {
    queue_.run(program_.reverse_by_barrier, items, memory_, result_);
    expect([](uint32_t item) { return 3 * opposite(item); });
}
TEST_P(synchronisation, local_barrier) {
    queue_.run(program_.reverse_by_local_barrier, items, result_);
    expect(opposite);
    queue_.run(program_.count_by_barriers, items, result_);
    expect([](uint32_t item) { return item % group + 1; });
}
TEST_P(synchronisation, global_barrier) {
    queue_.run(program_.reverse_by_global_barrier, items, memory_, result_);
    expect(opposite);
}
// A write fence and a read fence are tested together: one kernel has the write fence before the increment of the counter
// and the read fence after it.
TEST_P(synchronisation, global_mem_fence) { expect_sum_of_groups(program_.add_by_global_fence); }
TEST_P(synchronisation, global_read_mem_fence) { expect_sum_of_groups(program_.add_by_global_read_and_write_fence); }
TEST_P(synchronisation, global_write_mem_fence) { expect_sum_of_groups(program_.add_by_global_read_and_write_fence); }
TEST_P(synchronisation, local_mem_fence) { expect_sums_of_items(program_.add_by_local_fence); }
TEST_P(synchronisation, local_read_mem_fence) { expect_sums_of_items(program_.add_by_local_read_and_write_fence); }
TEST_P(synchronisation, local_write_mem_fence) { expect_sums_of_items(program_.add_by_local_read_and_write_fence); }

INGOT_TEST_ON_EVERY_DEVICE(synchronisation);

}  // namespace
