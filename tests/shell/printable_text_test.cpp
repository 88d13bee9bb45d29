// Tests of printable(), which makes text from files of unknown origin safe to print.
#include <gtest/gtest.h>

#include <ingot/sample/printable_text.hpp>
#include <string>

namespace ingot {
namespace {

TEST(printable_text, keeps_valid_text_and_cuts_it) {
    EXPECT_EQ(printable("caf\xc3\xa9"), "caf\xc3\xa9");
    EXPECT_EQ(printable("abcdef", 3), "abc…");
    for (const char* const limit : {"\xc2\xa0", "\xe0\xa0\x80", "\xed\x9f\xbf", "\xf0\x90\x80\x80", "\xf4\x8f\xbf\xbf"})
        EXPECT_EQ(printable(limit), limit);
}

TEST(printable_text, replaces_what_is_not_utf_8) {
    EXPECT_EQ(printable("a\tb\x7f"), "a?b?");
    EXPECT_EQ(printable("\xff\xc3"), "??");
    EXPECT_EQ(printable("\xc0\xaf"), "??") << "overlong";
    EXPECT_EQ(printable("\xe0\x9f\xbf"), "???") << "overlong";
    EXPECT_EQ(printable("\xf0\x8f\xbf\xbf"), "????") << "overlong";
    EXPECT_EQ(printable("\xed\xa0\x80"), "???") << "a surrogate";
    EXPECT_EQ(printable("\xf4\x90\x80\x80"), "????") << "above U+10FFFF";
}

}  // namespace
}  // namespace ingot
