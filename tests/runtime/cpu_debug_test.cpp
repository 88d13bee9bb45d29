// Tests the CPU debug device with kernels that are functions of this program, which ingotc does not compile. So a kernel may
// contain code that ingotc rejects, such as `throw`, or errors, such as a barrier that not all work-items reach.
#include <gtest/gtest.h>
#include <sched.h>

#include <cstdint>
#include <numeric>
#include <stdexcept>

#include "every_device.hpp"
#include "kernel_calls.hpp"
// Must come last, because this header defines the macro `kernel`, and the other headers use this word as a name.
#include <ingot/kernel.hpp>

namespace {

using namespace ingot;
using ingot::testing::buffer_parameter;
using ingot::testing::contains;
using ingot::testing::error_message;
using ingot::testing::hand_made_source;
using ingot::testing::run;
using ingot::testing::value_parameter;

kernel void fill_ids(buffer<uint32_t> out) { out[global_id.x] = global_id.x; }

kernel void throw_at(param<uint32_t> item) {
    if (global_id.x == item) throw std::runtime_error("the kernel's own words");
}

kernel void throw_a_number() { throw 7; }

kernel void throw_between_barriers(param<uint32_t> item) {
    local_barrier();
    if (global_id.x == item) throw std::runtime_error("the kernel's own words");
    local_barrier();
}

// In each work-group the work-items from number `first` to number `first + count - 1` do not reach the barrier.
kernel void diverge(buffer<uint32_t> out, param<uint32_t> first, param<uint32_t> count) {
    out[global_id.x] = 1;
    if (local_id.x >= first && local_id.x < first + count) return;
    local_barrier();
    out[global_id.x] = 2;
}

// In each round every work-item takes the number that its neighbour has, with barriers between the reads and writes.
kernel void pass_around(buffer<uint32_t> out, param<uint32_t> rounds) {
    local_buffer<uint32_t, 1024> row;
    row[local_id.x] = local_id.x;
    for (uint32_t i = 0; i < rounds; ++i) {
        local_barrier();
        const uint32_t next = row[(local_id.x + 1) % local_size.x];
        local_barrier();
        row[local_id.x] = next;
    }
    out[global_id.x] = row[local_id.x];
}

// A recursion with a barrier at its deepest point. The local variables of the waiting calls stay valid only if each work-item
// has its own stack.
uint32_t depth_sum(uint32_t depth) {
    volatile uint32_t locals[32] = {depth};
    if (depth == 0) {
        local_barrier();
        return 0;
    }
    return depth_sum(depth - 1) + locals[0];
}
kernel void recurse(buffer<uint32_t> out, param<uint32_t> depth) { out[global_id.x] = depth_sum(depth + local_id.x % 3); }

kernel void look_at_local_memory(buffer<uint32_t> out) {
    local_buffer<uint32_t, 4> first;
    local_buffer<uint32_t, 4> second;
    out[global_id.x] = first[local_id.x] & second[local_id.x];
    local_barrier();
    first[local_id.x] = 1;
    second[local_id.x] = 2;
    local_barrier();
    out[global_id.x] &= first[(local_id.x + 1) % 4] + 4 * second[(local_id.x + 1) % 4];
}

struct alignas(64) wide {
    double numbers[8];
};
kernel void take_values(buffer<uint64_t> out, param<uint8_t> small, param<wide> large, param<bool> flag) {
    out[0] = small;
    out[1] = reinterpret_cast<uintptr_t>(&large) % alignof(wide);
    out[2] = static_cast<uint64_t>(large.numbers[7]);
    out[3] = flag;
}

kernel void note_core(buffer<uint32_t> out) { out[global_id.x] = static_cast<uint32_t>(::sched_getcpu()); }

kernel void run_long(buffer<uint32_t> out) {
    volatile uint32_t sum = 0;
    for (uint32_t i = 0; i < 100'000; ++i) sum = sum + i;
    out[global_id.x] = sum;
}

#undef kernel

class cpu_debug_device : public ::testing::Test {
protected:
    template <auto function>
    program make_program(const char* name, std::vector<archive::parameter> parameters, bool uses_barrier = false) {
        hand_made_source source;
        source.add(name, &cpu_debug::run<function>, std::move(parameters), uses_barrier);
        return {device_, source.source()};
    }

    device device_ = find_device(backend::cpu_debug);
    queue queue_ = device_.create_queue();
};

TEST_F(cpu_debug_device, runs_each_work_item_once) {
    const program program = make_program<&fill_ids>("fill_ids", {buffer_parameter<uint32_t>("out")});
    for (const uint32_t count : {1u, 255u, 256u, 100'000u}) {
        auto out = device_.create_buffer<uint32_t>(count, 0);
        run(queue_, program, "fill_ids", range(count), out);
        std::vector<uint32_t> expected(count);
        std::iota(expected.begin(), expected.end(), 0u);
        EXPECT_EQ(out.read(queue_), expected);
    }
}

TEST_F(cpu_debug_device, names_the_kernel_that_threw) {
    const program program = make_program<&throw_at>("throw_at", {value_parameter<uint32_t>("item")});
    run(queue_, program, "throw_at", range(1000).groups_of(10), uint32_t {777});
    const std::string words = error_message([&] { queue_.finish(); });
    EXPECT_TRUE(contains(words, "kernel 'throw_at' (hand_made.kernels.cpp:7) on '" + device_.name() + "'")) << words;
    EXPECT_TRUE(contains(words, "the kernel's own words")) << words;
    EXPECT_EQ(error_message([&] { queue_.finish(); }), "") << "a failure is thrown once";

    // No work-item has the number 5000, so this launch succeeds, although the one before it failed.
    run(queue_, program, "throw_at", range(1000), uint32_t {5000});
    queue_.finish();
    run(queue_, make_program<&throw_a_number>("throw_a_number", {}), "throw_a_number", range(1));
    EXPECT_TRUE(contains(error_message([&] { queue_.finish(); }), "kernel 'throw_a_number'"));
}

TEST_F(cpu_debug_device, reports_a_failure_when_a_buffer_is_read) {
    const program program = make_program<&throw_at>("throw_at", {value_parameter<uint32_t>("item")});
    auto out = device_.create_buffer<uint32_t>(1, 0);
    run(queue_, program, "throw_at", range(1), uint32_t {0});
    EXPECT_TRUE(contains(error_message([&] { out.read(queue_); }), "the kernel's own words"));
    EXPECT_EQ(out.read(queue_), std::vector<uint32_t> {0});
}

TEST_F(cpu_debug_device, names_the_kernel_that_threw_between_barriers) {
    const program program =
        make_program<&throw_between_barriers>("throw_between_barriers", {value_parameter<uint32_t>("item")}, true);
    for (const uint32_t item : {0u, 5u, 63u}) {
        run(queue_, program, "throw_between_barriers", range(64).groups_of(64), item);
        EXPECT_TRUE(contains(error_message([&] { queue_.finish(); }), "the kernel's own words"));
    }
}

TEST_F(cpu_debug_device, finds_a_barrier_that_not_all_reach) {
    const program program = make_program<&diverge>(
        "diverge", {buffer_parameter<uint32_t>("out"), value_parameter<uint32_t>("first"), value_parameter<uint32_t>("count")},
        true);
    auto out = device_.create_buffer<uint32_t>(64, 0);
    const auto words_for = [&](uint32_t first, uint32_t count) {
        run(queue_, program, "diverge", range(64).groups_of(16), out, first, count);
        return error_message([&] { queue_.finish(); });
    };
    EXPECT_EQ(words_for(0, 0), "");
    EXPECT_EQ(words_for(0, 16), "");
    for (const auto& [first, count] : {std::pair(0u, 1u), {15u, 1u}, {3u, 4u}, {1u, 15u}, {0u, 15u}}) {
        const std::string words = words_for(first, count);
        EXPECT_TRUE(contains(words, "kernel 'diverge' (hand_made.kernels.cpp:7)")) << words;
        EXPECT_TRUE(contains(words, "not all work-items of work-group (")) << words;
    }
    EXPECT_EQ(words_for(0, 0), "");
    EXPECT_EQ(out.read(queue_), std::vector<uint32_t>(64, 2));
}

TEST_F(cpu_debug_device, names_the_work_item_that_missed_a_barrier) {
    const program program = make_program<&diverge>(
        "diverge", {buffer_parameter<uint32_t>("out"), value_parameter<uint32_t>("first"), value_parameter<uint32_t>("count")},
        true);
    auto out = device_.create_buffer<uint32_t>(16, 0);
    run(queue_, program, "diverge", range(16).groups_of(16), out, uint32_t {3}, uint32_t {1});
    const std::string words = error_message([&] { queue_.finish(); });
    EXPECT_TRUE(contains(words, "global_id (3, 0, 0) ended while (0, 0, 0) waits")) << words;
}

TEST_F(cpu_debug_device, runs_barriers_in_groups_of_one_item) {
    const program program =
        make_program<&pass_around>("pass_around", {buffer_parameter<uint32_t>("out"), value_parameter<uint32_t>("rounds")}, true);
    auto out = device_.create_buffer<uint32_t>(100, 9);
    run(queue_, program, "pass_around", range(100).groups_of(1), out, uint32_t {5});
    EXPECT_EQ(out.read(queue_), std::vector<uint32_t>(100, 0));
}

TEST_F(cpu_debug_device, brings_all_items_through_each_barrier) {
    const program program =
        make_program<&pass_around>("pass_around", {buffer_parameter<uint32_t>("out"), value_parameter<uint32_t>("rounds")}, true);
    // The launches have small and large work-groups in turn, because the device keeps the stacks of the work-items for later
    // work-groups.
    for (const uint32_t size : {2u, 37u, 1024u, 16u}) {
        auto out = device_.create_buffer<uint32_t>(size * 9, 0);
        run(queue_, program, "pass_around", range(size * 9).groups_of(size), out, uint32_t {13});
        const auto result = out.read(queue_);
        for (uint32_t i = 0; i < result.size(); ++i) ASSERT_EQ(result[i], (i % size + 13) % size) << i << " of " << size;
    }
}

TEST_F(cpu_debug_device, says_when_archive_and_kernel_disagree_on_barriers) {
    const program program = make_program<&pass_around>(
        "pass_around", {buffer_parameter<uint32_t>("out"), value_parameter<uint32_t>("rounds")}, false);
    auto out = device_.create_buffer<uint32_t>(8, 0);
    run(queue_, program, "pass_around", range(8).groups_of(8), out, uint32_t {1});
    EXPECT_TRUE(contains(error_message([&] { queue_.finish(); }), "reached a barrier, although"));
}

TEST_F(cpu_debug_device, gives_each_waiting_item_a_stack) {
    const program program =
        make_program<&recurse>("recurse", {buffer_parameter<uint32_t>("out"), value_parameter<uint32_t>("depth")}, true);
    auto out = device_.create_buffer<uint32_t>(256, 0);
    run(queue_, program, "recurse", range(256).groups_of(128), out, uint32_t {200});
    const auto result = out.read(queue_);
    for (uint32_t i = 0; i < result.size(); ++i) {
        const uint32_t depth = 200 + i % 128 % 3;
        ASSERT_EQ(result[i], depth * (depth + 1) / 2) << i;
    }
}

TEST_F(cpu_debug_device, does_not_give_local_memory_the_contents_of_another_group) {
    const program program =
        make_program<&look_at_local_memory>("look_at_local_memory", {buffer_parameter<uint32_t>("out")}, true);
    auto out = device_.create_buffer<uint32_t>(400, 0);
    run(queue_, program, "look_at_local_memory", range(400).groups_of(4), out);
    // When a work-group starts, all bits of its local memory are 1, whatever the previous work-group stored there. The second
    // statement then gives 1 + 4 * 2 = 9, because the two arrays do not overlap.
    EXPECT_EQ(out.read(queue_), std::vector<uint32_t>(400, 9));
}

TEST_F(cpu_debug_device, aligns_values_as_their_types_ask) {
    const program program =
        make_program<&take_values>("take_values", {buffer_parameter<uint64_t>("out"), value_parameter<uint8_t>("small"),
                                                   value_parameter<wide>("large"), value_parameter<bool>("flag")});
    auto out = device_.create_buffer<uint64_t>(4, 99);
    wide large {};
    large.numbers[7] = 1234;
    run(queue_, program, "take_values", range(1), out, uint8_t {200}, large, true);
    EXPECT_EQ(out.read(queue_), (std::vector<uint64_t> {200, 0, 1234, 1}));
}

TEST_F(cpu_debug_device, runs_on_the_cores_that_the_process_may_use) {
    cpu_set_t allowed;
    ASSERT_EQ(::sched_getaffinity(0, sizeof(allowed), &allowed), 0);
    EXPECT_EQ(device_.properties().compute_units, static_cast<uint32_t>(CPU_COUNT(&allowed)));
    const program program = make_program<&note_core>("note_core", {buffer_parameter<uint32_t>("out")});
    auto out = device_.create_buffer<uint32_t>(100'000, 0);
    run(queue_, program, "note_core", range(100'000).groups_of(10), out);
    for (const uint32_t core : out.read(queue_)) ASSERT_TRUE(CPU_ISSET(core, &allowed)) << core;
}

TEST_F(cpu_debug_device, finishes_the_work_of_a_queue_that_is_destroyed) {
    const program program = make_program<&run_long>("run_long", {buffer_parameter<uint32_t>("out")});
    auto out = device_.create_buffer<uint32_t>(1000, 0);
    {
        queue other = device_.create_queue();
        run(other, program, "run_long", range(1000).groups_of(1), out);
    }
    EXPECT_NE(out.read(queue_).back(), 0u);
}

TEST_F(cpu_debug_device, has_only_kernels_that_were_compiled_in) {
    archive::archive contents;
    contents.kernels.push_back({"elsewhere", "elsewhere", {}, false, 0, "", 0});
    const auto bytes = archive::write(contents);
    const program program(device_, {"partial.kernels.cpp", bytes, {}});
    EXPECT_TRUE(contains(error_message([&] { kernel_function(program, "elsewhere"); }), "ingot_add_kernels"));
    EXPECT_FALSE(program.is_from_cache());
}

}  // namespace
