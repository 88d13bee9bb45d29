// Who may use a buffer, memory of the host, other sizes, mappings that are waited for later, other devices, several queues.
#include <atomic>
#include <cstdint>
#include <numeric>
#include <thread>

#include "every_device.hpp"

namespace {

using namespace ingot;
using ingot::testing::error_of;
using ingot::testing::holds;

class host_memory : public ingot::testing::every_device {};
class buffer_rights : public ingot::testing::every_device {};
class buffer_sizes : public ingot::testing::every_device {};
class later_maps : public ingot::testing::every_device {};
class queues : public ingot::testing::every_device {};

std::vector<uint32_t> counted(size_t count) {
    std::vector<uint32_t> values(count);
    std::iota(values.begin(), values.end(), 1u);
    return values;
}

TEST_P(buffer_rights, of_the_host_are_kept_to) {
    const auto values = counted(100);
    auto for_device = on.create_buffer<uint32_t>(std::span(values), {.host_reads = false, .host_writes = false});
    EXPECT_TRUE(holds(error_of([&] { for_device.read(in); }), "it was created as one that the host does not read"));
    EXPECT_TRUE(holds(error_of([&] { for_device.write(in, values); }), "it was created as one that the host does not write"));
    EXPECT_TRUE(holds(error_of([&] { for_device.map(in, map_access::read); }), "the host does not read"));
    EXPECT_TRUE(holds(error_of([&] { for_device.map(in, map_access::write); }), "the host does not write"));
    EXPECT_TRUE(holds(error_of([&] { for_device.start_map(in); }), "the host does not read"));
    EXPECT_EQ(for_device.access(), (memory_access {.host_reads = false, .host_writes = false}));

    // The device still copies and fills it, with patterns of any size.
    auto copied = on.create_buffer<uint32_t>(100);
    copied.copy(in, for_device);
    EXPECT_EQ(copied.read(in), values);
    struct three {
        uint8_t parts[3];
    };
    auto filled = on.create_buffer<three>(100, {.host_writes = false});
    filled.fill(in, three {{1, 2, 3}});
    EXPECT_EQ(filled.read(in)[99].parts[2], 3);
    const auto only_read = on.create_buffer<uint32_t>(std::span(values), {.device_writes = false, .host_writes = false});
    EXPECT_EQ(only_read.read(in), values);
}

TEST_P(host_memory, is_used_or_copied_and_says_which) {
    std::vector<uint32_t> values = counted(10'000);
    auto wrapped = on.wrap_memory(std::span(values));
    EXPECT_EQ(wrapped.size(), values.size());
    EXPECT_EQ(wrapped.host_memory().data(), values.data());
    EXPECT_EQ(wrapped.in_place(), on.properties().is_cpu);
    EXPECT_EQ(wrapped.read(in), counted(10'000));
    wrapped.fill(in, 7, 10, 20);
    wrapped.to_host(in);
    EXPECT_EQ(values[9], 10u);
    EXPECT_EQ(values[10], 7u);
    EXPECT_EQ(values[29], 7u);
    EXPECT_EQ(values[30], 31u);

    values[5] = 55;
    wrapped.to_device(in);
    auto copy = on.create_buffer<uint32_t>(10'000);
    copy.copy(in, wrapped);
    EXPECT_EQ(copy.read(in)[5], 55u);
    {
        auto view = wrapped.map(in);
        view[6] = 66;
    }
    copy.copy(in, wrapped);
    EXPECT_EQ(copy.read(in)[6], 66u);
    auto moved = std::move(wrapped);
    moved.to_host(in);
    EXPECT_EQ(values[6], 66u);
    EXPECT_TRUE(wrapped.host_memory().empty());
}

TEST_P(host_memory, of_no_bytes_is_no_error_and_other_buffers_have_none) {
    auto empty = on.wrap_memory(std::span<uint32_t>());
    empty.to_host(in);
    empty.to_device(in);
    EXPECT_FALSE(empty.in_place());
    auto other = on.create_buffer<uint32_t>(4, 0);
    EXPECT_FALSE(other.in_place());
    EXPECT_TRUE(other.host_memory().empty());
    EXPECT_TRUE(holds(error_of([&] { other.to_host(in); }), "it is not made of the host's memory"));
    EXPECT_TRUE(holds(error_of([&] { other.to_device(in); }), "it is not made of the host's memory"));
}

TEST_P(buffer_sizes, change_with_or_without_what_was_there) {
    auto made = on.create_buffer<uint32_t>(std::span<const uint32_t>(counted(100)));
    made.resize(in, 150);
    EXPECT_EQ(made.size(), 150u);
    made.fill(in, 9, 100, 50);
    auto result = made.read(in);
    EXPECT_EQ(std::vector(result.begin(), result.begin() + 100), counted(100));
    EXPECT_EQ(result[149], 9u);
    made.resize(in, 40);
    EXPECT_EQ(made.read(in), counted(40));
    made.resize(in, 10, contents::discard);
    made.fill(in, 3);
    EXPECT_EQ(made.read(in), std::vector<uint32_t>(10, 3));
    made.resize(in, 0);
    EXPECT_TRUE(made.read(in).empty());
    made.resize(in, 5);
    made.fill(in, 4);
    EXPECT_EQ(made.read(in), std::vector<uint32_t>(5, 4));

    auto guarded = on.create_buffer<uint32_t>(4, {.host_writes = false});
    guarded.resize(in, 8);
    EXPECT_FALSE(guarded.access().host_writes);
    std::vector<uint32_t> own(4);
    auto wrapped = on.wrap_memory(std::span(own));
    EXPECT_TRUE(holds(error_of([&] { wrapped.resize(in, 8); }), "it is made of the host's memory"));
    EXPECT_NE(error_of([&] { made.resize(in, SIZE_MAX / 8); }), "");
    EXPECT_EQ(made.read(in), std::vector<uint32_t>(5, 4));  // as it was
}

TEST_P(later_maps, come_after_what_was_enqueued_before) {
    auto made = on.create_buffer<uint32_t>(1'000'000);
    made.fill(in, 5);
    auto coming = made.start_map(in, map_access::read_write);
    while (!coming.ready()) std::this_thread::yield();
    {
        auto view = coming.wait();
        EXPECT_EQ(view.size(), 1'000'000u);
        EXPECT_EQ(view[999'999], 5u);
        std::ranges::fill(view, 6u);
    }
    EXPECT_EQ(made.read(in), std::vector<uint32_t>(1'000'000, 6));
    {
        auto written = made.start_map(in, map_access::write).wait();
        std::iota(written.begin(), written.end(), 1u);
    }
    EXPECT_EQ(made.read(in), counted(1'000'000));
    {
        auto given_up = made.start_map(in, map_access::read);
    }
    EXPECT_EQ(made.read(in), counted(1'000'000));
    {
        auto part = made.map(in, map_access::read, 10, 2);
        EXPECT_EQ(part.size(), 2u);
        EXPECT_EQ(part[1], 12u);
    }
    EXPECT_EQ(on.create_buffer<uint32_t>(0).start_map(in).wait().size(), 0u);
}

// Each round of the first queue is seen by the same round of the second, and the other way round.
TEST_P(queues, wait_for_each_other) {
    queue other = on.create_queue();
    auto first = on.create_buffer<uint32_t>(300'000);
    auto second = on.create_buffer<uint32_t>(300'000);
    auto seen = on.create_buffer<uint32_t>(300'000, 0);
    for (uint32_t round = 1; round <= 20; ++round) {
        in.wait_for(other);  // the copy of the round before
        first.fill(in, round);
        second.copy(in, first);
        other.wait_for(in);
        seen.copy(other, second);
    }
    EXPECT_EQ(seen.read(other), std::vector<uint32_t>(300'000, 20));
    in.wait_for(in);
    EXPECT_EQ(second.read(in), std::vector<uint32_t>(300'000, 20));
}

TEST_P(queues, may_end_while_another_waits_for_them) {
    auto to = on.create_buffer<uint32_t>(100'000);
    const auto from = on.create_buffer<uint32_t>(std::span<const uint32_t>(counted(100'000)));
    {
        queue other = on.create_queue();
        to.copy(other, from);
        in.wait_for(other);
    }
    EXPECT_EQ(to.read(in), counted(100'000));
}

TEST_P(queues, of_one_device_are_used_by_two_threads) {
    constexpr uint32_t rounds = 50;
    std::atomic<uint32_t> wrong = 0;
    const auto work = [&](uint32_t number) {
        queue own = on.create_queue();
        auto values = on.create_buffer<uint32_t>(10'000);
        auto copy = on.create_buffer<uint32_t>(10'000);
        for (uint32_t round = 0; round < rounds; ++round) {
            values.fill(own, number + round);
            copy.copy(own, values);
            wrong += copy.read(own) != std::vector<uint32_t>(10'000, number + round);
        }
    };
    std::thread first(work, 1000u);
    std::thread second(work, 2000u);
    first.join();
    second.join();
    EXPECT_EQ(wrong, 0u);
}

TEST(buffers_of_two_devices, are_copied_through_the_host) {
    const auto all = ingot::testing::every_device_choice();
    if (all.size() < 2) GTEST_SKIP() << "this machine has one device only";
    for (const auto& from_choice : all)
        for (const auto& to_choice : all) {
            const device from_device = find_device(from_choice.backend, from_choice.index);
            const device to_device = find_device(to_choice.backend, to_choice.index);
            queue from_queue = from_device.create_queue();
            queue to_queue = to_device.create_queue();
            // More than goes at once.
            auto from = from_device.create_buffer<uint32_t>(5'000'000);
            auto to = to_device.create_buffer<uint32_t>(5'000'000);
            from.fill(from_queue, 9);
            from.fill(from_queue, 8, 4'999'999, 1);
            to.copy(to_queue, from, from_queue);
            const auto result = to.read(to_queue);
            EXPECT_EQ(result[0], 9u);
            EXPECT_EQ(result[4'999'998], 9u);
            EXPECT_EQ(result[4'999'999], 8u);
            EXPECT_TRUE(from_device == to_device ||
                        holds(error_of([&] { to.copy(to_queue, from, to_queue); }), "another device"));
            to_queue.wait_for(from_queue);
        }
}

INGOT_TEST_ON_EVERY_DEVICE(host_memory);
INGOT_TEST_ON_EVERY_DEVICE(buffer_rights);
INGOT_TEST_ON_EVERY_DEVICE(buffer_sizes);
INGOT_TEST_ON_EVERY_DEVICE(later_maps);
INGOT_TEST_ON_EVERY_DEVICE(queues);

}  // namespace
