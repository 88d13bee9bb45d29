// Tests what threads share: atomic objects, values of SIMD-groups, and textures (shared.metal, simd.metal).
#include "shared.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <ingot/ingot.hpp>
#include <vector>

#include "constants.hpp"
#include "metal_device.hpp"
#include "simd.hpp"

namespace {

using namespace ingot;

class metal_shared : public ingot::testing::metal_device {};

// MSL-2.6-01, -03, MSL-6.15-03, -04, MSL-6.15.2.1-01, MSL-6.15.2.2-01, MSL-6.15.2.3-01, MSL-6.15.2.4-01, -03,
// MSL-6.15.2.5-01, MSL-6.15.2.6-01
TEST_P(metal_shared, atomic_functions) {
    if (!device_.properties().has_64_bit_atomics) GTEST_SKIP() << device_.name() << " has no 64-bit atomics";
    const shared_program program(device_);
    std::vector<uint32_t> initial {0, 1000, 0, ~0u, 0, 0, 999};
    auto sums = device_.create_buffer<uint32_t>(initial);
    auto extremes = device_.create_buffer<int32_t>(2, 0);
    auto real = device_.create_buffer<float>(1, 0.0f);
    auto wide = device_.create_buffer<uint64_t>(std::vector<uint64_t> {0, ~uint64_t {0}});
    auto old = device_.create_buffer<uint32_t>(256, 0u);
    queue_.run(program.count, range(256).groups_of(64), sums, extremes, real, wide, old);
    const std::vector<uint32_t> found = sums.read(queue_);
    EXPECT_EQ(found[0], 255u * 256 / 2);
    EXPECT_EQ(found[1], 1000u - 256);
    EXPECT_EQ(found[2], ~0u);
    EXPECT_EQ(found[3], 0u);
    EXPECT_EQ(found[4], 0u);
    EXPECT_EQ(found[5], 512u);
    EXPECT_EQ(extremes.read(queue_), (std::vector<int32_t> {-250, 255}));
    EXPECT_EQ(real.read(queue_).front(), 128.0f);
    EXPECT_EQ(wide.read(queue_), (std::vector<uint64_t> {0x1'0000'00ffu, 0x1'0000'0000u}));
    // Each value that was stored is found by exactly one other thread, or stays.
    std::vector<uint32_t> seen = old.read(queue_);
    seen.push_back(found[6]);
    std::ranges::sort(seen);
    for (uint32_t i = 0; i < 256; ++i) EXPECT_EQ(seen[i], i);
    EXPECT_EQ(seen[256], 999u);
}

// MSL-6.9.2-02 … -16, -18 … -21, -24, MSL-6.9.3-01 … -13, -15, -16,
// MSL-5.2.3.6-08, -09, -12, -19, -26, -29
TEST_P(metal_shared, simd_groups) {
    if (!device_.properties().has_sub_group_shuffles) GTEST_SKIP() << device_.name() << " has no sub-groups";
    const simd_program program(device_);
    auto out = device_.create_buffer<uint32_t>(64 * 32, 0u);
    queue_.run(program.simd, range(64).groups_of(64), out);
    const std::vector<uint32_t> found = out.read(queue_);
    const uint32_t size = found[1];
    ASSERT_GE(size, 4u);
    for (uint32_t i = 0; i < 64; ++i) {
        const uint32_t* const mine = &found[i * 32];
        const uint32_t lane = i % size;
        const uint32_t quad = lane & 3u;
        uint32_t every_xor = 0;
        float product = 1;
        for (uint32_t each = 0; each < size; ++each) {
            every_xor ^= 10 + each;
            product *= 2;
        }
        const uint32_t value = 10 + lane;
        const uint32_t first_of_quad = value - quad;
        EXPECT_EQ(mine[0], lane);
        EXPECT_EQ(mine[1], size);
        EXPECT_EQ(mine[2], i / size);
        EXPECT_EQ(mine[3], 64 / size);
        EXPECT_EQ(mine[4], size * 10 + size * (size - 1) / 2);
        EXPECT_EQ(mine[5], 10 + size - 1);
        EXPECT_EQ(mine[6], 10u);
        EXPECT_EQ(mine[7], lane + 1 < size ? value + 1 : value);
        EXPECT_EQ(mine[8], lane > 0 ? value - 1 : value);
        EXPECT_EQ(mine[9], 10 + (lane ^ 1u));
        EXPECT_EQ(mine[10], 12u);
        EXPECT_EQ(mine[11], lane * 10 + lane * (lane - 1) / 2);
        EXPECT_EQ(mine[12], mine[11] + value);
        EXPECT_EQ(mine[13], 10 + (lane + 1) % size);
        EXPECT_EQ(mine[14], 10 + (lane + size - 1) % size);
        EXPECT_EQ(mine[15], 0x5555'5555u & (size >= 32 ? ~0u : (1u << size) - 1));
        EXPECT_EQ(mine[16], lane + 1 < size ? value + 1 : 110u);
        EXPECT_EQ(mine[17], lane > 0 ? value - 1 : 110 + size - 1);
        EXPECT_EQ(mine[18], every_xor);
        if (size < 32) EXPECT_EQ(mine[19], static_cast<uint32_t>(product));
        EXPECT_EQ(mine[20], 4 * first_of_quad + 6);
        EXPECT_EQ(mine[21], quad < 2 ? value + 2 : value);
        EXPECT_EQ(mine[22], quad >= 2 ? value - 2 : value);
        EXPECT_EQ(mine[23], first_of_quad + (quad + 3) % 4);
        EXPECT_EQ(mine[24], quad * first_of_quad + quad * (quad - 1) / 2);
        EXPECT_EQ(mine[25], 2u);
        EXPECT_EQ(mine[26], lane % 2 == 0 ? value + 1 : value - 1 + 100);
        EXPECT_EQ(mine[27], 1u);
        EXPECT_EQ(mine[28], lane == 0 ? 1u : 0u);
        EXPECT_EQ(mine[29], size);
        EXPECT_EQ(mine[30], 0u) << "bits of the functions that are wrong";
    }
}

// MSL-4.4.1-01, -02, MSL-6.9.1-02, MSL-6.9.2-25
TEST_P(metal_shared, incomplete_simd_groups) {
    if (!device_.properties().has_sub_group_shuffles) GTEST_SKIP() << device_.name() << " has no sub-groups";
    const simd_program program(device_);
    const auto run = [&] {
        auto out = device_.create_buffer<uint32_t>(300 * 6, 0u);
        queue_.run(program.partial, range(300).groups_of(100), out);
        return out.read(queue_);
    };
    const std::vector<uint32_t> found = run();
    const uint32_t size = found[2];
    for (uint32_t i = 0; i < 300; ++i) {
        const uint32_t* const mine = &found[i * 6];
        const uint32_t local = i % 100;
        EXPECT_EQ(mine[0], local % size) << i;
        EXPECT_EQ(mine[1], local / size) << i;
        EXPECT_EQ(mine[2], size) << i;
        const uint32_t threads = std::min(size, 100 - local / size * size);
        EXPECT_EQ(mine[3], threads) << i;
        EXPECT_EQ(mine[4], threads == size ? 3u : 1u) << i;
        EXPECT_EQ(mine[5], 1000 + (i ^ 1u)) << i;
    }
    EXPECT_EQ(run(), found);
}

// MSL-2.4-01, MSL-6.7.1-01 … -05, MSL-6.7.2-01 … -03
TEST_P(metal_shared, simd_group_matrices) {
    if (!device_.properties().has_sub_group_shuffles) GTEST_SKIP() << device_.name() << " has no sub-groups";
    const simd_program program(device_);
    std::vector<float> left, right, wide;
    for (int i = 0; i < 64; ++i) {
        left.push_back(static_cast<float>(i % 7 - 3));
        right.push_back(static_cast<float>(i * i % 11 - 5));
    }
    for (int i = 0; i < 256; ++i) wide.push_back(static_cast<float>(i));
    auto a = device_.create_buffer<float>(left);
    auto b = device_.create_buffer<float>(right);
    auto c = device_.create_buffer<float>(wide);
    auto out = device_.create_buffer<float>(640, -1.0f);
    queue_.run(program.matrices, range(32).groups_of(32), a, b, c, out, local<float>(64));
    const std::vector<float> found = out.read(queue_);
    for (size_t row = 0; row < 8; ++row)
        for (size_t column = 0; column < 8; ++column) {
            const size_t i = row * 8 + column;
            float product = 0;
            for (size_t k = 0; k < 8; ++k) product += left[row * 8 + k] * right[k * 8 + column];
            EXPECT_EQ(found[i], product) << i;
            EXPECT_EQ(found[64 + i], 2 * product) << i;
            EXPECT_EQ(found[128 + column * 8 + row], product) << i;
            EXPECT_EQ(found[192 + i], row == column ? 3.0f : 0.0f) << i;
            EXPECT_EQ(found[256 + i], 0.5f) << i;
            EXPECT_EQ(found[320 + i], wide[(4 + row) * 16 + 8 + column]) << i;
            EXPECT_EQ(found[384 + i], wide[(4 + column) * 16 + 8 + row]) << i;
            EXPECT_EQ(found[448 + i], left[i]) << i;
            EXPECT_EQ(found[512 + i], left[column * 8 + row]) << i;
            EXPECT_EQ(found[576 + i], 2 * left[i] + 1) << i;
        }
}

TEST_P(metal_shared, components_of_simd_group_matrices) {
    if (!device_.properties().has_sub_group_shuffles) GTEST_SKIP() << device_.name() << " has no sub-groups";
    const simd_program program(device_);
    auto sizes = device_.create_buffer<uint32_t>(64 * 32, 0u);
    queue_.run(program.simd, range(64).groups_of(64), sizes);
    if (sizes.read(queue_)[1] < 32) GTEST_SKIP() << device_.name() << " has sub-groups of fewer than 32 threads";
    std::vector<float> numbers(64);
    for (size_t i = 0; i < 64; ++i) numbers[i] = static_cast<float>(i);
    auto buffer = device_.create_buffer<float>(numbers);
    queue_.run(program.matrix_components, range(32).groups_of(32), buffer);
    for (float& each : numbers) each *= 2;
    EXPECT_EQ(buffer.read(queue_), numbers);
}

// MSL-5.8.1-01, -05
TEST_P(metal_shared, function_constants) {
    const constants_program program(device_);
    auto numbers = device_.create_buffer<float>(8, 3.0f);
    queue_.run(program.transform, range(8).groups_of(8), numbers, false, float2 {7, 0.5f}, int32_t {2});
    EXPECT_EQ(numbers.read(queue_)[5], 3.5f * 2 + 1.5f);
    queue_.run(program.transform, range(8).groups_of(8), numbers, true, float2 {7, 0.5f}, int32_t {2});
    EXPECT_EQ(numbers.read(queue_)[5], -8.5f * 2 - 1);
    queue_.run(program.plain, range(8).groups_of(8), numbers);
    EXPECT_EQ(numbers.read(queue_)[5], 5.0f);
    auto wholes = device_.create_buffer<int32_t>(8, 1);
    queue_.run(program.only_factor, range(8).groups_of(8), wholes, int32_t {3});
    EXPECT_EQ(wholes.read(queue_)[7], 10);
}

// MSL-5.8.1-04, MSL-5.8.1.1-01, MSL-5.8.1.2-01, -02
TEST_P(metal_shared, constants_computed_from_function_constants) {
    const constants_program program(device_);
    auto out = device_.create_buffer<float>(8, 0.0f);
    const auto values = device_.create_buffer<int32_t>(1, 77);
    queue_.run(program.computed, range(2).groups_of(1), out, values, int32_t {88}, false, float2 {0.5f, 0}, int32_t {3});
    EXPECT_EQ(out.read(queue_), (std::vector<float> {6, 13.5f, 77, -2, 6, 13.5f, 77, -2}));
    queue_.run(program.computed, range(2).groups_of(1), out, values, int32_t {88}, true, float2 {0.5f, 0}, int32_t {-1});
    EXPECT_EQ(out.read(queue_), (std::vector<float> {-2, -1.5f, -1, 88, -2, -1.5f, -1, 88}));
    auto one = device_.create_buffer<int32_t>(1, 0);
    queue_.run(program.only_chained, range(1).groups_of(1), one, int32_t {4});
    EXPECT_EQ(one.read(queue_)[0], 9);
}

// MSL-1.6-01, -02, MSL-2.10-04, MSL-6.12-07, -14, -16, -20, MSL-6.12.3-01, -02, -03, -05
TEST_P(metal_shared, textures) {
    const shared_program program(device_);
    std::vector<float4> pixels;
    std::vector<uint4> numbers;
    for (uint32_t i = 0; i < 16; ++i) {
        pixels.push_back({static_cast<float>(i), static_cast<float>(i % 4), static_cast<float>(i / 4), 1});
        numbers.push_back({i, i + 1, i + 2, i + 3});
    }
    const device_image source =
        device_.create_image({.format = {channel_type::float_32, 4}, .width = 4, .height = 4}, std::as_bytes(std::span(pixels)));
    const device_image whole = device_.create_image({.format = {channel_type::unsigned_32, 4}, .width = 4, .height = 4},
                                                    std::as_bytes(std::span(numbers)));
    device_image copy = device_.create_image({.format = {channel_type::float_32, 4}, .width = 4, .height = 4});
    auto out = device_.create_buffer<float4>(16 * 8, float4 {});
    auto wholes = device_.create_buffer<uint4>(16, uint4 {});
    queue_.run(program.image_values, range(4, 4).groups_of(4, 4), source, copy, whole, out, wholes);
    const std::vector<float4> found = out.read(queue_);
    const std::vector<uint4> integers = wholes.read(queue_);
    const std::vector<float4> copied = copy.read_pixels<float4>(queue_);
    for (uint32_t i = 0; i < 16; ++i) {
        const float4* const mine = &found[i * 8];
        const uint32_t x = i % 4;
        const float4 zero {};
        EXPECT_TRUE(all(mine[0] == pixels[i])) << i;
        EXPECT_NEAR(mine[1].x, pixels[i].x, 0.02f) << i;
        EXPECT_NEAR(mine[2].y, x < 3 ? static_cast<float>(x) + 0.5f : 3.0f, 0.02f) << i;
        EXPECT_TRUE(all(mine[3] == pixels[i])) << i;
        EXPECT_TRUE(all(mine[4] == zero)) << i;
        EXPECT_TRUE(all(mine[5] == zero)) << i;
        EXPECT_NEAR(mine[6].y, x < 3 ? static_cast<float>(x) + 1 : 3.0f, 0.02f) << i;
        EXPECT_TRUE(all(mine[7] == float4 {9, 10, 6, 5}))
            << mine[7].x << ' ' << mine[7].y << ' ' << mine[7].z << ' ' << mine[7].w;
        EXPECT_TRUE(all(integers[i] == numbers[i])) << i;
        EXPECT_TRUE(all(copied[i] == pixels[i] * 2)) << i;
    }
}

INGOT_TEST_ON_EVERY_DEVICE(metal_shared);

}  // namespace
