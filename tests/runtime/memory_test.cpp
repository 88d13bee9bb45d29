// Tests of buffers: access rights, host memory, changes of size, pending mappings, several devices, several queues.
#include <algorithm>
#include <atomic>
#include <cstdint>
#include <numeric>
#include <thread>

#include "every_device.hpp"
#include "launch.kernels.hpp"

namespace {

using namespace ingot;
using ingot::testing::contains;
using ingot::testing::error_message;

class host_memory : public ingot::testing::every_device {};
class buffer_rights : public ingot::testing::every_device {};
class buffer_sizes : public ingot::testing::every_device {};
class later_maps : public ingot::testing::every_device {};
class queues : public ingot::testing::every_device {};
class ended_mappings : public ingot::testing::every_device {
protected:
    // Enqueues a kernel whose first work-item fails.
    void run_failing_kernel() { queue_.run(program_.fail, range(64).groups_of(64), other_); }
    // Waits for the queue, and returns the failure that finish() reports.
    std::string failure() {
        return error_message([this] { queue_.finish(); });
    }

    launch_program program_ {device_};
    device_buffer<uint32_t> other_ = device_.create_buffer<uint32_t>(64, 0u);
};

std::vector<uint32_t> counted(size_t count) {
    std::vector<uint32_t> values(count);
    std::iota(values.begin(), values.end(), 1u);
    return values;
}

TEST_P(buffer_rights, of_the_host_are_enforced) {
    const auto values = counted(100);
    auto for_device = device_.create_buffer<uint32_t>(std::span(values), {.host_reads = false, .host_writes = false});
    EXPECT_TRUE(
        contains(error_message([&] { for_device.read(queue_); }), "its memory_access does not allow the host to read it"));
    EXPECT_TRUE(contains(error_message([&] { for_device.write(queue_, values); }),
                         "its memory_access does not allow the host to write it"));
    EXPECT_TRUE(contains(error_message([&] { for_device.map(queue_, map_access::read); }), "does not allow the host to read"));
    EXPECT_TRUE(contains(error_message([&] { for_device.map(queue_, map_access::write); }), "does not allow the host to write"));
    EXPECT_TRUE(contains(error_message([&] { for_device.start_map(queue_); }), "does not allow the host to read"));
    EXPECT_EQ(for_device.access(), (memory_access {.host_reads = false, .host_writes = false}));

    // Copies and fills on the device are still allowed, with patterns of any size.
    auto copy = device_.create_buffer<uint32_t>(100);
    copy.copy(queue_, for_device);
    EXPECT_EQ(copy.read(queue_), values);
    struct three {
        uint8_t parts[3];
    };
    auto filled = device_.create_buffer<three>(100, {.host_writes = false});
    filled.fill(queue_, three {{1, 2, 3}});
    EXPECT_EQ(filled.read(queue_)[99].parts[2], 3);
    const auto only_read = device_.create_buffer<uint32_t>(std::span(values), {.device_writes = false, .host_writes = false});
    EXPECT_EQ(only_read.read(queue_), values);
}

TEST_P(host_memory, is_used_in_place_or_copied_and_reports_which) {
    std::vector<uint32_t> values = counted(10'000);
    auto memory = device_.wrap_memory(std::span(values));
    EXPECT_EQ(memory.size(), values.size());
    EXPECT_EQ(memory.host_memory().data(), values.data());
    EXPECT_EQ(memory.is_in_place(), device_.properties().is_cpu);
    EXPECT_EQ(memory.read(queue_), counted(10'000));
    memory.fill(queue_, 7, 10, 20);
    memory.to_host(queue_);
    EXPECT_EQ(values[9], 10u);
    EXPECT_EQ(values[10], 7u);
    EXPECT_EQ(values[29], 7u);
    EXPECT_EQ(values[30], 31u);

    values[5] = 55;
    memory.to_device(queue_);
    auto copy = device_.create_buffer<uint32_t>(10'000);
    copy.copy(queue_, memory);
    EXPECT_EQ(copy.read(queue_)[5], 55u);
    {
        auto view = memory.map(queue_);
        view[6] = 66;
    }
    copy.copy(queue_, memory);
    EXPECT_EQ(copy.read(queue_)[6], 66u);
    auto moved_memory = std::move(memory);
    moved_memory.to_host(queue_);
    EXPECT_EQ(values[6], 66u);
    EXPECT_TRUE(memory.host_memory().empty());
}

TEST_P(host_memory, of_no_bytes_is_no_error_and_other_buffers_have_none) {
    auto empty = device_.wrap_memory(std::span<uint32_t>());
    empty.to_host(queue_);
    empty.to_device(queue_);
    EXPECT_FALSE(empty.is_in_place());
    auto other = device_.create_buffer<uint32_t>(4, 0);
    EXPECT_FALSE(other.is_in_place());
    EXPECT_TRUE(other.host_memory().empty());
    EXPECT_TRUE(contains(error_message([&] { other.to_host(queue_); }), "it was not made from host memory"));
    EXPECT_TRUE(contains(error_message([&] { other.to_device(queue_); }), "it was not made from host memory"));
}

TEST_P(buffer_sizes, change_with_or_without_the_old_contents) {
    auto buffer = device_.create_buffer<uint32_t>(std::span<const uint32_t>(counted(100)));
    buffer.resize(queue_, 150);
    EXPECT_EQ(buffer.size(), 150u);
    buffer.fill(queue_, 9, 100, 50);
    auto result = buffer.read(queue_);
    EXPECT_EQ(std::vector(result.begin(), result.begin() + 100), counted(100));
    EXPECT_EQ(result[149], 9u);
    buffer.resize(queue_, 40);
    EXPECT_EQ(buffer.read(queue_), counted(40));
    buffer.resize(queue_, 10, contents::discard);
    buffer.fill(queue_, 3);
    EXPECT_EQ(buffer.read(queue_), std::vector<uint32_t>(10, 3));
    buffer.resize(queue_, 0);
    EXPECT_TRUE(buffer.read(queue_).empty());
    buffer.resize(queue_, 5);
    buffer.fill(queue_, 4);
    EXPECT_EQ(buffer.read(queue_), std::vector<uint32_t>(5, 4));

    auto guarded = device_.create_buffer<uint32_t>(4, {.host_writes = false});
    guarded.resize(queue_, 8);
    EXPECT_FALSE(guarded.access().host_writes);
    std::vector<uint32_t> own(4);
    auto memory = device_.wrap_memory(std::span(own));
    EXPECT_TRUE(contains(error_message([&] { memory.resize(queue_, 8); }), "it was made from host memory"));
    EXPECT_NE(error_message([&] { buffer.resize(queue_, SIZE_MAX / 8); }), "");
    EXPECT_EQ(buffer.read(queue_), std::vector<uint32_t>(5, 4));  // unchanged
}

TEST_P(later_maps, come_after_what_was_enqueued_before) {
    auto buffer = device_.create_buffer<uint32_t>(1'000'000);
    buffer.fill(queue_, 5);
    auto coming = buffer.start_map(queue_, map_access::read_write);
    while (!coming.is_ready()) std::this_thread::yield();
    {
        auto view = coming.wait();
        EXPECT_EQ(view.size(), 1'000'000u);
        EXPECT_EQ(view[999'999], 5u);
        std::ranges::fill(view, 6u);
    }
    EXPECT_EQ(buffer.read(queue_), std::vector<uint32_t>(1'000'000, 6));
    {
        auto mapping = buffer.start_map(queue_, map_access::write).wait();
        std::iota(mapping.begin(), mapping.end(), 1u);
    }
    EXPECT_EQ(buffer.read(queue_), counted(1'000'000));
    {
        auto given_up = buffer.start_map(queue_, map_access::read);
    }
    EXPECT_EQ(buffer.read(queue_), counted(1'000'000));
    {
        auto part = buffer.map(queue_, map_access::read, 10, 2);
        EXPECT_EQ(part.size(), 2u);
        EXPECT_EQ(part[1], 12u);
    }
    EXPECT_EQ(device_.create_buffer<uint32_t>(0).start_map(queue_).wait().size(), 0u);
}

// A kernel fails while the buffer is mapped. The end of the mapping must still write the data, and the queue must still report
// the failure afterwards.
TEST_P(ended_mappings, of_a_buffer_keep_what_was_written_and_the_failure_of_a_kernel) {
    auto values = device_.create_buffer<uint32_t>(4, 0u);
    {
        auto view = values.map(queue_, map_access::write);
        std::ranges::copy(counted(4), view.begin());
        run_failing_kernel();
    }
    EXPECT_TRUE(contains(failure(), "kernel 'fail'"));
    EXPECT_EQ(failure(), "");
    EXPECT_EQ(values.read(queue_), counted(4));
}

TEST_P(ended_mappings, of_an_image_keep_what_was_written_and_the_failure_of_a_kernel) {
    if (device_.image_formats(image_shape::image_2d).empty()) GTEST_SKIP() << device_.name() << " has no images";
    device_image image(device_, {.format = {channel_type::unsigned_32, 4}, .width = 1, .height = 1});
    image.zero(queue_);
    const std::vector<uint32_t> pixel = counted(4);
    {
        const mapped_image view = image.map(queue_, map_access::write);
        std::ranges::copy(std::as_bytes(std::span(pixel)), view.bytes().begin());
        run_failing_kernel();
    }
    EXPECT_TRUE(contains(failure(), "kernel 'fail'"));
    EXPECT_EQ(failure(), "");
    EXPECT_TRUE(std::ranges::equal(image.read(queue_), std::as_bytes(std::span(pixel))));
}

// In each round the second queue waits for the first queue's copy of this round, and the first queue waits for the
// second queue's copy of the previous round.
TEST_P(queues, wait_for_each_other) {
    queue other = device_.create_queue();
    auto first = device_.create_buffer<uint32_t>(300'000);
    auto second = device_.create_buffer<uint32_t>(300'000);
    auto copy = device_.create_buffer<uint32_t>(300'000, 0);
    for (uint32_t round = 1; round <= 20; ++round) {
        queue_.wait_for(other);  // for the copy of the previous round
        first.fill(queue_, round);
        second.copy(queue_, first);
        other.wait_for(queue_);
        copy.copy(other, second);
    }
    EXPECT_EQ(copy.read(other), std::vector<uint32_t>(300'000, 20));
    queue_.wait_for(queue_);
    EXPECT_EQ(second.read(queue_), std::vector<uint32_t>(300'000, 20));
}

TEST_P(queues, may_end_while_another_waits_for_them) {
    auto destination = device_.create_buffer<uint32_t>(100'000);
    const auto source = device_.create_buffer<uint32_t>(std::span<const uint32_t>(counted(100'000)));
    {
        queue other = device_.create_queue();
        destination.copy(other, source);
        queue_.wait_for(other);
    }
    EXPECT_EQ(destination.read(queue_), counted(100'000));
}

TEST_P(queues, of_one_device_are_used_by_two_threads) {
    constexpr uint32_t rounds = 50;
    std::atomic<uint32_t> wrong = 0;
    const auto work = [&](uint32_t number) {
        queue own = device_.create_queue();
        auto values = device_.create_buffer<uint32_t>(10'000);
        auto copy = device_.create_buffer<uint32_t>(10'000);
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

TEST(buffers_of_two_devices, are_copied_in_both_directions) {
    const auto all = ingot::testing::every_device_choice();
    if (all.size() < 2) GTEST_SKIP() << "only one device is available";
    for (const auto& from_choice : all)
        for (const auto& to_choice : all) {
            const device from_device = find_device(from_choice.backend, from_choice.index);
            const device to_device = find_device(to_choice.backend, to_choice.index);
            queue from_queue = from_device.create_queue();
            queue to_queue = to_device.create_queue();
            // More than 16 MiB: a copy through the host has several parts.
            auto source = from_device.create_buffer<uint32_t>(5'000'000);
            auto destination = to_device.create_buffer<uint32_t>(5'000'000);
            source.fill(from_queue, 9);
            source.fill(from_queue, 8, 4'999'999, 1);
            destination.copy(to_queue, source, from_queue);
            const auto result = destination.read(to_queue);
            EXPECT_EQ(result[0], 9u);
            EXPECT_EQ(result[4'999'998], 9u);
            EXPECT_EQ(result[4'999'999], 8u);
            EXPECT_TRUE(from_device == to_device ||
                        contains(error_message([&] { destination.copy(to_queue, source, to_queue); }), "another device"));
            to_queue.wait_for(from_queue);
        }
}

INGOT_TEST_ON_EVERY_DEVICE(host_memory);
INGOT_TEST_ON_EVERY_DEVICE(buffer_rights);
INGOT_TEST_ON_EVERY_DEVICE(buffer_sizes);
INGOT_TEST_ON_EVERY_DEVICE(later_maps);
INGOT_TEST_ON_EVERY_DEVICE(queues);
INGOT_TEST_ON_EVERY_DEVICE(ended_mappings);

}  // namespace
