// Tests the conversion between sRGB and linear light, and the class picture.
#include <gtest/gtest.h>

#include <cmath>
#include <ingot/media/picture.hpp>
#include <limits>
#include <stdexcept>

namespace ingot::media {
namespace {

TEST(srgb, has_the_values_of_the_standard) {
    // IEC 61966-2-1 defines the curve by two branches. Checks values of both branches, and that the curve is continuous where
    // they meet.
    EXPECT_FLOAT_EQ(decode_srgb(0.0f), 0.0f);
    EXPECT_FLOAT_EQ(decode_srgb(1.0f), 1.0f);
    EXPECT_NEAR(decode_srgb(0.5f), 0.21404114, 1e-7);
    EXPECT_NEAR(decode_srgb(0.02f), 0.02 / 12.92, 1e-9);
    EXPECT_NEAR(decode_srgb(0.04045f), decode_srgb(std::nextafter(0.04045f, 1.0f)), 1e-7);
}

TEST(srgb, encodes_what_it_decoded) {
    for (int value = 0; value < 256; ++value) {
        const auto byte = static_cast<uint8_t>(value);
        EXPECT_EQ(encode_srgb8(decode_srgb8(byte)), byte);
    }
    for (float light = 0.0f; light <= 1.0f; light += 0.001f) EXPECT_NEAR(decode_srgb(encode_srgb(light)), light, 1e-6f);
}

TEST(srgb, brings_everything_inside) {
    EXPECT_EQ(encode_srgb(-1.0f), 0.0f);
    EXPECT_EQ(encode_srgb(17.0f), 1.0f);
    EXPECT_EQ(encode_srgb(std::numeric_limits<float>::infinity()), 1.0f);
    EXPECT_EQ(encode_srgb(std::numeric_limits<float>::quiet_NaN()), 0.0f);
}

TEST(picture, begins_opaque_and_black) {
    const picture picture(3, 2);
    EXPECT_EQ(picture.pixels.size(), 6u);
    EXPECT_EQ(picture.at(2, 1), (pixel {0.0f, 0.0f, 0.0f, 1.0f}));
    EXPECT_FALSE(has_alpha(picture));
}

TEST(picture, rejects_sizes_that_do_not_fit) {
    EXPECT_THROW(picture(-1, 4), std::invalid_argument);
    EXPECT_THROW(picture(2, 2, std::vector<pixel>(3)), std::invalid_argument);
}

}  // namespace
}  // namespace ingot::media
