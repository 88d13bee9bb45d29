// Tests of Table 8 of the thesis that docs/host-library.md names: mathematics, at run time on every device and at compile
// time, for float, double and half. These tests compare devices with the compile-time implementation; tests/mathematics
// measures the errors over the whole range against MPFR.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <ingot/ingot.hpp>
#include <numbers>
#include <vector>

#include "bounds.hpp"
#include "every_device.hpp"
#include "mathematics.kernels.hpp"
#include "mathematics_fast.kernels.hpp"
#include "mathematics_tables.hpp"
#include "measurement.hpp"

namespace {

using namespace ingot;
using ingot::testing::function;

template <typename T>
double distance_in_ulp(T a, T b) {
    const double exact = static_cast<double>(b);
    if (exact == static_cast<double>(a)) return 0.0;
    constexpr int digits = std::numeric_limits<T>::digits;
    const int exponent = std::max(exact == 0.0 ? -2000 : std::ilogb(exact), std::numeric_limits<T>::min_exponent - 1);
    return std::abs(static_cast<double>(a) - exact) / std::ldexp(1.0, exponent + 1 - digits);
}

// Returns whether two results agree: both are NaN, both are the same infinity, or they are numbers that differ by at most
// `ulp`. With `tells_zeros_apart`, 0 and -0 do not agree. If `ulp` is 16 or more, an infinite result agrees with all results
// except NaN.
template <typename T>
bool is_near(T actual, T expected, double ulp, bool tells_zeros_apart) {
    const double a = static_cast<double>(actual);
    const double b = static_cast<double>(expected);
    if (std::isnan(a) || std::isnan(b)) return std::isnan(a) && std::isnan(b);
    if (std::isinf(a) || std::isinf(b)) return a == b || ulp >= 16.0;  // the other may be close to the greatest finite number
    if (a == 0.0 && b == 0.0 && tells_zeros_apart) return std::signbit(a) == std::signbit(b);
    return distance_in_ulp(actual, expected) <= ulp;
}

class mathematics : public ingot::testing::every_device {
protected:
    void expect(function operation) {
        expect_of<float>(operation);
        expect_of<half>(operation);
        if (device_.properties().has_double) expect_of<double>(operation);
    }

    mathematics_program program_ {device_};

private:
    template <typename T>
    void expect_of(function operation) {
        expect_results<T>(operation);
        expect_table<T>(operation, std::make_index_sequence<ingot::testing::function_count>());
    }

    template <typename T>
    void expect_results(function operation) {
        const auto arguments = ingot::testing::samples<T>(operation, 500);
        const auto device = ingot::testing::device_calculator(device_);
        const std::vector<T> results = device->call(operation, arguments);
        // The compile-time implementation contributes an error of half an ULP.
        const double bound = ingot::testing::bound_on<T>(device_.name(), operation);
        const double allowed = bound == 0.0 ? 0.0 : std::max(bound + 0.5, 1.0);
        const bool tells_zeros_apart = operation != function::fmin && operation != function::fmax;
        for (size_t i = 0; i < results.size(); ++i) {
            const T expected = ingot::testing::call_at_compile_time<T>(operation, arguments.x[i], arguments.y[i], arguments.z[i]);
            if (ingot::testing::may_take_for_zero(device_, {arguments.x[i], arguments.y[i], arguments.z[i], expected})) continue;
            EXPECT_TRUE(is_near(results[i], expected, allowed, tells_zeros_apart))
                << arguments.x[i] << ", " << arguments.y[i] << ", " << arguments.z[i] << ": " << results[i] << " instead of "
                << expected;
        }
    }

    // Reads the function's row of the table that ingotc computed while it compiled the kernels. The row must be identical, bit
    // by bit, to the row that the compiler of this file computed.
    template <typename T, size_t... all>
    void expect_table(function operation, std::index_sequence<all...>) {
        auto row = device_.create_buffer<T>(ingot::testing::table_width, static_cast<T>(-1.0f));
        const auto index = static_cast<uint32_t>(operation);
        if constexpr (std::same_as<T, double>)
            queue_.run(program_.table_row_of_double, range(1), row, index);
        else if constexpr (std::same_as<T, float>)
            queue_.run(program_.table_row_of_float, range(1), row, index);
        else
            queue_.run(program_.table_row_of_half, range(1), row, index);
        const std::vector<T> results = row.read(queue_);
        static constexpr std::array<std::array<T, ingot::testing::table_width>, sizeof...(all)> expected {
            ingot::testing::table_row<T, all>...};
        EXPECT_EQ(std::memcmp(results.data(), expected[index].data(), sizeof(expected[index])), 0) << sizeof(T) << " bytes";
    }
};

#define INGOT_MATHEMATICS_TEST(name) \
    TEST_P(mathematics, name) { expect(function::name); }
INGOT_MATHEMATICS_TEST(sqrt)
INGOT_MATHEMATICS_TEST(rsqrt)
INGOT_MATHEMATICS_TEST(cbrt)
INGOT_MATHEMATICS_TEST(fmod)
INGOT_MATHEMATICS_TEST(remainder)
INGOT_MATHEMATICS_TEST(floor)
INGOT_MATHEMATICS_TEST(ceil)
INGOT_MATHEMATICS_TEST(round)
INGOT_MATHEMATICS_TEST(trunc)
INGOT_MATHEMATICS_TEST(rint)
INGOT_MATHEMATICS_TEST(pow)
INGOT_MATHEMATICS_TEST(exp)
INGOT_MATHEMATICS_TEST(exp2)
INGOT_MATHEMATICS_TEST(exp10)
INGOT_MATHEMATICS_TEST(expm1)
INGOT_MATHEMATICS_TEST(log)
INGOT_MATHEMATICS_TEST(log2)
INGOT_MATHEMATICS_TEST(log10)
INGOT_MATHEMATICS_TEST(log1p)
INGOT_MATHEMATICS_TEST(sin)
INGOT_MATHEMATICS_TEST(cos)
INGOT_MATHEMATICS_TEST(tan)
INGOT_MATHEMATICS_TEST(asin)
INGOT_MATHEMATICS_TEST(acos)
INGOT_MATHEMATICS_TEST(atan)
INGOT_MATHEMATICS_TEST(atan2)
INGOT_MATHEMATICS_TEST(sinh)
INGOT_MATHEMATICS_TEST(cosh)
INGOT_MATHEMATICS_TEST(tanh)
INGOT_MATHEMATICS_TEST(asinh)
INGOT_MATHEMATICS_TEST(acosh)
INGOT_MATHEMATICS_TEST(atanh)
INGOT_MATHEMATICS_TEST(hypot)
INGOT_MATHEMATICS_TEST(copysign)
INGOT_MATHEMATICS_TEST(fmin)
INGOT_MATHEMATICS_TEST(fmax)
INGOT_MATHEMATICS_TEST(fdim)
INGOT_MATHEMATICS_TEST(fma)
#undef INGOT_MATHEMATICS_TEST

TEST_P(mathematics, angle_conversions) {
    expect(function::rad_to_deg);
    expect(function::deg_to_rad);
    static_assert(rad_to_deg(std::numbers::pi) == 180.0 && deg_to_rad(180.0f) == std::numbers::pi_v<float>);
}

// Runs a kernel that writes three results for each integer.
template <typename T, typename Kernel>
std::vector<T> integer_results(const device& device, queue& queue, const Kernel& kernel, const std::vector<T>& values) {
    const auto inputs = device.create_buffer<T>(std::span<const T>(values));
    auto results = device.create_buffer<T>(values.size() * 3, T(99));
    queue.run(kernel, range(static_cast<uint32_t>(values.size())), inputs, results);
    return results.read(queue);
}

template <typename T>
const std::vector<T> signed_values {
    0, 1, -1, 7, -7, 8, -8, 100, 101, -101, std::numeric_limits<T>::max(), std::numeric_limits<T>::min()};

// Compares result number `index` of each signed integer of 16, 32 and 64 bits with `expected`.
template <typename Expected>
void expect_integers(const device& device, queue& queue, const mathematics_program& program, size_t index, Expected expected) {
    const auto compare = [&]<typename T>(const std::vector<T>& values, const std::vector<T>& results) {
        for (size_t i = 0; i < values.size(); ++i)
            EXPECT_EQ(results[i * 3 + index], static_cast<T>(expected(static_cast<__int128_t>(values[i])))) << values[i];
    };
    compare(signed_values<int16_t>, integer_results(device, queue, program.integers_16, signed_values<int16_t>));
    compare(signed_values<int32_t>, integer_results(device, queue, program.integers_32, signed_values<int32_t>));
    compare(signed_values<int64_t>, integer_results(device, queue, program.integers_64, signed_values<int64_t>));
}

const std::vector<uint32_t> unsigned_values {0u, 4u, 5u, 7u, 100u, 101u, 0xffff'ffffu};

TEST_P(mathematics, abs) {
    expect(function::abs);
    expect(function::fabs);
    // The absolute value of the least integer does not fit in its type: abs returns the least integer itself.
    expect_integers(device_, queue_, program_, 0, [](auto value) { return value < 0 ? -value : value; });
    const auto results = integer_results(device_, queue_, program_.integers_unsigned, unsigned_values);
    for (size_t i = 0; i < unsigned_values.size(); ++i) EXPECT_EQ(results[i * 3], unsigned_values[i]);
}

// The operands and the results of a kernel combinations_of_…: five numbers and five results for each work-item.
template <typename T>
struct combinations {
    std::vector<std::array<T, 5>> values;
    std::vector<std::array<T, 5>> results;
};

template <typename T, typename Kernel>
combinations<T> combine(const device& device, queue& queue, const Kernel& kernel) {
    combinations<T> all;
    for (int i = 0; i < 40; ++i) {
        const auto number = [&](int factor, int modulus) {
            return static_cast<T>(static_cast<float>(i * factor % modulus) * 0.25f - 2.0f);
        };
        all.values.push_back(
            {number(3, 17), number(5, 19), number(7, 23), number(11, 29), static_cast<T>(static_cast<float>(i) / 39.0f)});
    }
    std::vector<T> flat;
    for (const auto& row : all.values) flat.insert(flat.end(), row.begin(), row.end());
    const auto inputs = device.create_buffer<T>(std::span<const T>(flat));
    auto results = device.create_buffer<T>(flat.size(), static_cast<T>(99.0f));
    queue.run(kernel, range(static_cast<uint32_t>(all.values.size())), inputs, results);
    const std::vector<T> actual = results.read(queue);
    for (size_t i = 0; i < all.values.size(); ++i)
        all.results.push_back({actual[i * 5], actual[i * 5 + 1], actual[i * 5 + 2], actual[i * 5 + 3], actual[i * 5 + 4]});
    return all;
}

// Compares result number `index` of each work-item, for every type, with the value that `expected` computes in double. The
// tolerance is the rounding error of `rounding_steps` intermediate results with absolute values of at most 32.
template <typename Expected>
void expect_combinations(const device& device, queue& queue, const mathematics_program& program, size_t index, Expected expected,
                         double rounding_steps) {
    const auto compare = [&]<typename T>(const combinations<T>& all) {
        const double tolerance = rounding_steps * 32.0 * static_cast<double>(std::numeric_limits<T>::epsilon());
        for (size_t i = 0; i < all.values.size(); ++i) {
            const std::array<T, 5>& v = all.values[i];
            EXPECT_NEAR(static_cast<double>(all.results[i][index]),
                        expected(double(v[0]), double(v[1]), double(v[2]), double(v[3]), double(v[4])), tolerance)
                << "row " << i << " of " << sizeof(T) << " bytes";
        }
    };
    compare(combine<float>(device, queue, program.combinations_of_float));
    compare(combine<half>(device, queue, program.combinations_of_half));
    if (device.properties().has_double) compare(combine<double>(device, queue, program.combinations_of_double));
}

TEST_P(mathematics, clamp) {
    expect_integers(device_, queue_, program_, 1, [](auto value) { return value < -100 ? -100 : value > 100 ? 100 : value; });
    const auto results = integer_results(device_, queue_, program_.integers_unsigned, unsigned_values);
    for (size_t i = 0; i < unsigned_values.size(); ++i) EXPECT_EQ(results[i * 3 + 1], std::clamp(unsigned_values[i], 5u, 100u));
    expect_combinations(
        device_, queue_, program_, 0, [](double x, double, double, double, double) { return std::clamp(x, -1.0, 1.5); }, 0);
    static_assert(clamp(2.0f, 0.0f, 1.0f) == 1.0f && clamp(-5, -3, 3) == -3 && clamp(0.5, 0, 1) == 0.5);
    static_assert(clamp(half(2.0f), 0, 1) == half(1.0f));
    using limits = std::numeric_limits<half>;
    static_assert(limits::has_denorm == std::denorm_present && !limits::has_denorm_loss && limits::denorm_min() < limits::min());
}

TEST_P(mathematics, wrap) {
    expect_integers(device_, queue_, program_, 2, [](auto value) { return (value % 7 + 7) % 7; });
    const auto results = integer_results(device_, queue_, program_.integers_unsigned, unsigned_values);
    for (size_t i = 0; i < unsigned_values.size(); ++i) EXPECT_EQ(results[i * 3 + 2], unsigned_values[i] % 7u);
    expect_combinations(
        device_, queue_, program_, 1, [](double x, double, double, double, double) { return x - 1.5 * std::floor(x / 1.5); }, 0);
    static_assert(wrap(-1, 7) == 6 && wrap(-1.0f, 7.0f) == 6.0f && wrap(7.5, 7.0) == 0.5);
}

TEST_P(mathematics, interpolate) {
    expect_combinations(
        device_, queue_, program_, 2, [](double, double a, double b, double, double t) { return a * (1.0 - t) + b * t; }, 1);
    static_assert(interpolate(2.0, 4.0, 0.0) == 2.0 && interpolate(2.0, 4.0, 1.0) == 4.0 &&
                  interpolate(2.0f, 4.0f, 0.5f) == 3.0f);
}

// The polynomial in t that has the value a and the slope b - p at t = 0, and the value b and the slope q - a at t = 1.
TEST_P(mathematics, cubic_interpolate) {
    expect_combinations(
        device_, queue_, program_, 3,
        [](double p, double a, double b, double q, double t) {
            const double d = q - b - p + a;
            const double c = p - a - d;
            return a + (b - p) * t + c * t * t + d * t * t * t;
        },
        2);
    static_assert(cubic_interpolate(9.0, 2.0, 4.0, -3.0, 0.0) == 2.0 && cubic_interpolate(9.0, 2.0, 4.0, -3.0, 1.0) == 4.0);
}

// The polynomial in t that has the value a and the slope (b - p) / 2 at t = 0, and the value b and the slope (q - a) / 2 at
// t = 1.
TEST_P(mathematics, catmull_rom_interpolate) {
    expect_combinations(
        device_, queue_, program_, 4,
        [](double p, double a, double b, double q, double t) {
            return 0.5 *
                   (2.0 * a + (b - p) * t + (2.0 * p - 5.0 * a + 4.0 * b - q) * t * t + (3.0 * a - p - 3.0 * b + q) * t * t * t);
        },
        2);
    static_assert(catmull_rom_interpolate(9.0, 2.0, 4.0, -3.0, 0.0) == 2.0 &&
                  catmull_rom_interpolate(9.0, 2.0, 4.0, -3.0, 1.0) == 4.0);
}

TEST_P(mathematics, same_names_at_compile_time_and_run_time) {
    if (!device_.properties().has_double) GTEST_SKIP() << device_.name() << " has no double precision";
    const auto value = device_.create_buffer<double>(1, 0.5);
    auto results = device_.create_buffer<double>(9, -1.0);
    queue_.run(program_.both_times, range(1), value, results);
    const std::vector<double> actual = results.read(queue_);
    EXPECT_EQ(actual[0], constant_math::sin(0.5));
    // On the CPU debug device, actual[1] can be the result of <cmath>'s pow, which GCC also evaluates at compile time.
    EXPECT_NEAR(actual[1], constant_math::pow(0.5, 1.5), 0x1p-53);
    EXPECT_EQ(actual[2], static_cast<double>(constant_math::sqrt(0.5f)));
    EXPECT_EQ(actual[3], 3.0);
    for (size_t i = 0; i < 4; ++i) EXPECT_NEAR(actual[i + 4], actual[i], 0x1p-50) << i;
    EXPECT_EQ(actual[8], 0.0);
}

// Tests --fast-math at arguments far from special values, with a tolerance that suffices for graphics.
TEST_P(mathematics, fast_math_is_near) {
    const mathematics_fast_program fast(device_);
    std::vector<float> x, y;
    for (int i = 1; i < 100; ++i) {
        x.push_back(static_cast<float>(i) * 0.0099f);
        y.push_back(static_cast<float>(i * 7 % 99 + 1) * 0.011f);
    }
    const auto given_x = device_.create_buffer<float>(std::span<const float>(x));
    const auto given_y = device_.create_buffer<float>(std::span<const float>(y));
    auto results = device_.create_buffer<float>(x.size(), -1.0f);
    for (uint32_t index = 0; index < ingot::testing::function_count; ++index) {
        const auto operation = static_cast<function>(index);
        if (operation == function::acosh) continue;  // acosh is not defined for these arguments
        queue_.run(fast.call_fast, range(static_cast<uint32_t>(x.size())), given_x, given_y, results, index);
        const std::vector<float> actual = results.read(queue_);
        for (size_t i = 0; i < x.size(); ++i) {
            const float expected = ingot::testing::call_at_compile_time(operation, x[i], y[i], 0.5f);
            EXPECT_NEAR(actual[i], expected, 1e-5f + 1e-5f * std::abs(expected))
                << ingot::testing::function_names[index] << "(" << x[i] << ", " << y[i] << ")";
        }
    }
}

INGOT_TEST_ON_EVERY_DEVICE(mathematics);

}  // namespace
