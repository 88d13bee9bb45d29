// Tests how arguments reach Metal kernels, with the typed launchers of arguments.metal.
#include "arguments.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <ingot/archive/archive.hpp>
#include <ingot/ingot.hpp>
#include <numeric>
#include <vector>

#include "metal_device.hpp"

namespace {

using namespace ingot;

class metal_arguments : public ingot::testing::metal_device {
protected:
    // Runs the kernel for every work-item of the range, and compares what each has written with `expected`.
    template <typename Kernel>
    void expect(const Kernel& kernel, uint3 global, uint3 group, const std::function<uint32_t(uint3)>& expected) {
        auto out = device_.create_buffer<uint32_t>(global.x * global.y * global.z, 0u);
        queue_.run(kernel, range(global.x, global.y, global.z).groups_of(group.x, group.y, group.z), out);
        const std::vector<uint32_t> found = out.read(queue_);
        for (uint32_t z = 0; z < global.z; ++z)
            for (uint32_t y = 0; y < global.y; ++y)
                for (uint32_t x = 0; x < global.x; ++x)
                    ASSERT_EQ(found[(z * global.y + y) * global.x + x], expected({x, y, z})) << x << ' ' << y << ' ' << z;
    }
};

uint32_t packed(uint32_t x, uint32_t y, uint32_t z) { return x | y << 8 | z << 16; }

// MSL-4.1-01, -02, MSL-4.2-01, MSL-5.1.3-02, MSL-5.2.1-01
TEST_P(metal_arguments, buffers_and_values) {
    const arguments_program program(device_);
    std::vector<float> numbers(100);
    std::iota(numbers.begin(), numbers.end(), 1.0f);
    auto x = device_.create_buffer<float>(numbers);
    auto y = device_.create_buffer<float>(100, 0.5f);
    queue_.run(program.saxpy, range(100).groups_of(10), y, x, 3.0f);
    const std::vector<float> found = y.read(queue_);
    for (size_t i = 0; i < 100; ++i) EXPECT_EQ(found[i], 3 * numbers[i] + 0.5f);
}

// MSL-2.8-01, -02
TEST_P(metal_arguments, structs_have_the_same_layout_on_the_host) {
    const arguments_program program(device_);
    static_assert(sizeof(arguments_types::record) == 64 && alignof(arguments_types::record) == 16);
    arguments_types::record values {};
    values.scale = 1.25f;
    values.offset = {2, 3, 4, 0};
    values.counts = {7, 8, 60000};
    values.pair = {half(0.5f), half(-1.5f)};
    values.tail = {9, 10, 11};
    values.last = 99;
    auto out = device_.create_buffer<float>(8, 0.0f);
    queue_.run(program.read_struct, range(1).groups_of(1), values, out);
    EXPECT_EQ(out.read(queue_), (std::vector<float> {1.25f, 2, 4, 7, 60000, -1.5f, 11, 99}));

    auto one = device_.create_buffer<arguments_types::record>(1, values);
    auto several = device_.create_buffer<arguments_types::record>(4, values);
    queue_.run(program.write_struct, range(4).groups_of(4), one, several);
    const arguments_types::record first = one.read(queue_).front();
    EXPECT_EQ(first.offset.x, 1);
    EXPECT_EQ(first.offset.z, 3);
    EXPECT_EQ(first.scale, 1.25f);
    const std::vector<arguments_types::record> found = several.read(queue_);
    for (uint32_t i = 0; i < 4; ++i) {
        EXPECT_EQ(found[i].last, i + 99);
        EXPECT_EQ(found[i].tail.z, static_cast<float>(i + 2));
        EXPECT_EQ(found[i].counts[1], i * 3);
        EXPECT_EQ(found[i].counts[2], 60000);
    }
}

// MSL-5.2-02
TEST_P(metal_arguments, constant_memory) {
    const arguments_program program(device_);
    auto factors = device_.create_buffer<float4>(8, float4 {1, 2, 3, 4});
    auto out = device_.create_buffer<float4>(8, float4 {});
    queue_.run(program.constants, range(8).groups_of(4), factors, out);
    const std::vector<float4> found = out.read(queue_);
    const float table[] = {1.5f, 2.5f, -3.5f, 4};
    for (size_t i = 0; i < 8; ++i) EXPECT_EQ(found[i].w, 4 * table[i % 4]);
}

// MSL-4.4-01, -02, MSL-5.2.1-07, MSL-6.9.1-01, -06
TEST_P(metal_arguments, memory_of_the_threadgroup) {
    const arguments_program program(device_);
    std::vector<float> numbers(64);
    std::iota(numbers.begin(), numbers.end(), 0.0f);
    const auto in = device_.create_buffer<float>(numbers);
    auto out = device_.create_buffer<float>(4, 0.0f);
    queue_.run(program.group_sums, range(64).groups_of(16), in, out, local<float>(16));
    for (uint32_t group = 0; const float sum : out.read(queue_)) {
        EXPECT_EQ(sum, 3.0f * (16 * 16 * static_cast<float>(group) + 120));
        ++group;
    }
    auto rows = device_.create_buffer<float>(16, 0.0f);
    queue_.run(program.rows, range(16).groups_of(8), rows);
    for (uint32_t i = 0; const float value : rows.read(queue_)) {
        EXPECT_EQ(value, static_cast<float>(i % 8) + 10.0f * static_cast<float>(7 - i % 8));
        ++i;
    }
}

// MSL-4.4-03
TEST_P(metal_arguments, initial_values_of_threadgroup_variables) {
    const arguments_program program(device_);
    auto out = device_.create_buffer<float>(21, 0.0f);
    queue_.run(program.initialised, range(21).groups_of(7), out);
    const float expected[] = {2.5f, 3.5f, -3};
    for (size_t i = 0; const float value : out.read(queue_)) EXPECT_EQ(value, expected[i++ % 7 % 3]);
}

// MSL-1.4.1-01
TEST_P(metal_arguments, address_spaces_choose_the_overload) {
    const arguments_program program(device_);
    auto out = device_.create_buffer<int32_t>(1, 0);
    const auto in = device_.create_buffer<int32_t>(1, 0);
    queue_.run(program.spaces, range(1).groups_of(1), out, in);
    EXPECT_EQ(out.read(queue_).front(), 4321);
}

// MSL-5.1-03, MSL-5.1.10-01, MSL-5.1.11-02
TEST_P(metal_arguments, instances_of_templates_have_host_names) {
    const arguments_program program(device_);
    auto halves = device_.create_buffer<half>(8, half(0.0f));
    queue_.run(program.fill_half, range(8).groups_of(8), halves, half(0.25f));
    EXPECT_EQ(static_cast<float>(halves.read(queue_)[7]), 7.25f);
    auto ints = device_.create_buffer<int32_t>(8, 0);
    queue_.run(program.fill_int, range(8).groups_of(8), ints, int32_t {-3});
    EXPECT_EQ(ints.read(queue_)[7], 4);
    auto vectors = device_.create_buffer<float4>(8, float4 {});
    queue_.run(program.fill_float4, range(8).groups_of(8), vectors, float4 {1, 2, 3, 4});
    EXPECT_EQ(vectors.read(queue_)[7].z, 10);
    auto out = device_.create_buffer<uint32_t>(1, 0u);
    queue_.run(program.outer__inner__named, range(1).groups_of(1), out);
    EXPECT_EQ(out.read(queue_).front(), 17u);
}

// MSL-5.2.3.6-01, -03, -06, -07, -11, -13 … -18, -20, -22, -23, -24, -27, MSL-4.4.1-03
TEST_P(metal_arguments, positions_and_sizes) {
    const arguments_program program(device_);
    const uint3 global {8, 6, 4};
    const uint3 group {4, 3, 2};
    const auto local = [&](uint3 i) { return packed(i.x % 4, i.y % 3, i.z % 2); };
    const auto of_group = [&](uint3 i) { return packed(i.x / 4, i.y / 3, i.z / 2); };
    const auto groups = [](uint3) { return packed(2, 2, 2); };
    const auto size = [](uint3) { return packed(4, 3, 2); };
    expect(program.thread_position_in_threadgroup_uint3, global, group, local);
    expect(program.threadgroup_position_in_grid_uint3, global, group, of_group);
    expect(program.threadgroups_per_grid_uint3, global, group, groups);
    expect(program.threads_per_threadgroup_uint3, global, group, size);
    expect(program.dispatch_threads_per_threadgroup_uint3, global, group, size);

    const uint3 plane {8, 6, 1};
    const uint3 tile {4, 3, 1};
    const auto flat = [](auto value) { return [=](uint3 i) { return value(i) & 0xffffu; }; };
    expect(program.thread_position_in_threadgroup_uint2, plane, tile, flat(local));
    expect(program.threadgroup_position_in_grid_uint2, plane, tile, flat(of_group));
    expect(program.threadgroups_per_grid_uint2, plane, tile, [](uint3) { return packed(2, 2, 0); });
    expect(program.threads_per_threadgroup_uint2, plane, tile, [](uint3) { return packed(4, 3, 0); });
    expect(program.dispatch_threads_per_threadgroup_uint2, plane, tile, [](uint3) { return packed(4, 3, 0); });

    const auto first = [](auto value) { return [=](uint3 i) { return value(i) & 0xffu; }; };
    expect(program.thread_position_in_threadgroup_uint, global, group, first(local));
    expect(program.threadgroup_position_in_grid_uint, global, group, first(of_group));
    expect(program.threadgroups_per_grid_uint, global, group, first(groups));
    expect(program.threads_per_threadgroup_uint, global, group, first(size));
    expect(program.dispatch_threads_per_threadgroup_uint, global, group, first(size));

    const auto one = [&](const auto& kernel, uint32_t expected) {
        auto out = device_.create_buffer<uint32_t>(1, 0u);
        queue_.run(kernel, range(8, 6, 4).groups_of(4, 3, 2), out);
        EXPECT_EQ(out.read(queue_).front(), expected);
    };
    one(program.threadgroups_per_grid_ushort, 2);
    one(program.threadgroups_per_grid_ushort2, packed(2, 2, 0));
    one(program.threadgroups_per_grid_ushort3, packed(2, 2, 2));
    one(program.threads_per_threadgroup_ushort, 4);
    one(program.threads_per_threadgroup_ushort2, packed(4, 3, 0));
    one(program.threads_per_threadgroup_ushort3, packed(4, 3, 2));
    one(program.dispatch_threads_per_threadgroup_ushort3, packed(4, 3, 2));
    one(program.threads_per_grid_ushort, 8);
    one(program.threads_per_grid_ushort2, packed(8, 6, 0));
    one(program.threads_per_grid_ushort3, packed(8, 6, 4));

    expect(program.indices, global, group, [](uint3 i) {
        const uint32_t index = ((i.z % 2) * 3 + i.y % 3) * 4 + i.x % 4;
        return index | index / 4 << 8 | index % 4 << 16 | 6u << 20 | 6u << 26;
    });
}

// The bindings are those that Metal assigns: the given ones, and for the others the first that is free (section 5.2.1).
// MSL-5.2.1-02, -05, MSL-1.4-02
TEST(metal_bindings, are_those_of_metal) {
    const archive::archive contents = archive::read_file(ARGUMENTS_ARCHIVE);
    const archive::kernel_reflection* const saxpy = contents.find_kernel("saxpy");
    ASSERT_TRUE(saxpy);
    ASSERT_EQ(saxpy->parameters.size(), 3u);
    EXPECT_EQ(saxpy->parameters[0].binding, 1u);
    EXPECT_EQ(saxpy->parameters[1].binding, 0u);
    EXPECT_EQ(saxpy->parameters[2].binding, 2u);
    const archive::kernel_reflection* const sums = contents.find_kernel("group_sums");
    ASSERT_TRUE(sums);
    EXPECT_EQ(sums->parameters[2].binding, 0u);
    EXPECT_EQ(sums->parameters[2].kind, archive::parameter_kind::local);
    EXPECT_TRUE(sums->uses_barrier);
    EXPECT_EQ(sums->local_memory, 256u);
    EXPECT_FALSE(contents.find_kernel("shade"));
    EXPECT_TRUE(contents.find_kernel("outer::inner::named"));
}

// The archive states the alignment that a pointer's type requires; the kernel relies on it.
// MSL-2.5-02
TEST(metal_bindings, have_the_alignment_of_the_type) {
    const archive::archive contents = archive::read_file(ARGUMENTS_ARCHIVE);
    const auto alignments = [&](const std::string& kernel) {
        std::vector<uint64_t> found;
        for (const archive::parameter& each : contents.find_kernel(kernel)->parameters) found.push_back(each.alignment);
        return found;
    };
    EXPECT_EQ(alignments("alignments"), (std::vector<uint64_t> {1, 2, 4, 8, 16, 16, 4, 8, 16}));
}

INGOT_TEST_ON_EVERY_DEVICE(metal_arguments);

}  // namespace
