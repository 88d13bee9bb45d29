// Tests the mathematical functions in constant expressions, which the compiler of this test evaluates, and tests that the same
// code returns the same bits at run time. tests/mathematics measures the errors for arguments of every size.
#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <ingot/language/math.hpp>
#include <limits>

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

constexpr bool is_nan(double value) { return value != value; }
constexpr bool is_same(double a, double b) { return std::bit_cast<uint64_t>(a) == std::bit_cast<uint64_t>(b); }

// The expected values are the doubles nearest to the exact results (computed with 3000 bits).
static_assert(ingot::sin(1.0) == 0x1.aed548f090ceep-1 && ingot::sin(1e22) == -0x1.b453ab76bf397p-1);
static_assert(ingot::cos(1.0) == 0x1.14a280fb5068cp-1 && ingot::cos(1e22) == 0x1.0be2cef01c8f4p-1);
static_assert(ingot::tan(1.0) == 0x1.8eb245cbee3a6p+0 && ingot::tan(1e22) == -0x1.a0f79c1b6b257p+0);
static_assert(ingot::asin(0.5) == 0x1.0c152382d7366p-1 && ingot::acos(0.5) == 0x1.0c152382d7366p+0);
static_assert(ingot::atan(1.0) == 0x1.921fb54442d18p-1 && ingot::atan2(1.0, -2.0) == 0x1.56c6e7397f5aep+1);
static_assert(ingot::sinh(1.0) == 0x1.2cd9fc44eb982p+0 && ingot::cosh(1.0) == 0x1.8b07551d9f550p+0);
static_assert(ingot::tanh(1.0) == 0x1.85efab514f394p-1 && ingot::asinh(1.0) == 0x1.c34366179d427p-1);
static_assert(ingot::acosh(2.0) == 0x1.5124271980435p+0 && ingot::atanh(0.5) == 0x1.193ea7aad030bp-1);
static_assert(ingot::exp(1.0) == 0x1.5bf0a8b145769p+1 && ingot::exp(-745.0) == 0x1p-1074);
static_assert(ingot::exp2(0.5) == 0x1.6a09e667f3bcdp+0 && ingot::exp10(0.5) == 0x1.94c583ada5b53p+1);
static_assert(ingot::exp2(-1074.0) == 0x1p-1074 && ingot::exp10(22.0) == 1e22 && ingot::expm1(0.5) == 0x1.4c2531c3c0d38p-1);
static_assert(ingot::expm1(-30.0) == -0x1.ffffffffffcb5p-1 && ingot::expm1(20.25) == 0x1.290d76c9966a9p+29);
static_assert(ingot::expm1(99.5) == 0x1.7653cbcc25d25p+143 && ingot::expm1(709.5) == 0x1.81e9b4b52d0c9p+1023);
static_assert(ingot::log(3.0) == 0x1.193ea7aad030bp+0 && ingot::log1p(1e-20) == 1e-20);
static_assert(ingot::log2(3.0) == 0x1.95c01a39fbd68p+0 && ingot::log2(0x1p-1074) == -1074.0);
static_assert(ingot::log10(3.0) == 0x1.e8927964fd5fdp-2 && ingot::log10(1e22) == 22.0);
static_assert(ingot::pow(1.5, 1.5) == 0x1.d64d51e0db1c6p+0 && ingot::pow(-3.0, 3.0) == -27.0);
static_assert(ingot::sqrt(2.0) == 0x1.6a09e667f3bcdp+0 && ingot::rsqrt(2.0) == 0x1.6a09e667f3bcdp-1);
static_assert(ingot::cbrt(2.0) == 0x1.428a2f98d728bp+0 && ingot::cbrt(-27.0) == -3.0);
static_assert(ingot::hypot(1.0, 2.0) == 0x1.1e3779b97f4a8p+1 && ingot::hypot(3e300, 4e300) == 5e300);
static_assert(ingot::fmod(-7.5, 2.0) == -1.5 && ingot::fmod(0x1p+1001, 3.0) == 2.0 && ingot::remainder(7.5, 2.0) == -0.5);
static_assert(ingot::fma(0x1p-600, 0x1p-400, -0x1p-1000) == 0.0 && ingot::fma(1.0 + 0x1p-52, 1.0 - 0x1p-52, -1.0) == -0x1p-104);
static_assert(ingot::fma(1.0f + 0x1p-23f, 1.0f - 0x1p-23f, -1.0f) == -0x1p-46f);
static_assert(ingot::floor(-0.5) == -1.0 && ingot::ceil(0.5) == 1.0 && ingot::trunc(-1.5) == -1.0);
static_assert(ingot::round(2.5) == 3.0 && ingot::round(-0.5) == -1.0 && ingot::rint(2.5) == 2.0 && ingot::rint(3.5) == 4.0);
static_assert(ingot::round(0.49999999999999994) == 0.0 && ingot::rint(0x1p+52 + 1.0) == 0x1p+52 + 1.0);

// Special values.
static_assert(is_same(ingot::sqrt(-0.0), -0.0) && is_nan(ingot::sqrt(-1.0)) && ingot::sqrt(infinity) == infinity);
static_assert(ingot::rsqrt(0.0) == infinity && ingot::rsqrt(infinity) == 0.0 && is_nan(ingot::rsqrt(-1.0)));
static_assert(is_nan(ingot::sin(infinity)) && is_same(ingot::sin(-0.0), -0.0) && ingot::sin(0x1p-1074) == 0x1p-1074);
static_assert(is_nan(ingot::asin(2.0)) && is_nan(ingot::acos(-2.0)) && ingot::atan(infinity) == 0x1.921fb54442d18p+0);
static_assert(ingot::log(0.0) == -infinity && is_nan(ingot::log(-1.0)) && ingot::log(infinity) == infinity);
static_assert(ingot::exp(infinity) == infinity && ingot::exp(-infinity) == 0.0 && is_nan(ingot::exp(not_a_number)));
static_assert(ingot::exp(710.0) == infinity && ingot::exp(89.0f) == std::numeric_limits<float>::infinity());
static_assert(ingot::pow(0.0, -1.0) == infinity && ingot::pow(-0.0, -1.0) == -infinity && ingot::pow(not_a_number, 0.0) == 1.0);
// The product of the logarithm and the exponent is larger than any double.
static_assert(ingot::pow(1e300, 1e308) == infinity && ingot::pow(1e300, -1e308) == 0.0);
static_assert(is_nan(ingot::pow(-2.0, 0.5)) && ingot::pow(-1.0, infinity) == 1.0 && ingot::pow(0.5, -infinity) == infinity);
static_assert(is_same(ingot::atan2(-0.0, -1.0), -0x1.921fb54442d18p+1) && is_same(ingot::atan2(-0.0, 1.0), -0.0));
static_assert(ingot::fmin(1.0, not_a_number) == 1.0 && ingot::fmax(not_a_number, 1.0) == 1.0 && ingot::fdim(1.0, 2.0) == 0.0);
static_assert(is_nan(ingot::fma(infinity, 0.0, 1.0)) && is_nan(ingot::fmod(1.0, 0.0)) && ingot::log1p(-1.0) == -infinity);
static_assert(ingot::log1p(1e300) == ingot::log(1e300));

// Result types.
static_assert(std::is_same_v<decltype(ingot::pow(1.0f, 2)), float> && std::is_same_v<decltype(ingot::sqrt(2)), double>);
static_assert(std::is_same_v<decltype(ingot::fmod(1.0f, 2.0)), double>);
static_assert(std::is_same_v<decltype(ingot::atan2(ingot::half(1), 2.0f)), float>);
static_assert(std::is_same_v<decltype(ingot::sin(ingot::half(1))), ingot::half>);
static_assert(std::is_same_v<decltype(ingot::abs(int16_t(-1))), int16_t> && std::is_same_v<decltype(ingot::clamp(1, 2, 3)), int>);

// Absolute values, limits, interpolation, and conversions of angles.
static_assert(ingot::abs(-3) == 3 && ingot::abs(int64_t(-3)) == 3 && ingot::abs(INT32_MIN) == INT32_MIN &&
              ingot::abs(-2.5f) == 2.5f);
static_assert(ingot::clamp(5, 1, 3) == 3 && ingot::clamp(-0.5f, 0.0f, 1.0f) == 0.0f && ingot::clamp(7u, 1u, 9u) == 7u);
static_assert(ingot::wrap(-1, 7) == 6 && ingot::wrap(7, 7) == 0 && ingot::wrap(9u, 7u) == 2u && ingot::wrap(-1.0, 7.0) == 6.0);
static_assert(is_same(ingot::wrap(-7.0, 7.0), 0.0) && ingot::wrap(-1e-30f, 7.0f) == 0.0f);
static_assert(ingot::interpolate(2.0f, 4.0f, 0.25f) == 2.5f && ingot::cubic_interpolate(0.0, 1.0, 2.0, 3.0, 0.5) == 1.5);
static_assert(ingot::catmull_rom_interpolate(0.0, 1.0, 2.0, 3.0, 0.5) == 1.5);
static_assert(ingot::rad_to_deg(0x1.921fb54442d18p+1) == 180.0 && ingot::deg_to_rad(180.0) == 0x1.921fb54442d18p+1);

// Conversions to half and functions of half.
static_assert(ingot::half(65519.0f).bits() == 0x7bff && ingot::half(65520.0f).bits() == 0x7c00 &&
              ingot::half(0x1p-25f).bits() == 0);
static_assert(ingot::half(0x1.004p+0).bits() == 0x3c01 && ingot::half(0x1.002p+0).bits() == 0x3c00 &&
              ingot::half(0x1.0020000000001p+0).bits() == 0x3c01);
static_assert(ingot::half(1) + ingot::half(2) == ingot::half(3) && float(ingot::sin(ingot::half(1))) == 0x1.aecp-1f);

// Compilers limit the number of steps in a constant expression. The computation of a whole table must stay below this limit.
constexpr auto sines = [] {
    std::array<float, 1024> table {};
    for (size_t i = 0; i < table.size(); ++i) table[i] = ingot::sin(static_cast<float>(i) * 0.1f);
    return table;
}();

TEST(constant_math, makes_a_table_whose_bits_are_those_of_run_time) {
    for (size_t i = 0; i < sines.size(); ++i) {
        volatile float angle = static_cast<float>(i) * 0.1f;
        EXPECT_EQ(sines[i], ingot::constant_math::sin(float(angle)));
        EXPECT_NEAR(sines[i], std::sin(angle), 0x1p-24f);  // 1 ULP of a float between 1/2 and 1
    }
}

}  // namespace
