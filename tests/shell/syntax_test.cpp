// Tests of the words that the kernel panel colours.
#include "kernels/syntax.hpp"

#include <gtest/gtest.h>

#include <string>

namespace ingot::shell {
namespace {

/// Returns the line with a letter for the kind before each piece: "k:for p: (".
std::string pieces(std::string_view line, bool& is_in_comment) {
    constexpr std::string_view letters = "pknscd";
    std::string result;
    for (const token& each : tokens_of_line(line, is_in_comment))
        result += std::string(1, letters[static_cast<size_t>(each.kind)]) + "{" +
                  std::string(line.substr(each.begin, each.end - each.begin)) + "}";
    return result;
}

std::string pieces(std::string_view line) {
    bool is_in_comment = false;
    return pieces(line, is_in_comment);
}

TEST(syntax, has_the_words_of_a_kernel) {
    EXPECT_EQ(pieces("#pragma once"), "d{#pragma}p{ once}");
    EXPECT_EQ(pieces("kernel void copy(buffer<float> a) {  // copies"),
              "k{kernel}p{ }k{void}p{ copy(}k{buffer}p{<}k{float}p{> a) {  }c{// copies}");
    EXPECT_EQ(pieces("x = 1.5e-3f + 0x1f'ffu;"), "p{x = }n{1.5e-3f}p{ + }n{0x1f'ffu}p{;}");
    EXPECT_EQ(pieces(R"(print("a \" // b", x);)"), R"(p{print(}s{"a \" // b"}p{, x);})");
    EXPECT_EQ(pieces("forward"), "p{forward}");
    EXPECT_EQ(pieces(""), "");
    EXPECT_EQ(pieces("\"not closed\\"), "s{\"not closed\\}");
}

TEST(syntax, goes_on_with_a_comment_in_the_next_line) {
    bool is_in_comment = false;
    EXPECT_EQ(pieces("a /* begins", is_in_comment), "p{a }c{/* begins}");
    EXPECT_TRUE(is_in_comment);
    EXPECT_EQ(pieces("goes on", is_in_comment), "c{goes on}");
    EXPECT_EQ(pieces("ends */ int /* x */ b", is_in_comment), "c{ends */}p{ }k{int}p{ }c{/* x */}p{ b}");
    EXPECT_FALSE(is_in_comment);
}

TEST(syntax, has_the_words_of_generated_code) {
    EXPECT_EQ(pieces("\tld.global.f32 %f1, [%rd4+16];"), "p{\tld}d{.global.f32}p{ %f1, [%rd4+}n{16}p{];}");
    EXPECT_EQ(pieces("%7 = OpLoad %float %6"), "p{%}n{7}p{ = }k{OpLoad}p{ %}k{float}p{ %}n{6}");
    EXPECT_EQ(pieces("; SPIR-V"), "c{; SPIR-V}");
}

}  // namespace
}  // namespace ingot::shell
