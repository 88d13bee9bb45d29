#include <gtest/gtest.h>

#include <cmath>
#include <ingot/metrics/heat_map.hpp>
#include <limits>

namespace ingot::metrics {
namespace {

TEST(heat_map, goes_from_black_to_a_light_yellow_and_grows_lighter_all_the_way) {
    std::vector<float> errors;
    for (int i = 0; i <= 255; ++i) errors.push_back(static_cast<float>(i) / 255.0f);
    const auto colours = heat_map(errors);
    ASSERT_EQ(colours.size(), 3 * errors.size());
    EXPECT_EQ((std::vector<uint8_t>(colours.begin(), colours.begin() + 3)), (std::vector<uint8_t> {0, 0, 4}));
    EXPECT_EQ((std::vector<uint8_t>(colours.end() - 3, colours.end())), (std::vector<uint8_t> {252, 253, 191}));
    const auto lightness = [&](size_t i) { return 2 * colours[3 * i] + 7 * colours[3 * i + 1] + colours[3 * i + 2]; };
    for (size_t i = 8; i < errors.size(); ++i) EXPECT_GT(lightness(i), lightness(i - 8)) << i;
}

TEST(heat_map, what_is_outside_is_clamped_and_what_is_no_number_is_seen) {
    const std::vector<float> errors {-1.0f, 2.0f, std::numeric_limits<float>::quiet_NaN()};
    EXPECT_EQ(heat_map(errors), (std::vector<uint8_t> {0, 0, 4, 252, 253, 191, 0, 255, 0}));
}

}  // namespace
}  // namespace ingot::metrics
