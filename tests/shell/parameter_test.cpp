// Tests of parameters: limits, kinds, texts, and the messages of errors.
#include <gtest/gtest.h>

#include <cmath>
#include <ingot/sample/parameter.hpp>
#include <limits>

namespace ingot {
namespace {

/// Returns the message of the error, or an empty string if there was none.
std::string error_of(parameter_base& parameter, std::string_view text) {
    try {
        parameter.set_text(text);
        return {};
    } catch (const parameter_error& problem) {
        return problem.what();
    }
}

TEST(parameter, takes_text_within_its_limits) {
    parameter<uint32_t> count {"bodies", 16'384u, {256, 1'048'576}, "number of bodies"};
    EXPECT_TRUE(count.is_default());
    count.set_text("65536");
    EXPECT_EQ(count.get(), 65536u);
    EXPECT_FALSE(count.is_default());
    count.set_text("256");
    EXPECT_EQ(count, 256u);
    count.set_text("1048576");
    EXPECT_EQ(count, 1'048'576u);
    count.set_text("3e3");
    EXPECT_EQ(count, 3000u);
    count.set_text("+1.5e3");
    EXPECT_EQ(count, 1500u);
    count.reset();
    EXPECT_EQ(count.text(), "16384");
}

TEST(parameter, rejects_other_text_and_keeps_its_value) {
    parameter<uint32_t> count {"bodies", 16'384u, {256, 1'048'576}, "number of bodies"};
    for (const char* wrong : {"255", "1048577", "-1", "", " 300", "300 ", "3e1", "3e9", "3e-3", "3.5e0", "300.5", "abc",
                              "99999999999999999999", "0x100", "nan"}) {
        const auto text = error_of(count, wrong);
        EXPECT_NE(text.find("bodies"), std::string::npos) << wrong;
        EXPECT_NE(text.find(wrong), std::string::npos) << wrong;
        EXPECT_NE(text.find("a whole number from 256 to 1048576"), std::string::npos) << text;
        EXPECT_EQ(count.get(), 16'384u) << wrong;
    }
}

TEST(parameter, writes_limits_as_they_were_given) {
    parameter<float> size {"size", 0.1f, {0.1f, 100.0f}, "length"};
    EXPECT_EQ(size.accepted_values(), "a number from 0.1 to 100");
    size.set_text("0.1");
    EXPECT_EQ(size.get(), 0.1f);
    const parameter<double> exact {"exact", 0.1, {0.1, 1e300}, "length"};
    EXPECT_EQ(exact.accepted_values(), "a number from 0.1 to 1e+300");
}

TEST(parameter, a_real_takes_whole_numbers_but_nothing_that_is_not_finite) {
    parameter<double> step {"step", 0.5, {0.0, 10.0}, "length"};
    step.set(int64_t {3});
    EXPECT_EQ(step.get(), 3.0);
    step.set_text("1e-3");
    EXPECT_EQ(step.get(), 1e-3);
    for (const char* wrong : {"nan", "inf", "-0.1", "10.0001", "1,5", "one", "1e999"})
        EXPECT_NE(error_of(step, wrong), "") << wrong;
    EXPECT_THROW(step.set(std::numeric_limits<double>::quiet_NaN()), parameter_error);
    EXPECT_THROW(step.set(true), parameter_error);
    EXPECT_THROW(step.set(std::string("1")), parameter_error);
    EXPECT_EQ(step.get(), 1e-3);
}

TEST(parameter, a_whole_number_takes_no_real) {
    parameter<uint32_t> count {"bodies", 16'384u, {256, 1'048'576}, "number of bodies"};
    EXPECT_THROW(count.set(300.0), parameter_error);
    EXPECT_THROW(count.set(false), parameter_error);
}

TEST(parameter, a_float_has_the_digits_that_were_written) {
    parameter<float> softening {"softening", 0.01f, {0.0f, 1.0f}, "length"};
    EXPECT_EQ(softening.text(), "0.01");
    softening.set_text("0.25");
    softening.set_text("0.01");
    EXPECT_TRUE(softening.is_default());
    EXPECT_EQ(softening.get(), 0.01f);
}

TEST(parameter, text_comes_back_as_the_same_value) {
    parameter<double> step {"step", 0.0, {-1e300, 1e300}, "length"};
    for (const double value : {0.1, 1.0 / 3.0, 1e-300, 123456789.123456789, -0.0}) {
        step.set(value);
        const auto text = step.text();
        step.set(1.0);
        step.set_text(text);
        EXPECT_EQ(step.get(), value) << text;
        EXPECT_EQ(std::signbit(step.get()), std::signbit(value)) << text;
    }
}

TEST(parameter, a_toggle_takes_on_and_off) {
    parameter<bool> trails {"trails", false, "draws trails"};
    for (const char* text : {"on", "true", "yes", "1"}) {
        trails.set(false);
        trails.set_text(text);
        EXPECT_TRUE(trails) << text;
    }
    trails.set_text("off");
    EXPECT_FALSE(trails);
    EXPECT_EQ(trails.text(), "off");
    EXPECT_NE(error_of(trails, "maybe").find("on or off"), std::string::npos);
}

TEST(parameter, a_choice_takes_its_names_only) {
    choice setup {"setup", {"plummer", "galaxies"}, "initial bodies"};
    EXPECT_EQ(setup.get(), "plummer");
    setup.set_text("galaxies");
    EXPECT_EQ(setup.index(), 1u);
    EXPECT_TRUE(setup == "galaxies");
    EXPECT_NE(error_of(setup, "galaxy").find("one of plummer, galaxies"), std::string::npos);
    EXPECT_EQ(setup.get(), "galaxies");
}

TEST(parameter, a_declaration_that_contradicts_itself_is_rejected) {
    EXPECT_THROW((parameter<int> {"x", 5, {0, 4}, ""}), parameter_error);
    EXPECT_THROW((parameter<int> {"x", 0, {4, 0}, ""}), std::invalid_argument);
    EXPECT_THROW((parameter<int> {"", 0, {0, 1}, ""}), std::invalid_argument);
    EXPECT_THROW((choice {"x", {}, ""}), std::invalid_argument);
    EXPECT_THROW((parameter<double> {"x", 0.0, {-1.0, 1.0}, "", parameter_scale::logarithmic}), std::invalid_argument);
}

}  // namespace
}  // namespace ingot
