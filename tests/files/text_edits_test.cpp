// Tests edits of texts.
#include <gtest/gtest.h>

#include <ingot/files/text_edits.hpp>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

using ingot::files::text_edit;

std::string edited(const std::string& text, const std::vector<text_edit>& edits) { return ingot::files::edited(text, edits); }

TEST(text_edits, replace_insert_and_remove) {
    EXPECT_EQ(edited("one two\nthree\n", {{2, 1, 5, "3"}, {1, 5, 3, "2"}}), "one 2\n3\n");
    EXPECT_EQ(edited("one\ntwo", {{2, 1, 0, "and\n"}}), "one\nand\ntwo");
    EXPECT_EQ(edited("one\ntwo", {{2, 4, 0, "!"}}), "one\ntwo!");
    EXPECT_EQ(edited("one two", {{1, 4, 4, ""}}), "one");
    EXPECT_EQ(edited("same", {}), "same");
}

TEST(text_edits, at_one_place_keep_their_order) {
    EXPECT_EQ(edited("c", {{1, 1, 0, "a"}, {1, 1, 0, "b"}, {1, 1, 1, "d"}}), "abd");
}

TEST(text_edits, outside_of_the_text_are_errors) {
    EXPECT_THROW(edited("one\ntwo", {{3, 1, 0, "x"}}), std::invalid_argument);
    EXPECT_THROW(edited("one\ntwo", {{0, 1, 0, "x"}}), std::invalid_argument);
    EXPECT_THROW(edited("one\ntwo", {{1, 0, 0, "x"}}), std::invalid_argument);
    EXPECT_THROW(edited("one\ntwo", {{1, 5, 0, "x"}}), std::invalid_argument);
    EXPECT_THROW(edited("one\ntwo", {{1, 2, 3, "x"}}), std::invalid_argument) << "an edit stays in its line";
    EXPECT_THROW(edited("one\ntwo", {{1, 1, 0xffffffff, "x"}}), std::invalid_argument);
}

TEST(text_edits, that_overlap_are_errors) {
    EXPECT_THROW(edited("abcd", {{1, 1, 3, "x"}, {1, 3, 1, "y"}}), std::invalid_argument);
}

}  // namespace
