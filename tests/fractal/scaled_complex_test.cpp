// Scaled complex numbers, compared with `double` where that can represent the results.
#include "scaled_complex.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <complex>

namespace ingot::samples::fractal {
namespace {

std::complex<double> value_of(const scaled_complex& a) {
    return {std::ldexp(static_cast<double>(a.mantissa.x), a.exponent), std::ldexp(static_cast<double>(a.mantissa.y), a.exponent)};
}

void expect_near(const scaled_complex& actual, const std::complex<double>& expected) {
    EXPECT_LE(std::abs(value_of(actual) - expected), 4e-7 * std::abs(expected)) << value_of(actual) << " for " << expected;
}

TEST(scaled_numbers, calculate_as_doubles_do) {
    const scaled_complex numbers[] {{{1.5f, -0.25f}, 0},   {{-1.0f, 1.9f}, -200}, {{0.001f, 1.0f}, 150},
                                    {{3.0e7f, 2.0f}, -60}, {{0.0f, -1.0f}, -201}, {{1.0f, 1.0f}, -1}};
    for (const scaled_complex& a : numbers)
        for (const scaled_complex& b : numbers) {
            expect_near(a * b, value_of(a) * value_of(b));
            expect_near(a + b, value_of(a) + value_of(b));
            EXPECT_EQ(is_shorter(a.normalised(), b.normalised()), std::abs(value_of(a)) < std::abs(value_of(b)))
                << value_of(a) << value_of(b);
        }
}

TEST(scaled_numbers, are_normalised_from_the_smallest_to_the_largest_mantissa) {
    for (const float size : {1.2e-38f, 1e-20f, 0.999f, 1.0f, 1.999f, 2.0f, 1e20f, 3.0e38f}) {
        const scaled_complex number = scaled_complex {{-size, 0.5f * size}, -5000}.normalised();
        EXPECT_GE(larger_component(number.mantissa), 1.0f) << size;
        EXPECT_LT(larger_component(number.mantissa), 2.0f) << size;
        EXPECT_EQ(std::ldexp(static_cast<double>(number.mantissa.x), number.exponent + 5000), -static_cast<double>(size));
    }
}

TEST(scaled_numbers, have_a_zero) {
    const scaled_complex zero = scaled_complex {}.normalised();
    const scaled_complex small = scaled_complex {{1.0f, 1.0f}, -400}.normalised();
    EXPECT_EQ(larger_component((zero * zero).mantissa), 0.0f);
    EXPECT_EQ((zero + small).exponent, -400);
    EXPECT_EQ((zero + small).mantissa.x, 1.0f);
    EXPECT_TRUE(is_shorter(zero, small));
    EXPECT_FALSE(is_shorter(zero, zero));
    // Products of zero with itself do not overflow, however many there are.
    scaled_complex product = zero;
    for (int i = 0; i < 100; ++i) product = twice(product * product) + zero;
    EXPECT_EQ(larger_component(product.mantissa), 0.0f);
}

TEST(scaled_numbers, convert_to_other_exponents) {
    const scaled_complex number {{1.25f, -1.0f}, -300};
    EXPECT_EQ(number.mantissa_for(-301).x, 2.5f);
    EXPECT_EQ(number.mantissa_for(0).x, 0.0f) << "too small for a float";
    EXPECT_EQ(power_of_two(-126), 0x1p-126f);
    EXPECT_EQ(power_of_two(-127), 0.0f);
    EXPECT_EQ(power_of_two(127), 0x1p127f);
    EXPECT_EQ(power_of_two(1000), 0x1p127f);
}

}  // namespace
}  // namespace ingot::samples::fractal
