#include <gtest/gtest.h>

#include <cmath>
#include <ingot/metrics/pixel_difference.hpp>

namespace ingot::metrics {
namespace {

TEST(pixel_difference, finds_the_largest_its_place_and_the_share) {
    const std::vector<uint8_t> pixels(3 * 4 * 2, 100);
    std::vector<uint8_t> other = pixels;
    other[3 * 1 + 2] = 101;  // x 1, y 0
    other[3 * 6 + 0] = 90;   // x 2, y 1
    const auto found = compare_pixels({pixels, 4, 2}, {other, 4, 2});
    EXPECT_EQ(found.largest, 10);
    EXPECT_EQ(found.largest_x, 2);
    EXPECT_EQ(found.largest_y, 1);
    EXPECT_EQ(found.differing_pixels, 2U);
    EXPECT_DOUBLE_EQ(found.differing_share, 0.25);
    EXPECT_NEAR(found.psnr, 10.0 * std::log10(255.0 * 255.0 / ((1.0 + 100.0) / 24.0)), 1e-12);
    EXPECT_EQ(compare_pixels({pixels, 4, 2}, {other, 4, 2}, 1).differing_pixels, 1U);
}

TEST(pixel_difference, of_equal_pictures_is_none) {
    const std::vector<uint8_t> pixels(3, 7);
    const auto found = compare_pixels({pixels, 1, 1}, {pixels, 1, 1});
    EXPECT_EQ(found.largest, 0);
    EXPECT_EQ(found.differing_pixels, 0U);
    EXPECT_TRUE(std::isinf(found.psnr));
}

TEST(pixel_difference, is_amplified_to_be_seen) {
    const std::vector<uint8_t> pixels {10, 20, 30};
    const std::vector<uint8_t> other {12, 20, 0};
    EXPECT_EQ(amplified_difference({pixels, 1, 1}, {other, 1, 1}, 10), (std::vector<uint8_t> {20, 0, 255}));
}

}  // namespace
}  // namespace ingot::metrics
