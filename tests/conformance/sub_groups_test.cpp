// Tests of sub-groups: which work-items belong to each sub-group, and the exchange of values within a sub-group.
#include <gtest/gtest.h>

#include <algorithm>
#include <ingot/ingot.hpp>
#include <optional>
#include <vector>

#include "every_device.hpp"
#include "sub_groups.kernels.hpp"

namespace {

using namespace ingot;

// Sub-groups have 8 work-items on the CPU debug device and 32 on CUDA devices. 84 is not a multiple of 8 or 32, so the last
// sub-group of each group has fewer work-items.
constexpr uint32_t group = 84;
constexpr uint32_t count = 3 * group;
const range items = range(count).groups_of(group);

class sub_groups : public ingot::testing::every_device {
protected:
    std::optional<sub_groups_program> program_;
    std::vector<sub_group_place> places_;

    void SetUp() override {
        // An OpenCL device may have no sub-groups, or sub-groups whose work-items cannot exchange values.
        const std::string message = ingot::testing::error_message([&] { program_.emplace(device_); });
        if (!program_) {
            ASSERT_TRUE(ingot::testing::contains(message, "its kernels require sub-group")) << message;
            ASSERT_TRUE(ingot::testing::contains(message, "which the device does not have")) << message;
            // The emulation of Metal runs kernels on an OpenCL device.
            ASSERT_TRUE(device_.backend() == backend::opencl || device_.backend() == backend::metal) << message;
            if (ingot::testing::contains(message, "require sub-group shuffles")) {
                EXPECT_FALSE(device_.properties().has_sub_group_shuffles);
            }
            GTEST_SKIP() << message;
        }
        EXPECT_TRUE(device_.properties().has_sub_groups && device_.properties().has_sub_group_shuffles);
        auto places = device_.create_buffer<sub_group_place>(count);
        queue_.run(program_->write_places, items, places);
        places_ = places.read(queue_);
    }

    // Returns the work-items of the sub-group that contains `item`, in ascending order.
    std::vector<uint32_t> members(uint32_t item) const {
        const uint32_t first = item - places_[item].local_id;
        std::vector<uint32_t> all(places_[item].size);
        for (uint32_t i = 0; i < all.size(); ++i) all[i] = first + i;
        return all;
    }
    // The values of the work-items in the kernels: mixed() for reductions and for the scan with a maximum, value_of() for
    // shuffle() and for the scans with a sum.
    static uint32_t value_of(uint32_t item) { return item * 3 + 1; }
    static uint32_t mixed(uint32_t item) { return item * 7 % 32; }

    template <typename T, typename Kernel>
    void expect_reductions(const Kernel& kernel) {
        auto sums = device_.create_buffer<T>(count, T {});
        auto minima = device_.create_buffer<T>(count, T {});
        auto maxima = device_.create_buffer<T>(count, T {});
        queue_.run(kernel, items, sums, minima, maxima);
        const std::vector<T> got_sums = sums.read(queue_), got_least = minima.read(queue_), got_most = maxima.read(queue_);
        for (uint32_t item = 0; item < count; ++item) {
            T sum {}, low = T {1000}, high {};
            for (const uint32_t member : members(item)) {
                sum += static_cast<T>(mixed(member));
                low = std::min(low, static_cast<T>(mixed(member)));
                high = std::max(high, static_cast<T>(mixed(member)));
            }
            ASSERT_EQ(got_sums[item], sum) << item;
            ASSERT_EQ(got_least[item], low) << item;
            ASSERT_EQ(got_most[item], high) << item;
        }
    }
};

TEST_P(sub_groups, size) {
    const uint32_t full = places_[0].size;
    EXPECT_GT(full, 1u);
    if (device_.backend() == backend::cuda) {
        EXPECT_EQ(full, 32u);
    }
    if (device_.backend() == backend::cpu_debug) {
        EXPECT_EQ(full, 8u);
    }
    for (uint32_t item = 0; item < count; ++item) {
        const uint32_t in_group = item % group;
        EXPECT_EQ(places_[item].id, in_group / full) << item;
        EXPECT_EQ(places_[item].local_id, in_group % full) << item;
        EXPECT_EQ(places_[item].size, std::min(full, group - in_group / full * full)) << item;
        EXPECT_EQ(places_[item].count, (group + full - 1) / full) << item;
    }
}

TEST_P(sub_groups, shuffle) {
    auto by_index = device_.create_buffer<uint32_t>(count, 0u);
    auto by_xor = device_.create_buffer<uint32_t>(count, 0u);
    auto up = device_.create_buffer<uint32_t>(count, 0u);
    auto down = device_.create_buffer<uint32_t>(count, 0u);
    queue_.run(program_->shuffle, items, by_index, by_xor, up, down);
    const auto got_index = by_index.read(queue_), got_xor = by_xor.read(queue_), got_up = up.read(queue_),
               got_down = down.read(queue_);
    for (uint32_t item = 0; item < count; ++item) {
        const std::vector<uint32_t> all = members(item);
        const uint32_t lane = places_[item].local_id;
        EXPECT_EQ(got_index[item], value_of(all[all.size() - 1 - lane])) << item;
        if ((lane ^ 1) < all.size()) {
            EXPECT_EQ(got_xor[item], value_of(all[lane ^ 1])) << item;
        }
        if (lane >= 2) {
            EXPECT_EQ(got_up[item], value_of(item - 2)) << item;
        }
        if (lane + 1 < all.size()) {
            EXPECT_EQ(got_down[item], value_of(item + 1)) << item;
        }
    }
}

TEST_P(sub_groups, shuffle_of_other_types) {
    auto vectors = device_.create_buffer<float3>(count);
    auto narrow = device_.create_buffer<uint16_t>(count, uint16_t {0});
    queue_.run(program_->shuffle_types, items, vectors, narrow);
    const auto got_vectors = vectors.read(queue_);
    const auto got_narrow = narrow.read(queue_);
    for (uint32_t item = 0; item < count; ++item) {
        const uint32_t second = members(item)[1];
        EXPECT_EQ(got_vectors[item].x, static_cast<float>(second)) << item;
        EXPECT_EQ(got_vectors[item].z, 2.0f) << item;
        EXPECT_EQ(got_narrow[item], second) << item;
    }
}

TEST_P(sub_groups, shuffle_of_doubles) {
    if (!device_.properties().has_double) GTEST_SKIP() << device_.name() << " has no double";
    auto values = device_.create_buffer<double>(count, 0.0);
    queue_.run(program_->shuffle_doubles, items, values);
    const auto got = values.read(queue_);
    for (uint32_t item = 0; item < count; ++item) EXPECT_EQ(got[item], members(item)[1] + 0.25) << item;
}

TEST_P(sub_groups, reduce) {
    expect_reductions<uint32_t>(program_->reduce_uint);
    expect_reductions<float>(program_->reduce_float);
    expect_reductions<int64_t>(program_->reduce_long);
}

TEST_P(sub_groups, scan) {
    auto inclusive = device_.create_buffer<uint32_t>(count, 0u);
    auto exclusive = device_.create_buffer<uint32_t>(count, 0u);
    auto greatest = device_.create_buffer<uint32_t>(count, 0u);
    queue_.run(program_->scan, items, inclusive, exclusive, greatest);
    const auto got_inclusive = inclusive.read(queue_), got_exclusive = exclusive.read(queue_),
               got_greatest = greatest.read(queue_);
    for (uint32_t item = 0; item < count; ++item) {
        uint32_t sum = 0, most = 0;
        for (const uint32_t member : members(item))
            if (member <= item) {
                sum += value_of(member);
                most = std::max(most, mixed(member));
            }
        ASSERT_EQ(got_inclusive[item], sum) << item;
        ASSERT_EQ(got_exclusive[item], sum - value_of(item)) << item;
        ASSERT_EQ(got_greatest[item], most) << item;
    }
}

TEST_P(sub_groups, ballot) {
    auto odd = device_.create_buffer<uint64_t>(count, uint64_t {0});
    auto any = device_.create_buffer<uint32_t>(count, 7u);
    auto all = device_.create_buffer<uint32_t>(count, 7u);
    queue_.run(program_->ballot, items, odd, any, all);
    const auto got_odd = odd.read(queue_);
    const auto got_any = any.read(queue_), got_all = all.read(queue_);
    for (uint32_t item = 0; item < count; ++item) {
        uint64_t bits = 0;
        bool contains = false;
        for (const uint32_t member : members(item)) {
            bits |= uint64_t {member % 2} << places_[member].local_id;
            contains |= member == 5;
        }
        ASSERT_EQ(got_odd[item], bits) << item;
        ASSERT_EQ(got_any[item], contains ? 1u : 0u) << item;
        ASSERT_EQ(got_all[item], contains ? 0u : 1u) << item;
    }
}

INGOT_TEST_ON_EVERY_DEVICE(sub_groups);

}  // namespace
