// Tests the bounds on errors that docs/mathematics.md documents, for the compile-time versions of the functions and for every
// device of this machine. The environment variable INGOT_ULP_SAMPLES is the `count` that the tests pass to samples()
// (samples.hpp); the default is 2000. Each function is tested with twice as many arguments, and with special values.
#include "bounds.hpp"

#include <gtest/gtest.h>

#include <cstdlib>

#include "every_device.hpp"
#include "measurement.hpp"
#include "reference.hpp"

namespace {

using namespace ingot::testing;

size_t sample_count() {
    const char* const text = std::getenv("INGOT_ULP_SAMPLES");
    return text ? std::strtoul(text, nullptr, 10) : 2000;
}

template <typename T, typename Bound>
void expect_within_bounds(calculator& tested, Bound bound) {
    for (uint32_t index = 0; index < function_count; ++index) {
        const auto operation = static_cast<function>(index);
        const measurement result = measure<T>(operation, samples<T>(operation, sample_count()), {&tested}).front();
        for (const largest_error& error : {result.error, result.denormal})
            EXPECT_LE(error.ulp, bound(operation)) << function_names[index] << "(" << error.x << ", " << error.y << ", "
                                                   << error.z << ") is " << error.result << " on " << tested.name();
    }
}

template <typename T>
class compile_time_bounds : public testing::Test {};
using types = testing::Types<ingot::half, float, double>;

struct names_of_types {
    template <typename T>
    static std::string GetName(int) {
        return std::same_as<T, double> ? "double" : std::same_as<T, float> ? "float" : "half";
    }
};
TYPED_TEST_SUITE(compile_time_bounds, types, names_of_types);

TYPED_TEST(compile_time_bounds, hold) { expect_within_bounds<TypeParam>(*compile_time_calculator(), bound_at_compile_time); }

class bounds : public every_device {
protected:
    template <typename T>
    void expect_on_device() {
        const auto tested = device_calculator(device_);
        expect_within_bounds<T>(*tested, [&](function operation) { return bound_on<T>(device_.name(), operation); });
    }
};

TEST_P(bounds, hold_for_half) { expect_on_device<ingot::half>(); }
TEST_P(bounds, hold_for_float) { expect_on_device<float>(); }
TEST_P(bounds, hold_for_double) {
    if (!device_.properties().has_double) GTEST_SKIP() << device_.name() << " has no double precision";
    expect_on_device<double>();
}

INGOT_TEST_ON_EVERY_DEVICE(bounds);

// Tests the class `reference`, which computes the errors, with results whose errors are known.
TEST(reference, counts_units_in_the_last_place) {
    reference square_root(function::sqrt);
    square_root.evaluate(4.0, 0.0, 0.0);
    EXPECT_EQ(square_root.error(2.0f), 0.0);
    EXPECT_EQ(square_root.error(2.0f + 0x1p-22f), 1.0);
    EXPECT_EQ(square_root.error(2.0f - 0x1p-23f), 0.5);
    EXPECT_EQ(square_root.error(2.0 + 3 * 0x1p-51), 3.0);
    EXPECT_EQ(square_root.error(ingot::half(2.0f + 0x1p-9f)), 1.0);
    EXPECT_EQ(square_root.error(std::numeric_limits<float>::quiet_NaN()), std::numeric_limits<double>::infinity());

    square_root.evaluate(-1.0, 0.0, 0.0);
    EXPECT_EQ(square_root.error(std::numeric_limits<float>::quiet_NaN()), 0.0);
    EXPECT_EQ(square_root.error(1.0f), std::numeric_limits<double>::infinity());

    reference exponential(function::exp);
    exponential.evaluate(100.0, 0.0, 0.0);
    EXPECT_EQ(exponential.error(std::numeric_limits<float>::infinity()), 0.0);
    EXPECT_EQ(exponential.error(std::numeric_limits<float>::max()), 1.0);  // one unit below 2^128
    EXPECT_EQ(exponential.error(-std::numeric_limits<float>::infinity()), std::numeric_limits<double>::infinity());
    exponential.evaluate(-100.0, 0.0, 0.0);
    EXPECT_TRUE(exponential.is_denormal<float>());
    EXPECT_FALSE(exponential.is_denormal<double>());
    EXPECT_NEAR(exponential.error(0.0f), 26.548, 0.001);  // exp(-100) in units of 2^-149

    reference remainder(function::fmod);
    remainder.evaluate(6.0, 3.0, 0.0);
    EXPECT_EQ(remainder.error(0x1p-148f), 2.0);  // the exact result is 0, where the unit is 2^-149
}

}  // namespace
