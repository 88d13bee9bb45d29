// Tests of the number format of the panels.
#include <gtest/gtest.h>

#include <limits>

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

}  // namespace
}  // namespace ingot::shell
