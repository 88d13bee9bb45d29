// Sub-groups.
#include <gtest/gtest.h>

#include <algorithm>
#include <ingot/ingot.hpp>
#include <optional>
#include <vector>

#include "every_device.hpp"
#include "sub_groups.kernels.hpp"

namespace {

using namespace ingot;

// The last sub-group of a group is not full on any device.
constexpr uint32_t group = 84;
constexpr uint32_t count = 3 * group;
const range items = range(count).groups_of(group);

class sub_groups : public ingot::testing::every_device {
protected:
    std::optional<sub_groups_program> program;
    std::vector<sub_group_place> places;

    void SetUp() override {
        // A driver may have sub-groups and lack the exchange of values in them.
        const std::string refusal = ingot::testing::error_of([&] { program.emplace(on); });
        if (!program) {
            ASSERT_TRUE(ingot::testing::holds(refusal, "its kernels need sub-group")) << refusal;
            ASSERT_TRUE(ingot::testing::holds(refusal, "which the device has not")) << refusal;
            ASSERT_EQ(on.backend(), backend::opencl) << refusal;
            GTEST_SKIP() << refusal;
        }
        EXPECT_TRUE(on.properties().has_sub_groups);
        auto told = on.create_buffer<sub_group_place>(count);
        in.run(program->tell, items, told);
        places = told.read(in);
    }

    // The items of the sub-group that `item` is in, in order.
    std::vector<uint32_t> members(uint32_t item) const {
        const uint32_t first = item - places[item].local_id;
        std::vector<uint32_t> all(places[item].size);
        for (uint32_t i = 0; i < all.size(); ++i) all[i] = first + i;
        return all;
    }
    static uint32_t own(uint32_t item) { return item * 3 + 1; }
    static uint32_t mixed(uint32_t item) { return item * 7 % 32; }

    template <typename T, typename Kernel>
    void expect_reductions(const Kernel& kernel) {
        auto sums = on.create_buffer<T>(count, T {});
        auto least = on.create_buffer<T>(count, T {});
        auto most = on.create_buffer<T>(count, T {});
        in.run(kernel, items, sums, least, most);
        const std::vector<T> got_sums = sums.read(in), got_least = least.read(in), got_most = most.read(in);
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
    const uint32_t full = places[0].size;
    EXPECT_GT(full, 1u);
    if (on.backend() == backend::cuda) {
        EXPECT_EQ(full, 32u);
    }
    if (on.backend() == backend::cpu_debug) {
        EXPECT_EQ(full, 8u);
    }
    for (uint32_t item = 0; item < count; ++item) {
        const uint32_t in_group = item % group;
        EXPECT_EQ(places[item].id, in_group / full) << item;
        EXPECT_EQ(places[item].local_id, in_group % full) << item;
        EXPECT_EQ(places[item].size, std::min(full, group - in_group / full * full)) << item;
        EXPECT_EQ(places[item].count, (group + full - 1) / full) << item;
    }
}

TEST_P(sub_groups, shuffle) {
    auto by_index = on.create_buffer<uint32_t>(count, 0u);
    auto by_xor = on.create_buffer<uint32_t>(count, 0u);
    auto up = on.create_buffer<uint32_t>(count, 0u);
    auto down = on.create_buffer<uint32_t>(count, 0u);
    in.run(program->shuffle, items, by_index, by_xor, up, down);
    const auto got_index = by_index.read(in), got_xor = by_xor.read(in), got_up = up.read(in), got_down = down.read(in);
    for (uint32_t item = 0; item < count; ++item) {
        const std::vector<uint32_t> all = members(item);
        const uint32_t here = places[item].local_id;
        EXPECT_EQ(got_index[item], own(all[all.size() - 1 - here])) << item;
        if ((here ^ 1) < all.size()) {
            EXPECT_EQ(got_xor[item], own(all[here ^ 1])) << item;
        }
        if (here >= 2) {
            EXPECT_EQ(got_up[item], own(item - 2)) << item;
        }
        if (here + 1 < all.size()) {
            EXPECT_EQ(got_down[item], own(item + 1)) << item;
        }
    }
    auto wide = on.create_buffer<double>(count, 0.0);
    auto vectors = on.create_buffer<float3>(count);
    auto narrow = on.create_buffer<uint16_t>(count, uint16_t {0});
    in.run(program->shuffle_types, items, wide, vectors, narrow);
    const auto got_wide = wide.read(in);
    const auto got_vectors = vectors.read(in);
    const auto got_narrow = narrow.read(in);
    for (uint32_t item = 0; item < count; ++item) {
        const uint32_t second = members(item)[1];
        EXPECT_EQ(got_wide[item], second + 0.25) << item;
        EXPECT_EQ(got_vectors[item].x, static_cast<float>(second)) << item;
        EXPECT_EQ(got_vectors[item].z, 2.0f) << item;
        EXPECT_EQ(got_narrow[item], second) << item;
    }
}

TEST_P(sub_groups, reduce) {
    expect_reductions<uint32_t>(program->reduce_uint);
    expect_reductions<float>(program->reduce_float);
    expect_reductions<int64_t>(program->reduce_long);
}

TEST_P(sub_groups, scan) {
    auto inclusive = on.create_buffer<uint32_t>(count, 0u);
    auto exclusive = on.create_buffer<uint32_t>(count, 0u);
    auto greatest = on.create_buffer<uint32_t>(count, 0u);
    in.run(program->scan, items, inclusive, exclusive, greatest);
    const auto got_inclusive = inclusive.read(in), got_exclusive = exclusive.read(in), got_greatest = greatest.read(in);
    for (uint32_t item = 0; item < count; ++item) {
        uint32_t sum = 0, most = 0;
        for (const uint32_t member : members(item))
            if (member <= item) {
                sum += own(member);
                most = std::max(most, mixed(member));
            }
        ASSERT_EQ(got_inclusive[item], sum) << item;
        ASSERT_EQ(got_exclusive[item], sum - own(item)) << item;
        ASSERT_EQ(got_greatest[item], most) << item;
    }
}

TEST_P(sub_groups, ballot) {
    auto odd = on.create_buffer<uint64_t>(count, uint64_t {0});
    auto any = on.create_buffer<uint32_t>(count, 7u);
    auto all = on.create_buffer<uint32_t>(count, 7u);
    in.run(program->ballot, items, odd, any, all);
    const auto got_odd = odd.read(in);
    const auto got_any = any.read(in), got_all = all.read(in);
    for (uint32_t item = 0; item < count; ++item) {
        uint64_t bits = 0;
        bool holds = false;
        for (const uint32_t member : members(item)) {
            bits |= uint64_t {member % 2} << places[member].local_id;
            holds |= member == 5;
        }
        ASSERT_EQ(got_odd[item], bits) << item;
        ASSERT_EQ(got_any[item], holds ? 1u : 0u) << item;
        ASSERT_EQ(got_all[item], holds ? 0u : 1u) << item;
    }
}

INGOT_TEST_ON_EVERY_DEVICE(sub_groups);

}  // namespace
