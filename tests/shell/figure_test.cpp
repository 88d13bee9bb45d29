// Tests of the number format of the panels.
#include <gtest/gtest.h>

#include <limits>
#include <utility>

#include "panels/widgets.hpp"

namespace ingot::shell {
namespace {

TEST(figure, has_the_digits_that_matter) {
    const std::pair<double, const char*> cases[] = {
        {0.0, "0"},
        {7.0, "7"},
        {-7.0, "-7"},
        {1234.0, "1,234"},
        {-123456.0, "-123,456"},
        {12345.678, "12,346"},
        {1234.5678, "1,234.6"},
        {-1.724312, "-1.7243"},
        {0.04, "0.0400"},
        {0.99999999, "1.0000"},
        {3.2e-7, "3.20e-7"},
        {-2.5e12, "-2.50e12"},
        {999'999'999.0, "999,999,999"},
        {std::numeric_limits<double>::infinity(), "inf"},
    };
    for (const auto& [value, text] : cases) EXPECT_EQ(widgets::format_number(value), text);
}

TEST(figure, has_groups_of_digits_also_within_a_text) {
    const std::pair<const char*, const char*> cases[] = {
        {"8160", "8,160"},     {"160", "160"},     {"1234567.8901", "1,234,567.8901"}, {"-12345", "-12,345"},
        {"x 1234", "x 1,234"}, {"1e+06", "1e+06"}, {"1234.5e7", "1234.5e7"},           {"12345.60 s", "12,345.60 s"},
        {"none", "none"},      {"", ""},
    };
    for (const auto& [printed, text] : cases) EXPECT_EQ(widgets::with_groups(printed), text);
    EXPECT_EQ(widgets::format_count(4'294'967'296), "4,294,967,296");
}

TEST(help_text, is_beside_its_control_and_in_the_window) {
    const auto place = [](float top, float mouse_x) {
        const ImVec2 found = widgets::place_of_help({100, top}, {300, top + 20}, mouse_x, {150, 80}, {640, 480}, 4);
        return std::pair(found.x, found.y);
    };
    EXPECT_EQ(place(50, 180), std::pair(180.0f, 74.0f)) << "below";
    EXPECT_EQ(place(440, 180), std::pair(180.0f, 356.0f)) << "above, where the window ends";
    const ImVec2 at_edge = widgets::place_of_help({600, 50}, {630, 70}, 620, {150, 80}, {640, 480}, 4);
    EXPECT_EQ(at_edge.x, 490.0f);
}

}  // namespace
}  // namespace ingot::shell
