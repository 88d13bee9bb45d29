// Tests of Table 10 of the thesis that docs/host-library.md names: kernel functions and address spaces.
#include <gtest/gtest.h>

#include <ingot/ingot.hpp>
#include <numeric>
#include <vector>

#include "address_spaces.kernels.hpp"
#include "every_device.hpp"

namespace {

using namespace ingot;

class address_spaces : public ingot::testing::every_device {
protected:
    address_spaces_program program_ {device_};

    template <typename T>
    device_buffer<T> buffer_of(const std::vector<T>& values) {
        return device_.create_buffer(std::span<const T>(values));
    }
};

constexpr float weights[] {0.5f, 1.0f, 1.5f, 2.0f};

TEST_P(address_spaces, kernel) {
    auto values = device_.create_buffer<uint32_t>(100, 0u);
    queue_.run(program_.write_seven, range(100).groups_of(10), values);
    EXPECT_EQ(values.read(queue_), std::vector<uint32_t>(100, 7));
}

TEST_P(address_spaces, global) {
    std::vector<float> values(64);
    std::iota(values.begin(), values.end(), 1.0f);
    auto sums = device_.create_buffer<float>(16, 0.0f);
    queue_.run(program_.use_global, range(16).groups_of(4), buffer_of(values), sums, 4u);
    const std::vector<float> results = sums.read(queue_);
    // The four numbers of work-item i, from 4 i + 1 to 4 i + 4, and the first two numbers, 1 + 2.
    for (uint32_t i = 0; i < 16; ++i) EXPECT_EQ(results[i], 16.0f * static_cast<float>(i) + 10 + 3);
}

TEST_P(address_spaces, local) {
    auto result = device_.create_buffer<uint32_t>(96, 0u);
    queue_.run(program_.use_local, range(96).groups_of(32), result);
    const std::vector<uint32_t> actual = result.read(queue_);
    for (uint32_t i = 0; i < 96; ++i) EXPECT_EQ(actual[i], i / 32 * 32 + 31 - i % 32);
}

TEST_P(address_spaces, constant) {
    auto result = device_.create_buffer<float>(60, 0.0f);
    queue_.run(program_.use_constant, range(60).groups_of(12), result);
    const std::vector<float> actual = result.read(queue_);
    constexpr float powers[] {1, 10, 100, 1000, 10000};
    // 3.5 is the sum of the last two weights.
    for (uint32_t i = 0; i < 60; ++i)
        EXPECT_EQ(actual[i], weights[i % 4] + static_cast<float>(i % 3 * 10 + 10) + powers[i % 5] + 3.5f) << i;
}

TEST_P(address_spaces, buffer) {
    std::vector<uint32_t> values(40);
    std::iota(values.begin(), values.end(), 5u);
    std::vector<odd_struct> structs(40, {7, {1, 2, 3, 4, 5, 6, 7}});
    auto out = device_.create_buffer<uint32_t>(40, 0u);
    auto changed_structs = buffer_of(structs);
    queue_.run(program_.use_buffers, range(40).groups_of(8), buffer_of(values), out, changed_structs);
    const std::vector<uint32_t> results = out.read(queue_);
    const std::vector<odd_struct> got_structs = changed_structs.read(queue_);
    for (uint32_t i = 0; i < 40; ++i) {
        EXPECT_EQ(results[i], (i + 5) * 4 + 5) << i;
        EXPECT_EQ(got_structs[i].letters[1], 1);
        EXPECT_EQ(got_structs[i].letters[6], 7);
        EXPECT_EQ(got_structs[i].number, 7 + i);
    }
}

TEST_P(address_spaces, local_buffer_1d) {
    auto result = device_.create_buffer<uint32_t>(48, 0u);
    queue_.run(program_.use_local_1d, range(48).groups_of(24), result);
    const std::vector<uint32_t> actual = result.read(queue_);
    for (uint32_t i = 0; i < 48; ++i) EXPECT_EQ(actual[i], i / 24 * 24 + (i + 1) % 24);
}

TEST_P(address_spaces, local_buffer_2d) {
    auto result = device_.create_buffer<uint32_t>(12 * 8, 0u);
    queue_.run(program_.use_local_2d, range(12, 8).groups_of(6, 4), result);
    const std::vector<uint32_t> actual = result.read(queue_);
    for (uint32_t y = 0; y < 8; ++y)
        for (uint32_t x = 0; x < 12; ++x) {
            const uint32_t from_x = x / 6 * 6 + 5 - x % 6;
            const uint32_t from_y = y / 4 * 4 + 3 - y % 4;
            EXPECT_EQ(actual[y * 12 + x], from_y * 12 + from_x) << x << ", " << y;
        }
}

TEST_P(address_spaces, local_buffer_3d) {
    auto result = device_.create_buffer<uint32_t>(24, 0u);
    queue_.run(program_.use_local_3d, range(4, 3, 2).groups_of(4, 3, 2), result);
    const std::vector<uint32_t> actual = result.read(queue_);
    for (uint32_t i = 0; i < 24; ++i) EXPECT_EQ(actual[i], (23 - i) * 100 + i);
}

TEST_P(address_spaces, constant_buffer) {
    const std::vector<float> filter {0.25f, 0.5f, 0.25f};
    std::vector<float> values(34);
    std::iota(values.begin(), values.end(), 0.0f);
    const std::vector<odd_struct> structs {{100, {}}, {0, {1, 2, 3, 4, 5, 6, 7}}};
    auto out = device_.create_buffer<float>(32, 0.0f);
    queue_.run(program_.use_constant_buffer, range(32).groups_of(8), buffer_of(filter), buffer_of(structs), buffer_of(values),
               out, 3u);
    const std::vector<float> results = out.read(queue_);
    // The filter gives the value in its middle, i + 1. 103 is the number of the first struct and letters[2] of the second one.
    for (uint32_t i = 0; i < 32; ++i) EXPECT_EQ(results[i], static_cast<float>(i) + 1 + 103) << i;

    if (device_.properties().constant_memory >= device_.properties().global_memory) return;
    const auto large = device_.create_buffer<float>(device_.properties().constant_memory / sizeof(float) + 1);
    const std::string message = ingot::testing::error_message([&] {
        queue_.run(program_.use_constant_buffer, range(32).groups_of(8), large, buffer_of(structs), buffer_of(values), out, 3u);
    });
    EXPECT_TRUE(ingot::testing::contains(message, "'filter' is")) << message;
    EXPECT_TRUE(ingot::testing::contains(message, "use buffer<const float>")) << message;
}

TEST_P(address_spaces, constant_array) {
    auto result = device_.create_buffer<float>(24, 0.0f);
    queue_.run(program_.use_constant_arrays, range(24).groups_of(6), result, 1u);
    const std::vector<float> actual = result.read(queue_);
    for (uint32_t i = 0; i < 24; ++i) EXPECT_EQ(actual[i], static_cast<float>(1u << (i + 1) % 3) * weights[i % 4]) << i;
}

TEST_P(address_spaces, pointers_that_may_be_null) {
    auto out = device_.create_buffer<uint32_t>(48 * 5, 0u);
    queue_.run(program_.use_null, range(48).groups_of(16), buffer_of<uint32_t>({1, 2, 3}), out);
    const std::vector<uint32_t> results = out.read(queue_);
    // A row for each global_id.x % 3. In row 0 all pointers are null. In row 1 they point to element 0, and in row 2 to element
    // 1 (in local memory to element 15). The last column is 1111 if all pointers are null, and 10000 if the pointer to local
    // memory points to element 0.
    constexpr uint32_t expected[3][5] {{7, 7, 7, 7, 1111}, {2, 101, 20, 203, 10'000}, {3, 116, 30, 205, 0}};
    for (uint32_t i = 0; i < 48 * 5; ++i) EXPECT_EQ(results[i], expected[i / 5 % 3][i % 5]) << i;
}

TEST_P(address_spaces, param) {
    if (!device_.properties().has_double) GTEST_SKIP() << device_.name() << " has no double precision";
    auto result = device_.create_buffer<float>(4, 0.0f);
    const odd_struct odd {1000, {0, 0, 20, 0, 0, 0, 0}};
    queue_.run(program_.use_params, range(4).groups_of(2), result, uint8_t {200}, odd, 0.5, true, float3 {1, 2, 3});
    EXPECT_EQ(result.read(queue_), std::vector<float>(4, -1226.5f));  // -(200 + 1000 + 20 + 0.5 + 1 + 2 + 3)
}

INGOT_TEST_ON_EVERY_DEVICE(address_spaces);

}  // namespace
