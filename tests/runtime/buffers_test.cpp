#include <cstdint>
#include <ingot/language/vector.hpp>
#include <numeric>

#include "every_device.hpp"

namespace {

using namespace ingot;
using ingot::testing::contains;
using ingot::testing::error_message;

class buffers : public ingot::testing::every_device {
protected:
    static std::vector<uint32_t> counted(size_t count) {
        std::vector<uint32_t> values(count);
        std::iota(values.begin(), values.end(), 1u);
        return values;
    }
};

// Structures whose names are their sizes in bytes.
struct twelve {
    uint32_t a, b, c;
    friend bool operator==(const twelve&, const twelve&) = default;
};
struct sixteen {
    uint64_t a, b;
    friend bool operator==(const sixteen&, const sixteen&) = default;
};
struct forty {
    uint64_t parts[5];
    friend bool operator==(const forty&, const forty&) = default;
};
struct three {
    uint8_t parts[3];
    friend bool operator==(const three&, const three&) = default;
};

TEST_P(buffers, hold_what_was_written) {
    const auto values = counted(100'003);
    const auto buffer = device_.create_buffer<uint32_t>(std::span(values));
    EXPECT_EQ(buffer.size(), values.size());
    EXPECT_EQ(buffer.read(queue_), values);
    EXPECT_EQ(device_.create_buffer<uint16_t>(1000, 77).read(queue_), std::vector<uint16_t>(1000, 77));
}

TEST_P(buffers, are_read_and_written_in_parts) {
    auto buffer = device_.create_buffer<uint32_t>(10, 0);
    const auto values = counted(4);
    buffer.write(queue_, values, 6);
    buffer.write(queue_, std::span(values).first(1), 0);
    EXPECT_EQ(buffer.read(queue_), (std::vector<uint32_t> {1, 0, 0, 0, 0, 0, 1, 2, 3, 4}));
    std::vector<uint32_t> part(2);
    buffer.read(queue_, part, 8);
    EXPECT_EQ(part, (std::vector<uint32_t> {3, 4}));
}

TEST_P(buffers, are_filled_with_patterns_of_any_size) {
    const auto check = [&]<typename T>(const T& value) {
        for (const size_t count : {size_t {1}, size_t {2}, size_t {1023}, size_t {30'000}}) {
            auto buffer = device_.create_buffer<T>(count);
            buffer.fill(queue_, value);
            EXPECT_EQ(buffer.read(queue_), std::vector<T>(count, value)) << sizeof(T) << " bytes, " << count;
        }
    };
    check(uint8_t {0xab});
    check(uint16_t {0xabcd});
    check(0x12345678u);
    check(1.5f);
    check(uint64_t {0x123456789abcdef});
    check(three {{1, 2, 3}});
    check(twelve {1, 2, 3});
    check(sixteen {1, 2});
    check(forty {{1, 2, 3, 4, 5}});
}

TEST_P(buffers, are_filled_from_any_offset) {
    memory block(device_, 64);
    std::vector<uint8_t> bytes(64, 9);
    block.write(queue_, 0, std::as_bytes(std::span(bytes)));
    const uint32_t pattern = 0x04030201;
    block.fill(queue_, 3, 8, std::as_bytes(std::span(&pattern, 1)));
    block.read(queue_, 0, std::as_writable_bytes(std::span(bytes)));
    EXPECT_EQ(std::vector(bytes.begin(), bytes.begin() + 13), (std::vector<uint8_t> {9, 9, 9, 1, 2, 3, 4, 1, 2, 3, 4, 9, 9}));
    EXPECT_TRUE(contains(error_message([&] { block.fill(queue_, 0, 7, std::as_bytes(std::span(&pattern, 1))); }),
                         "whole number of patterns"));
    EXPECT_TRUE(contains(error_message([&] { block.fill(queue_, 0, 8, {}); }), "pattern is empty"));
}

TEST_P(buffers, are_set_to_zero) {
    auto buffer = device_.create_buffer<forty>(1000, forty {{1, 2, 3, 4, 5}});
    buffer.zero(queue_);
    EXPECT_EQ(buffer.read(queue_), std::vector<forty>(1000, forty {}));
}

TEST_P(buffers, are_copied_in_the_queues_order) {
    const auto values = counted(5000);
    const auto source = device_.create_buffer<uint32_t>(std::span(values));
    auto destination = device_.create_buffer<uint32_t>(5000);
    destination.fill(queue_, 7);
    destination.copy(queue_, source, 10, 20, 4000);
    destination.copy(queue_, source, 0, 0, 1);
    const auto result = destination.read(queue_);
    EXPECT_EQ(result[0], 1u);
    EXPECT_EQ(result[19], 7u);
    EXPECT_EQ(result[20], 11u);
    EXPECT_EQ(result[4019], 4010u);
    EXPECT_EQ(result[4020], 7u);
    destination.copy(queue_, source);
    EXPECT_EQ(destination.read(queue_), values);
}

TEST_P(buffers, are_copied_within_themselves_where_the_ranges_are_apart) {
    auto buffer = device_.create_buffer<uint32_t>(std::span<const uint32_t>(counted(8)));
    buffer.copy(queue_, buffer, 0, 4, 4);
    EXPECT_EQ(buffer.read(queue_), (std::vector<uint32_t> {1, 2, 3, 4, 1, 2, 3, 4}));
    EXPECT_TRUE(contains(error_message([&] { buffer.copy(queue_, buffer, 0, 3, 4); }), "overlap"));
    EXPECT_TRUE(contains(error_message([&] { buffer.copy(queue_, buffer, 3, 0, 4); }), "overlap"));
    EXPECT_TRUE(contains(error_message([&] { buffer.copy(queue_, buffer); }), "overlap"));
}

TEST_P(buffers, are_mapped_for_reading_and_writing) {
    auto buffer = device_.create_buffer<uint32_t>(std::span<const uint32_t>(counted(100)));
    buffer.fill(queue_, 5);
    {
        const auto view = buffer.map(queue_, map_access::read);
        ASSERT_EQ(view.size(), 100u);
        EXPECT_EQ(std::accumulate(view.begin(), view.end(), 0u), 500u);
    }
    {
        auto view = buffer.map(queue_, map_access::write);
        std::iota(view.begin(), view.end(), 0u);
    }
    {
        auto first = buffer.map(queue_);
        auto view = std::move(first);
        EXPECT_EQ(first.size(), 0u);
        view[3] += 100;
    }
    const auto result = buffer.read(queue_);
    EXPECT_EQ(result[2], 2u);
    EXPECT_EQ(result[3], 103u);
    EXPECT_EQ(result[99], 99u);
}

TEST_P(buffers, are_mapped_twice_for_reading) {
    auto buffer = device_.create_buffer<uint32_t>(100, 3);
    const auto first = buffer.map(queue_, map_access::read);
    const auto second = buffer.map(queue_, map_access::read);
    EXPECT_EQ(first[99], 3u);
    EXPECT_EQ(second[0], 3u);
}

TEST_P(buffers, stay_mapped_when_buffer_and_queue_move_or_end) {
    auto other = std::make_optional(device_.create_queue());
    auto buffer = std::make_optional(device_.create_buffer<uint32_t>(100, 3));
    {
        auto view = buffer->map(*other);
        auto moved_buffer = std::move(*buffer);
        buffer.reset();
        other.reset();
        view[1] = 4;
        EXPECT_EQ(view[0] + view[1], 7u);
    }
}

TEST_P(buffers, of_no_elements_do_nothing) {
    auto empty = device_.create_buffer<uint32_t>(0);
    auto other = device_.create_buffer<uint32_t>(std::span<const uint32_t>());
    empty.fill(queue_, 3);
    empty.zero(queue_);
    empty.copy(queue_, other);
    empty.write(queue_, {});
    EXPECT_TRUE(empty.read(queue_).empty());
    EXPECT_EQ(empty.map(queue_).size(), 0u);
    const uint32_t value = 1;
    EXPECT_TRUE(contains(error_message([&] { empty.write(queue_, std::span(&value, 1)); }), "outside"));
    queue_.finish();
}

TEST_P(buffers, reject_ranges_outside_of_them) {
    auto buffer = device_.create_buffer<uint32_t>(10, 0);
    auto small = device_.create_buffer<uint32_t>(4, 0);
    std::vector<uint32_t> values(4);
    const auto outside = [](auto call) { return contains(error_message(call), "outside"); };
    EXPECT_TRUE(outside([&] { buffer.read(queue_, values, 7); }));
    EXPECT_TRUE(outside([&] { buffer.write(queue_, values, 7); }));
    EXPECT_TRUE(outside([&] { buffer.read(queue_, values, SIZE_MAX / 2); }));
    EXPECT_TRUE(outside([&] { buffer.copy(queue_, small, 0, 7, 4); }));
    EXPECT_TRUE(outside([&] { buffer.copy(queue_, small, 0, 0, 5); }));
    EXPECT_TRUE(outside([&] { small.copy(queue_, buffer); }));
    EXPECT_TRUE(outside([&] { buffer.copy(queue_, small, SIZE_MAX, 0, SIZE_MAX); }));
    const std::string words = error_message([&] { buffer.read(queue_, values, 7); });
    EXPECT_EQ(words, "reading a buffer of 40 bytes on '" + device_.name() + "': bytes 28 to 44 are outside of the buffer");
}

TEST_P(buffers, larger_than_any_memory_are_an_error) {
    EXPECT_TRUE(contains(error_message([&] { device_.create_buffer<uint8_t>(size_t {1} << 50); }), device_.name()));
    EXPECT_TRUE(contains(error_message([&] { device_.create_buffer<uint64_t>(SIZE_MAX / 4); }), device_.name()));
}

TEST_P(buffers, that_were_moved_from_are_an_error_to_use) {
    auto first = device_.create_buffer<uint32_t>(10, 1);
    auto second = std::move(first);
    EXPECT_EQ(first.size(), 0u);
    EXPECT_TRUE(contains(error_message([&] { first.zero(queue_); }), "moved from"));
    EXPECT_TRUE(contains(error_message([&] { first.read(queue_); }), "moved from"));
    EXPECT_TRUE(contains(error_message([&] { first.map(queue_); }), "moved from"));
    EXPECT_TRUE(contains(error_message([&] { second.copy(queue_, first, 0, 0, 0); }), "moved from"));
    first = std::move(second);
    EXPECT_EQ(first.read(queue_), std::vector<uint32_t>(10, 1));
}

TEST_P(buffers, may_end_before_the_work_that_uses_them) {
    auto destination = device_.create_buffer<uint32_t>(100'000);
    for (uint32_t i = 0; i < 20; ++i) {
        auto source = device_.create_buffer<uint32_t>(100'000);
        source.fill(queue_, i);
        destination.copy(queue_, source);
    }
    EXPECT_EQ(destination.read(queue_), std::vector<uint32_t>(100'000, 19));
}

TEST(buffers_of_two_devices, do_not_mix) {
    const auto all = ingot::testing::every_device_choice();
    if (all.size() < 2) GTEST_SKIP() << "only one device is available";
    const device first = find_device(all[0].backend, all[0].index);
    const device second = find_device(all[1].backend, all[1].index);
    queue queue = first.create_queue();
    auto first_buffer = first.create_buffer<int>(4, 0);
    auto second_buffer = second.create_buffer<int>(4, 0);
    EXPECT_TRUE(contains(error_message([&] { second_buffer.zero(queue); }), "another device, '" + first.name()));
    EXPECT_TRUE(contains(error_message([&] { first_buffer.copy(queue, second_buffer); }), "another device"));
}

INGOT_TEST_ON_EVERY_DEVICE(buffers);

}  // namespace
