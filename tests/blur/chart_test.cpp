// The built-in pictures, and the font of the chart, which other tests of the blur rely on.
#include "chart.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "lettering.hpp"
#include "night.hpp"

namespace ingot::samples::blur {
namespace {

TEST(built_in_pictures, are_the_same_each_time_and_hold_light_above_white) {
    for (const auto make : {&make_chart, &make_night}) {
        const media::picture made = make();
        EXPECT_EQ(made.width, 1280);
        EXPECT_EQ(made.height, 720);
        EXPECT_EQ(made, make());
        EXPECT_FALSE(media::has_alpha(made));
        float brightest = 0.0f;
        size_t wrong = 0;
        for (const media::pixel& each : made.pixels) {
            for (const float light : {each.red, each.green, each.blue}) wrong += std::isfinite(light) && light >= 0.0f ? 0 : 1;
            brightest = std::max(brightest, each.red);
        }
        EXPECT_EQ(wrong, 0u);
        EXPECT_GT(brightest, 40.0f);
    }
}

// The water is the mirror of the sky: it has the colour of lamps, and nowhere more light than what it reflects.
TEST(night, the_water_reflects_what_is_above_it) {
    const media::picture night = make_night();
    const auto brightest_red = [&](int first, int last) {
        float brightest = 0.0f;
        for (int y = first; y < last; ++y)
            for (int x = 0; x < night.width; ++x) brightest = std::max(brightest, night.at(x, y).red);
        return brightest;
    };
    const float above = brightest_red(0, 470);
    const float below = brightest_red(470, 720);
    EXPECT_GT(below, 4.0f);
    EXPECT_LT(below, above);
}

// The narrowest lines are one pixel wide: every other column is dark.
TEST(chart, has_line_pairs_of_one_pixel) {
    const media::picture chart = make_chart();
    for (int i = 0; i < 8; ++i) {
        EXPECT_GT(chart.at(800 + 2 * i, 520).green, 0.5f);
        EXPECT_LT(chart.at(801 + 2 * i, 520).green, 0.1f);
    }
}

TEST(lettering, all_characters_have_strokes_and_differ) {
    const std::string_view characters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.,-+/:%*";
    std::set<std::vector<std::pair<float, float>>> drawn;
    for (const char each : characters) {
        const auto strokes = strokes_of(std::string(1, each), 8.0f);
        std::vector<std::pair<float, float>> points;
        for (const stroke& line : strokes)
            for (const point& point : line) {
                EXPECT_TRUE(point.x >= 0.0f && point.y >= 0.0f && point.y <= 8.0f) << each;
                points.emplace_back(point.x, point.y);
            }
        EXPECT_FALSE(points.empty()) << each;
        EXPECT_TRUE(drawn.insert(points).second) << each << " is drawn like another character";
    }
}

TEST(lettering, widths_grow_with_the_text_and_its_height) {
    EXPECT_EQ(width_of("", 10.0f), 0.0f);
    EXPECT_GT(width_of("AB", 10.0f), width_of("A", 10.0f));
    EXPECT_FLOAT_EQ(width_of("INGOT", 20.0f), 2.0f * width_of("ingot", 10.0f));
}

TEST(lettering, characters_that_the_font_lacks_have_no_strokes) { EXPECT_TRUE(strokes_of(" \t\xff", 10.0f).empty()); }

}  // namespace
}  // namespace ingot::samples::blur
