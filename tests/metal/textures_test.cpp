// Tests textures of Metal kernels, with textures.metal.
#include "textures.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <ingot/ingot.hpp>
#include <limits>
#include <optional>
#include <vector>

#include "metal_device.hpp"

namespace {

using namespace ingot;

class metal_textures : public ingot::testing::metal_device {
protected:
    void SetUp() override {
        metal_device::SetUp();
        if (!IsSkipped()) program_.emplace(device_);
    }
    // Makes a texture of one row.
    template <typename Pixel>
    device_image row_of(channel_type channel, const std::vector<Pixel>& pixels) {
        return device_.create_image({.format = {channel, 4}, .width = static_cast<uint32_t>(pixels.size())},
                                    std::as_bytes(std::span(pixels)));
    }
    std::vector<float4> read_real(const device_image& image) {
        const uint32_t width = image.dimensions().x;
        auto out = device_.create_buffer<float4>(width, float4 {});
        queue_.run(program_->read_real, range(width, 1).groups_of(1, 1), image, out);
        return out.read(queue_);
    }
    // Writes numbers to all four channels of a texture, and returns the bits of the first channels.
    template <typename Bits>
    std::vector<Bits> write_real(channel_type channel, const std::vector<float>& numbers) {
        std::vector<float4> colours;
        for (const float each : numbers) colours.push_back(float4 {each, each, each, each});
        const auto width = static_cast<uint32_t>(numbers.size());
        device_image image = device_.create_image({.format = {channel, 4}, .width = width});
        const auto in = device_.create_buffer<float4>(colours);
        queue_.run(program_->write_real, range(width, 1).groups_of(1, 1), image, in);
        return first_channels<Bits>(image);
    }
    template <typename Bits>
    std::vector<Bits> first_channels(const device_image& image) {
        const std::vector<std::byte> bytes = image.read(queue_);
        std::vector<Bits> all(bytes.size() / sizeof(Bits));
        std::memcpy(all.data(), bytes.data(), bytes.size());
        std::vector<Bits> first;
        for (size_t i = 0; i < all.size(); i += 4) first.push_back(all[i]);
        return first;
    }

    std::optional<textures_program> program_;
};

constexpr float nan = std::numeric_limits<float>::quiet_NaN();
constexpr float infinity = std::numeric_limits<float>::infinity();

// MSL-7.7.1.1-01, -02, -03, -04, MSL-2.9.1-02
TEST_P(metal_textures, normalised_numbers_are_read) {
    std::vector<std::array<uint8_t, 4>> bytes;
    for (unsigned i = 0; i < 256; ++i) {
        const auto value = static_cast<uint8_t>(i);
        bytes.push_back({value, value, value, value});
    }
    const std::vector<float4> unsigned_8 = read_real(row_of(channel_type::unorm_8, bytes));
    const std::vector<float4> signed_8 = read_real(row_of(channel_type::snorm_8, bytes));
    for (int i = 0; i < 256; ++i) {
        EXPECT_FLOAT_EQ(unsigned_8[static_cast<size_t>(i)].x, static_cast<float>(i) / 255.0f) << i;
        const int number = i < 128 ? i : i - 256;
        EXPECT_FLOAT_EQ(signed_8[static_cast<size_t>(i)].w, std::max(-1.0f, static_cast<float>(number) / 127.0f)) << number;
    }
    EXPECT_EQ(unsigned_8[0].x, 0.0f);
    EXPECT_EQ(unsigned_8[255].x, 1.0f);
    EXPECT_EQ(signed_8[128].x, -1.0f);
    EXPECT_EQ(signed_8[127].x, 1.0f);
    std::vector<std::array<uint16_t, 4>> words;
    for (unsigned i = 0; i < 65536; i += 771) words.push_back({static_cast<uint16_t>(i), 0, 32767, 32768});
    const std::vector<float4> unsigned_16 = read_real(row_of(channel_type::unorm_16, words));
    const std::vector<float4> signed_16 = read_real(row_of(channel_type::snorm_16, words));
    for (size_t i = 0; i < words.size(); ++i) {
        EXPECT_FLOAT_EQ(unsigned_16[i].x, static_cast<float>(words[i][0]) / 65535.0f);
        EXPECT_EQ(signed_16[i].y, 0.0f);
        EXPECT_EQ(signed_16[i].z, 1.0f);
        EXPECT_EQ(signed_16[i].w, -1.0f);
    }
}

// MSL-7.7.1.2-01, -02
TEST_P(metal_textures, normalised_numbers_are_written) {
    const std::vector<float> numbers {0, 1, 0.5f, 2, -1, 100.25f / 255, 100.75f / 255, -infinity, infinity};
    EXPECT_EQ(write_real<uint8_t>(channel_type::unorm_8, numbers),
              (std::vector<uint8_t> {0, 255, 128, 255, 0, 100, 101, 0, 255}));
    EXPECT_EQ(write_real<uint16_t>(channel_type::unorm_16, {0, 1, 2, -1, 1000.25f / 65535}),
              (std::vector<uint16_t> {0, 65535, 65535, 0, 1000}));
    // (For numbers below -1, some OpenCL drivers write -128, which is read as -1, too.)
    EXPECT_EQ(write_real<int8_t>(channel_type::snorm_8, {0, 1, -1, 2, 100.25f / 127, -100.75f / 127}),
              (std::vector<int8_t> {0, 127, -127, 127, 100, -101}));
    EXPECT_EQ(write_real<int16_t>(channel_type::snorm_16, {0, 1, -1, 1000.25f / 32767}),
              (std::vector<int16_t> {0, 32767, -32767, 1000}));
}

// MSL-7.7.2-01, MSL-7.7.3-01
TEST_P(metal_textures, real_numbers_keep_their_values) {
    const std::vector<float> numbers {0, 1, -2.5f, 65504, 0x1p-24f, 0x1p-14f, infinity, -infinity};
    const std::vector<uint16_t> bits = write_real<uint16_t>(channel_type::float_16, numbers);
    EXPECT_EQ(bits, (std::vector<uint16_t> {0, 0x3c00, 0xc100, 0x7bff, 1, 0x0400, 0x7c00, 0xfc00}));
    std::vector<std::array<uint16_t, 4>> halves;
    for (const uint16_t each : bits) halves.push_back({each, each, each, each});
    const std::vector<float4> read = read_real(row_of(channel_type::float_16, halves));
    for (size_t i = 0; i < numbers.size(); ++i) EXPECT_EQ(read[i].y, numbers[i]);
    EXPECT_EQ(write_real<float>(channel_type::float_32, numbers), numbers);
    std::vector<float4> floats {float4 {1e30f, -1e-30f, infinity, nan}};
    const float4 found = read_real(row_of(channel_type::float_32, floats))[0];
    EXPECT_EQ(found.x, 1e30f);
    EXPECT_EQ(found.y, -1e-30f);
    EXPECT_EQ(found.z, infinity);
    EXPECT_TRUE(std::isnan(found.w));
}

// MSL-7.7.6-01, -02
TEST_P(metal_textures, integers_are_widened_and_saturated) {
    const device_image narrow = row_of(channel_type::signed_8, std::vector<std::array<int8_t, 4>> {{-128, 127, -1, 5}});
    auto read = device_.create_buffer<int4>(1, int4 {});
    queue_.run(program_->read_signed, range(1, 1).groups_of(1, 1), narrow, read);
    EXPECT_TRUE(all(read.read(queue_)[0] == int4 {-128, 127, -1, 5}));
    const device_image wide = row_of(channel_type::unsigned_16, std::vector<std::array<uint16_t, 4>> {{65535, 0, 1, 40000}});
    auto read_too = device_.create_buffer<uint4>(1, uint4 {});
    queue_.run(program_->read_unsigned, range(1, 1).groups_of(1, 1), wide, read_too);
    EXPECT_TRUE(all(read_too.read(queue_)[0] == uint4 {65535, 0, 1, 40000}));

    const std::vector<int4> numbers {int4 {300, 0, 0, 0}, int4 {-200, 0, 0, 0}, int4 {40000, 0, 0, 0}, int4 {-7, 0, 0, 0}};
    const auto in = device_.create_buffer<int4>(numbers);
    device_image bytes = device_.create_image({.format = {channel_type::signed_8, 4}, .width = 4});
    queue_.run(program_->write_signed, range(4, 1).groups_of(1, 1), bytes, in);
    EXPECT_EQ(first_channels<int8_t>(bytes), (std::vector<int8_t> {127, -128, 127, -7}));
    device_image words = device_.create_image({.format = {channel_type::signed_16, 4}, .width = 4});
    queue_.run(program_->write_signed, range(4, 1).groups_of(1, 1), words, in);
    EXPECT_EQ(first_channels<int16_t>(words), (std::vector<int16_t> {300, -200, 32767, -7}));
    const auto naturals = device_.create_buffer<uint4>(std::vector<uint4> {uint4 {300, 0, 0, 0}, uint4 {70000, 0, 0, 0}});
    device_image small = device_.create_image({.format = {channel_type::unsigned_8, 4}, .width = 2});
    queue_.run(program_->write_unsigned, range(2, 1).groups_of(1, 1), small, naturals);
    EXPECT_EQ(first_channels<uint8_t>(small), (std::vector<uint8_t> {255, 255}));
    device_image large = device_.create_image({.format = {channel_type::unsigned_16, 4}, .width = 2});
    queue_.run(program_->write_unsigned, range(2, 1).groups_of(1, 1), large, naturals);
    EXPECT_EQ(first_channels<uint16_t>(large), (std::vector<uint16_t> {300, 65535}));
}

// MSL-6.12-18
TEST_P(metal_textures, missing_channels_have_a_value) {
    const std::vector<uint8_t> one {255};
    const device_image real =
        device_.create_image({.format = {channel_type::unorm_8, 1}, .width = 1}, std::as_bytes(std::span(one)));
    EXPECT_TRUE(all(read_real(real)[0] == float4 {1, 0, 0, 1}));
    const device_image whole =
        device_.create_image({.format = {channel_type::unsigned_8, 1}, .width = 1}, std::as_bytes(std::span(one)));
    auto out = device_.create_buffer<uint4>(1, uint4 {});
    queue_.run(program_->read_unsigned, range(1, 1).groups_of(1, 1), whole, out);
    const uint4 found = out.read(queue_)[0];
    EXPECT_EQ(found.x, 255u);
    EXPECT_EQ(found.z, 0u);
    // (Some OpenCL drivers give 0 for the missing alpha of integers.)
    EXPECT_LE(found.w, 1u);
}

// MSL-6.12-08, -09, -10, -11, MSL-2.10-08, -10
TEST_P(metal_textures, levels) {
    if (GetParam().backend == backend::opencl) GTEST_SKIP() << "kernels on OpenCL devices without mip levels read only level 0";
    device_image image = device_.create_image({.format = {channel_type::float_32, 4}, .width = 4, .height = 4, .mip_levels = 3});
    for (uint32_t level = 0; level < 3; ++level) {
        const float value = static_cast<float>(level) + 1;
        image.write_pixels<float4>(queue_, std::vector<float4>(16u >> 2 * level, float4 {value, value, value, value}), level);
    }
    auto out = device_.create_buffer<float>(11, 0.0f);
    queue_.run(program_->levels, range(1).groups_of(1), image, out);
    EXPECT_EQ(out.read(queue_), (std::vector<float> {1.5f, 2, 1, 3, 2, 2, 2, 3, 3, 3, 2}));
}

// MSL-2.10-11, -12, MSL-6.12-15, -17, -27
TEST_P(metal_textures, outside) {
    const float4 first {1, 2, 3, 4};
    const std::vector<float4> pixels {first, first + 10.0f, first + 20.0f, first + 30.0f};
    const device_image image =
        device_.create_image({.format = {channel_type::float_32, 4}, .width = 2, .height = 2}, std::as_bytes(std::span(pixels)));
    device_image written =
        device_.create_image({.format = {channel_type::float_32, 4}, .width = 2, .height = 2}, std::as_bytes(std::span(pixels)));
    auto out = device_.create_buffer<float4>(7, float4 {});
    queue_.run(program_->outside, range(1).groups_of(1), image, written, out);
    const std::vector<float4> found = out.read(queue_);
    const auto expect = [&](size_t i, float4 expected) {
        EXPECT_TRUE(all(found[i] == expected))
            << i << ": " << found[i].x << ' ' << found[i].y << ' ' << found[i].z << ' ' << found[i].w;
    };
    expect(0, first * 0.5f);
    expect(1, first * 0.5f);
    expect(2, float4 {});
    expect(3, float4 {});
    expect(4, float4 {22, 32, 12, 2});
    expect(5, float4 {24, 34, 14, 4});
    const std::vector<float4> after = written.read_pixels<float4>(queue_);
    for (size_t i = 0; i < 3; ++i) EXPECT_TRUE(all(after[i] == pixels[i])) << i;
    EXPECT_TRUE(all(after[3] == float4 {7, 7, 7, 7}));
}

// MSL-2.9.1-03
TEST_P(metal_textures, a_buffer_is_as_long_as_the_device_allows) {
    constexpr uint32_t count = 8'000;  // PoCL 3.1 allows 8,192 pixels or more, depending on the memory of the machine
    std::vector<float4> numbers;
    for (uint32_t i = 0; i < count; ++i) numbers.push_back({static_cast<float>(i), 0, 0, 0});
    const device_image image =
        device_.create_image({.shape = image_shape::image_1d_buffer, .format = {channel_type::float_32, 4}, .width = count},
                             std::as_bytes(std::span(numbers)));
    auto out = device_.create_buffer<float>(8, 0.0f);
    queue_.run(program_->long_buffer, range(8).groups_of(1), image, out);
    for (uint32_t i = 0; const float value : out.read(queue_)) EXPECT_EQ(value, static_cast<float>(1000 * i++));
}

// MSL-2.9.1-05
TEST_P(metal_textures, a_buffer_longer_than_a_texture) {
    constexpr uint32_t count = 1'000'000;
    std::vector<float> numbers;
    for (uint32_t i = 0; i < count; ++i) numbers.push_back(static_cast<float>(i));
    std::optional<device_image> image;
    try {
        image.emplace(
            device_.create_image({.shape = image_shape::image_1d_buffer, .format = {channel_type::float_32, 1}, .width = count},
                                 std::as_bytes(std::span(numbers))));
    } catch (const error& reason) {
        GTEST_SKIP() << reason.what();
    }
    auto out = device_.create_buffer<float>(1'000, 0.0f);
    queue_.run(program_->long_buffer, range(1'000).groups_of(1), *image, out);
    for (uint32_t i = 0; const float value : out.read(queue_)) EXPECT_EQ(value, static_cast<float>(1'000 * i++));
}

// MSL-6.12.6-03, -04
TEST_P(metal_textures, faces_of_a_cube) {
    std::vector<float4> pixels;
    for (uint32_t i = 0; i < 24; ++i) pixels.push_back({static_cast<float>(10 * (i / 4) + i % 2 + 2 * (i / 2 % 2)), 0, 0, 0});
    const device_image image =
        device_.create_image({.shape = image_shape::image_cube, .format = {channel_type::float_32, 4}, .width = 2, .height = 2},
                             std::as_bytes(std::span(pixels)));
    auto out = device_.create_buffer<float4>(12, float4 {});
    queue_.run(program_->cube, range(6).groups_of(1), image, out);
    const std::vector<float4> found = out.read(queue_);
    for (uint32_t face = 0; face < 6; ++face) {
        const float base = 10.0f * static_cast<float>(face);
        EXPECT_TRUE(all(found[face] == float4 {base + 2, base + 3, base + 1, base})) << face;
        EXPECT_EQ(found[6 + face].x, 2 * base + 3) << face;
    }
}

// MSL-2.10-09, MSL-6.12-12, MSL-6.12.10-01, -02, -03, -04, -05
TEST_P(metal_textures, depth) {
    const std::vector<float> values {0.25f, 0.75f, 0.5f, 1};
    const device_image image = device_.create_image(
        {.shape = image_shape::image_2d_depth, .format = {channel_type::depth_32_float, 1}, .width = 2, .height = 2},
        std::as_bytes(std::span(values)));
    auto out = device_.create_buffer<float4>(3, float4 {});
    queue_.run(program_->depth, range(1).groups_of(1), image, out);
    const std::vector<float4> found = out.read(queue_);
    EXPECT_EQ(found[0].x, 1.0f);  // 0.25 and 0.75
    EXPECT_EQ(found[0].y, 0.5f);  // two of four texels are greater than 0.5
    EXPECT_EQ(found[0].z, 1.0f);  // 0.25 >= 0.25, and not 0.25 >= 1
    EXPECT_EQ(found[0].w, 1.5f);
    EXPECT_TRUE(all(found[1] == float4 {0.5f, 1, 0.75f, 0.25f}));
    EXPECT_TRUE(all(found[2] == float4 {0, 1, 1, 0}));
}

// MSL-6.12.11-01, -02, -03, -04, -05
TEST_P(metal_textures, layers_of_depth) {
    const std::vector<float> values {0.25f, 0.75f, 0.5f, 1, 1.25f, 1.75f, 1.5f, 2};
    const device_image image = device_.create_image({.shape = image_shape::image_2d_depth_array,
                                                     .format = {channel_type::depth_32_float, 1},
                                                     .width = 2,
                                                     .height = 2,
                                                     .layers = 2},
                                                    std::as_bytes(std::span(values)));
    auto out = device_.create_buffer<float4>(6, float4 {});
    queue_.run(program_->depth_array, range(2).groups_of(1), image, out);
    const std::vector<float4> found = out.read(queue_);
    for (size_t layer = 0; layer < 2; ++layer) {
        const auto more = static_cast<float>(layer);
        EXPECT_TRUE(all(found[3 * layer] == float4 {1 + 2 * more, 0.5f, 1.5f + 2 * more, 0.25f + more})) << layer;
        EXPECT_TRUE(all(found[3 * layer + 1] == float4 {0.5f, 1, 0.75f, 0.25f} + more)) << layer;
        EXPECT_TRUE(all(found[3 * layer + 2] == float4 {0, 1, 1, 0})) << layer;
    }
}

// MSL-6.12.7-03, -04
TEST_P(metal_textures, layers_of_cubes) {
    std::vector<float4> pixels;
    for (uint32_t i = 0; i < 48; ++i) pixels.push_back({static_cast<float>(10 * (i / 4) + i % 2 + 2 * (i / 2 % 2)), 0, 0, 0});
    const device_image image = device_.create_image(
        {.shape = image_shape::image_cube_array, .format = {channel_type::float_32, 4}, .width = 2, .height = 2, .layers = 2},
        std::as_bytes(std::span(pixels)));
    auto out = device_.create_buffer<float4>(4, float4 {});
    queue_.run(program_->cube_array, range(2).groups_of(1), image, out);
    const std::vector<float4> found = out.read(queue_);
    for (size_t layer = 0; layer < 2; ++layer) {
        const float base = 40 + 60 * static_cast<float>(layer);
        EXPECT_TRUE(all(found[layer] == float4 {base + 2, base + 3, base + 1, base})) << layer;
        EXPECT_EQ(found[2 + layer].x, 2 * base + 10 + 3) << layer;
    }
}

// MSL-6.12.14-01, -02, -03, -04, -05
TEST_P(metal_textures, faces_of_a_depth_cube) {
    std::vector<float> values;
    for (uint32_t i = 0; i < 24; ++i)
        values.push_back(static_cast<float>(i / 4) + 0.25f * static_cast<float>(i % 2) + 0.5f * static_cast<float>(i / 2 % 2));
    const device_image image = device_.create_image(
        {.shape = image_shape::image_cube_depth, .format = {channel_type::depth_32_float, 1}, .width = 2, .height = 2},
        std::as_bytes(std::span(values)));
    auto out = device_.create_buffer<float4>(24, float4 {});
    queue_.run(program_->depth_cube, range(6).groups_of(1), image, out);
    const std::vector<float4> found = out.read(queue_);
    for (size_t face = 0; face < 6; ++face) {
        const auto base = static_cast<float>(face);
        EXPECT_TRUE(all(found[4 * face] == float4 {base + 0.5f, base + 0.75f, base + 0.25f, base})) << face;
        EXPECT_TRUE(all(found[4 * face + 1] == float4 {1, 1, 0, 0})) << face;
        EXPECT_EQ(found[4 * face + 2].x, 0.5f) << face;
        // The nearest texel of the middle is the last one, 0.75: 0.75 >= 0.75, but not 0.5 >= 0.75.
        EXPECT_EQ(found[4 * face + 2].y, 1.0f) << face;
        EXPECT_EQ(found[4 * face + 2].z, 2 * base + 0.75f) << face;
        EXPECT_EQ(found[4 * face + 2].w, 0.0f) << face;
        EXPECT_TRUE(all(found[4 * face + 3] == float4 {0, 0, 22, 1})) << face;
    }
}

// MSL-6.12.15-01, -02, -03, -04, -05
TEST_P(metal_textures, layers_of_depth_cubes) {
    std::vector<float> values;
    for (uint32_t i = 0; i < 48; ++i)
        values.push_back(static_cast<float>(i / 4) + 0.25f * static_cast<float>(i % 2) + 0.5f * static_cast<float>(i / 2 % 2));
    const device_image image = device_.create_image({.shape = image_shape::image_cube_depth_array,
                                                     .format = {channel_type::depth_32_float, 1},
                                                     .width = 2,
                                                     .height = 2,
                                                     .layers = 2},
                                                    std::as_bytes(std::span(values)));
    auto out = device_.create_buffer<float4>(8, float4 {});
    queue_.run(program_->depth_cube_array, range(2).groups_of(1), image, out);
    const std::vector<float4> found = out.read(queue_);
    for (size_t layer = 0; layer < 2; ++layer) {
        const float base = 6 * static_cast<float>(layer) + 5;
        EXPECT_TRUE(all(found[4 * layer] == float4 {base + 0.5f, base + 0.75f, base + 0.25f, base})) << layer;
        EXPECT_TRUE(all(found[4 * layer + 1] == float4 {1, 1, 0, 0})) << layer;
        EXPECT_TRUE(all(found[4 * layer + 2] == float4 {0.5f, 2 * base + 0.75f, 0, 0})) << layer;
        EXPECT_TRUE(all(found[4 * layer + 3] == float4 {2, 2, 2, 1})) << layer;
    }
}

// Multisampled textures are arrays whose layers are the samples, wherever in the pixel these are.
// MSL-2.9-03, MSL-6.12.8-01, -02, -04
TEST_P(metal_textures, samples) {
    std::vector<float4> pixels;
    for (uint32_t i = 0; i < 8; ++i) {
        const auto value = static_cast<float>(i / 2 + 10 * (i % 2));
        pixels.push_back({value, 0, value, 1});
    }
    const device_image image = device_.create_image(
        {.shape = image_shape::image_2d_array, .format = {channel_type::float_32, 4}, .width = 2, .height = 1, .layers = 4},
        std::as_bytes(std::span(pixels)));
    auto out = device_.create_buffer<float4>(6, float4 {});
    queue_.run(program_->samples, range(4).groups_of(1), image, out);
    const std::vector<float4> found = out.read(queue_);
    for (size_t i = 0; i < 4; ++i) {
        const float expected = 2 * static_cast<float>(i) + 10;
        EXPECT_TRUE(all(found[i] == float4 {expected, 0, expected, 2})) << i;
    }
    EXPECT_TRUE(all(found[4] == float4 {2, 1, 4, 0}));
    EXPECT_TRUE(all(found[5] == float4 {0, 13, 0, 0}));
}

// MSL-6.12.9-01, -02
TEST_P(metal_textures, samples_of_layers) {
    std::vector<uint4> pixels;
    for (uint32_t i = 0; i < 16; ++i) pixels.push_back({i / 2 % 4 + 10 * (i % 2) + 100 * (i / 8), 0, 0, 1});
    const device_image image = device_.create_image(
        {.shape = image_shape::image_2d_array, .format = {channel_type::unsigned_32, 4}, .width = 2, .height = 1, .layers = 8},
        std::as_bytes(std::span(pixels)));
    auto out = device_.create_buffer<uint4>(10, uint4 {});
    queue_.run(program_->samples_of_layers, range(4, 2).groups_of(1, 1), image, out, 4u);
    const std::vector<uint4> found = out.read(queue_);
    for (uint32_t i = 0; i < 8; ++i) EXPECT_EQ(found[i].x, 2 * (i % 4) + 10 + 200 * (i / 4)) << i;
    EXPECT_TRUE(all(found[8] == uint4 {2, 1, 2, 4}));
    EXPECT_TRUE(all(found[9] == uint4 {0, 0, 113, 0}));
}

// MSL-6.12.12-01, -02, MSL-6.12.13-01, -02
TEST_P(metal_textures, samples_of_depth) {
    std::vector<float> values;
    for (uint32_t i = 0; i < 16; ++i) values.push_back(static_cast<float>(i / 2 % 4 + 10 * (i % 2) + 100 * (i / 8)));
    const auto create = [&](uint32_t layers) {
        return device_.create_image({.shape = image_shape::image_2d_depth_array,
                                     .format = {channel_type::depth_32_float, 1},
                                     .width = 2,
                                     .height = 1,
                                     .layers = layers},
                                    std::as_bytes(std::span(values).first(2 * layers)));
    };
    const device_image one = create(4);
    const device_image two = create(8);
    auto out = device_.create_buffer<float4>(11, float4 {});
    queue_.run(program_->samples_of_depth, range(4, 2).groups_of(1, 1), one, two, out, 4u);
    const std::vector<float4> found = out.read(queue_);
    for (uint32_t i = 0; i < 8; ++i) {
        EXPECT_EQ(found[i].x, static_cast<float>(2 * (i % 4) + 10)) << i;
        EXPECT_EQ(found[i].y, static_cast<float>(2 * (i % 4) + 10 + 200 * (i / 4))) << i;
    }
    EXPECT_TRUE(all(found[8] == float4 {2, 1, 4, 12}));
    EXPECT_TRUE(all(found[9] == float4 {2, 1, 2, 4}));
    EXPECT_TRUE(all(found[10] == float4 {0, 113, 0, 0}));
}

// MSL-2.9.1-04
TEST_P(metal_textures, writing_outside_of_a_buffer_is_ignored) {
    const std::vector<float4> before(4, float4 {1, 2, 3, 4});
    device_image image =
        device_.create_image({.shape = image_shape::image_1d_buffer, .format = {channel_type::float_32, 4}, .width = 4},
                             std::as_bytes(std::span(before)));
    queue_.run(program_->write_buffer, range(64).groups_of(1), image);
    const std::vector<float4> found = image.read_pixels<float4>(queue_);
    for (size_t i = 0; i < 4; ++i) EXPECT_TRUE(all(found[i] == (i % 2 == 0 ? float4 {9, 9, 9, 9} : before[i]))) << i;
}

// MSL-6.12.17-02
TEST_P(metal_textures, fence) {
    if (device_.backend() == backend::cuda) GTEST_SKIP() << "the cache that reads textures does not see the launch's own writes";
    const std::vector<float4> before(64, float4 {0.5f, 0.5f, 0.5f, 0.5f});
    device_image image =
        device_.create_image({.format = {channel_type::float_32, 4}, .width = 64}, std::as_bytes(std::span(before)));
    auto out = device_.create_buffer<float4>(64, float4 {});
    queue_.run(program_->fence, range(64).groups_of(32), image, out);
    for (uint32_t i = 0; const float4 value : out.read(queue_)) EXPECT_EQ(value.y, 0.5f + 10 * static_cast<float>(++i)) << i;
}

INGOT_TEST_ON_EVERY_DEVICE(metal_textures);

}  // namespace
