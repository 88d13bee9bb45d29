// Tests the image functions of the CPU debug device with coordinates that are NaN or infinite. When a kernel reads an image,
// detail::sampled (image_coordinates.hpp) replaces such coordinates by finite ones before these functions are called. In a
// program that was compiled with -ffast-math the compiler may remove this replacement, so the functions must have a result
// for every coordinate.
#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <ingot/language/image_functions.hpp>
#include <ingot/runtime/image.hpp>
#include <limits>

#include "host_memory/image.hpp"

namespace ingot {
namespace {

constexpr float not_a_number = std::numeric_limits<float>::quiet_NaN();
constexpr float endless = std::numeric_limits<float>::infinity();

class image_coordinates : public ::testing::Test {
protected:
    image_coordinates() {
        const std::array<float, 8> pixels {1, 2, 3, 4, 5, 6, 7, 8};
        std::memcpy(image_.levels().front().pixels, pixels.data(), sizeof(pixels));
    }

    // Returns the first channel of the image, which has 4 x 2 pixels, at the normalised coordinates x and y.
    double read(uint32_t sampler, float x, float y) const {
        std::array<double, 4> texel {};
        detail::ingot_device_image_sample_float(&image_, sampler, x, y, 0.0f, 0, 0, texel.data());
        return texel[0];
    }

    static constexpr uint32_t sampler_count = 8;  // four address modes, each without and with a filter

private:
    backends::host_memory::image image_ {image_description {.format = {channel_type::float_32, 1}, .width = 4, .height = 2}};
};

TEST_F(image_coordinates, that_are_not_numbers_are_zero) {
    for (uint32_t sampler = 0; sampler < sampler_count; ++sampler) {
        SCOPED_TRACE(sampler);
        EXPECT_EQ(read(sampler, not_a_number, 0.75f), read(sampler, 0.0f, 0.75f));
        EXPECT_EQ(read(sampler, 0.375f, not_a_number), read(sampler, 0.375f, 0.0f));
        EXPECT_EQ(read(sampler, not_a_number, not_a_number), read(sampler, 0.0f, 0.0f));
    }
}

TEST_F(image_coordinates, that_are_infinite_are_far_outside_or_zero) {
    for (uint32_t sampler = 0; sampler < sampler_count; ++sampler) {
        SCOPED_TRACE(sampler);
        const auto mode = address_mode {sampler & 3u};
        const bool repeats = mode == address_mode::repeat || mode == address_mode::mirrored_repeat;
        EXPECT_EQ(read(sampler, endless, 0.75f), read(sampler, repeats ? 0.0f : 2.0f, 0.75f));
        EXPECT_EQ(read(sampler, -endless, 0.75f), read(sampler, repeats ? 0.0f : -1.0f, 0.75f));
    }
}

}  // namespace
}  // namespace ingot
