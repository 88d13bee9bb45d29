// Tests of the line of a progress bar. program_test.cpp tests that no bar is drawn if stderr is not a terminal.
#include "run/progress_bar.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

namespace ingot::shell {
namespace {

size_t columns_of(const std::string& line) {
    return static_cast<size_t>(std::ranges::count_if(line, [](char each) { return (each & 0xc0) != 0x80; }));
}

TEST(progress_line, reports_the_share_and_the_time_that_is_left) {
    const std::string half = progress_line("blur", 0.5, 30.0, 80);
    EXPECT_NE(half.find("blur"), std::string::npos);
    EXPECT_NE(half.find(" 50 %"), std::string::npos);
    EXPECT_NE(half.find("0:30 left"), std::string::npos);
    EXPECT_NE(progress_line("blur", 0.001, 10.0, 80).find("2:46:30 left"), std::string::npos);
    EXPECT_EQ(progress_line("blur", 0.0, 30.0, 80).find("left"), std::string::npos);
}

TEST(progress_line, grows_and_never_wraps) {
    size_t before = 0;
    for (const double part : {0.0, 0.1, 0.33, 0.5, 0.99, 1.0}) {
        const std::string line = progress_line("blur", part, 3.0, 80);
        EXPECT_GE(line.size(), before);
        before = line.size();
        EXPECT_LT(columns_of(line), 80u);
    }
    EXPECT_LT(columns_of(progress_line("blur", 0.5, 3.0, 40)), 40u);
    EXPECT_NO_THROW(progress_line("a sample with a long name", 0.5, 3.0, 5));
}

TEST(progress_line, takes_any_number) {
    for (const double part : {-1.0, 2.0, std::numeric_limits<double>::quiet_NaN(), 1e-300})
        EXPECT_LT(columns_of(progress_line("blur", part, 1e12, 80)), 80u) << part;
}

}  // namespace
}  // namespace ingot::shell
