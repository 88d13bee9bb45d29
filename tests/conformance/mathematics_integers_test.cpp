// Compares the functions of <cmath> that return or take an integer with the host's functions.
#include <gtest/gtest.h>

#include <cmath>
#include <ingot/ingot.hpp>
#include <limits>
#include <random>
#include <vector>

#include "every_device.hpp"
#include "mathematics_integers.kernels.hpp"

namespace {

using namespace ingot;

// Returns numbers halfway between two integers and the floating-point numbers next to these, powers of two from 2^31 to 2^62,
// very small numbers, and random numbers, all with both signs. The results of rounding fit in 64 bits.
template <typename T>
std::vector<T> numbers_to_round() {
    std::vector<T> all {T(0), std::numeric_limits<T>::denorm_min(), std::numeric_limits<T>::min()};
    const T last_half = std::ldexp(T(1), std::numeric_limits<T>::digits - 1) - T(0.5);
    for (const T half : {T(0.5), T(1.5), T(2.5), T(3.5), T(1000.5), T(1001.5), last_half, last_half - T(1)})
        for (const T value : {half, std::nextafter(half, T(0)), std::nextafter(half, T(1e30))}) all.push_back(value);
    for (const T value : {T(0x1p31), T(0x1p32), T(0x1p40), T(0x1p62)}) all.push_back(value);
    std::mt19937_64 random(5);
    while (all.size() < 500) all.push_back(static_cast<T>(random() >> 2) / std::ldexp(T(1), static_cast<int>(random() % 64)));
    const size_t count = all.size();
    for (size_t i = 0; i < count; ++i) all.push_back(-all[i]);
    return all;
}

template <typename T>
bool is_same(T a, T b) {
    if (std::isnan(a) || std::isnan(b)) return std::isnan(a) && std::isnan(b);
    return a == b && std::signbit(a) == std::signbit(b);
}

class mathematics_integers : public ingot::testing::every_device {
protected:
    template <typename T, typename Kernel>
    void expect_rounded(const Kernel& kernel) {
        const std::vector<T> values = numbers_to_round<T>();
        const auto inputs = device_.create_buffer<T>(std::span<const T>(values));
        auto results = device_.create_buffer<int64_t>(values.size() * 4, int64_t(-99));
        queue_.run(kernel, range(static_cast<uint32_t>(values.size())), inputs, results);
        const std::vector<int64_t> actual = results.read(queue_);
        for (size_t i = 0; i < values.size(); ++i) {
            EXPECT_EQ(actual[i * 4], std::lrint(values[i])) << values[i];
            EXPECT_EQ(actual[i * 4 + 1], std::llrint(values[i])) << values[i];
            EXPECT_EQ(actual[i * 4 + 2], std::lround(values[i])) << values[i];
            EXPECT_EQ(actual[i * 4 + 3], std::llround(values[i])) << values[i];
        }
    }

    template <typename T, typename Kernel>
    void expect_scaled(const Kernel& kernel) {
        using limits = std::numeric_limits<T>;
        std::vector<T> values {T(0), T(1), T(1) / T(3), limits::min(), limits::denorm_min(), limits::max(), limits::infinity()};
        for (size_t i = 0, count = values.size(); i < count; ++i) values.push_back(-values[i]);
        values.push_back(limits::quiet_NaN());
        std::vector<int32_t> exponents {std::numeric_limits<int32_t>::min(), std::numeric_limits<int32_t>::max(), -5000, 5000};
        for (int32_t i = -2200; i <= 2200; i += i > -160 && i < 160 ? 1 : 17) exponents.push_back(i);
        const size_t count = exponents.size();
        const auto inputs = device_.create_buffer<T>(std::span<const T>(values));
        const auto given_exponents = device_.create_buffer<int32_t>(std::span<const int32_t>(exponents));
        auto results = device_.create_buffer<T>(values.size() * count * 2, T(-99));
        queue_.run(kernel, range(static_cast<uint32_t>(values.size() * count)), inputs, given_exponents, results,
                   static_cast<uint32_t>(count));
        const std::vector<T> actual = results.read(queue_);
        for (size_t i = 0; i < values.size() * count; ++i) {
            const T value = values[i / count];
            const int32_t exponent = exponents[i % count];
            if (ingot::testing::may_take_for_zero(device_, {value, std::ldexp(value, exponent), std::ldexp(T(1), exponent)}))
                continue;
            EXPECT_TRUE(is_same(actual[i], std::ldexp(value, exponent)))
                << value << " * 2^" << exponent << ": " << actual[i] << " instead of " << std::ldexp(value, exponent);
            // The second half of the results are the results of exp2.
            const T power = std::ldexp(T(1), exponent);
            const T last_place = std::isnormal(power) ? power * limits::epsilon() : limits::denorm_min();
            const T actual_power = actual[values.size() * count + i];
            EXPECT_TRUE(actual_power == power || std::abs(actual_power - power) <= 3 * last_place)
                << "2^" << exponent << ": " << actual_power << " instead of " << power;
        }
    }

    template <typename T, typename Kernel>
    void expect_split(const Kernel& kernel) {
        using limits = std::numeric_limits<T>;
        std::vector<T> values {0,
                               T(0.25),
                               T(0.5),
                               T(0.75),
                               1,
                               T(1.5),
                               2,
                               T(2.5),
                               3,
                               T(1e6),
                               T(1e6) + T(0.5),
                               limits::min(),
                               limits::denorm_min(),
                               limits::min() - limits::denorm_min(),
                               7 * limits::denorm_min(),
                               limits::max(),
                               limits::infinity()};
        std::mt19937_64 random(17);
        while (values.size() < 1000)
            values.push_back(std::ldexp(static_cast<T>(random() >> 11), static_cast<int>(random() % (2 * limits::max_exponent)) -
                                                                            limits::max_exponent - limits::digits));
        for (size_t i = 0, count = values.size(); i < count; ++i) values.push_back(-values[i]);
        const auto inputs = device_.create_buffer<T>(std::span<const T>(values));
        auto results = device_.create_buffer<T>(values.size() * 4, T(-99));
        queue_.run(kernel, range(static_cast<uint32_t>(values.size())), inputs, results);
        const std::vector<T> actual = results.read(queue_);
        for (size_t i = 0; i < values.size(); ++i) {
            if (ingot::testing::may_take_for_zero(device_, {values[i]})) continue;
            int exponent = 0;
            T whole = 0;
            const T fraction = std::frexp(values[i], &exponent);
            const T part = std::modf(values[i], &whole);
            EXPECT_TRUE(is_same(actual[4 * i], fraction)) << "frexp of " << values[i] << ": " << actual[4 * i];
            if (std::isfinite(values[i])) {
                EXPECT_EQ(actual[4 * i + 1], static_cast<T>(exponent)) << values[i];
            }
            EXPECT_TRUE(is_same(actual[4 * i + 2], part)) << "modf of " << values[i] << ": " << actual[4 * i + 2];
            EXPECT_TRUE(is_same(actual[4 * i + 3], whole)) << "modf of " << values[i] << ": " << actual[4 * i + 3];
        }
    }

    mathematics_integers_program program_ {device_};
};

TEST_P(mathematics_integers, lrint_and_lround) {
    expect_rounded<float>(program_.rounded_floats);
    if (device_.properties().has_double) expect_rounded<double>(program_.rounded_doubles);
}

TEST_P(mathematics_integers, ldexp) {
    expect_scaled<float>(program_.scaled_floats);
    if (device_.properties().has_double) expect_scaled<double>(program_.scaled_doubles);
}

TEST_P(mathematics_integers, frexp_and_modf) {
    expect_split<float>(program_.split_floats);
    if (device_.properties().has_double) expect_split<double>(program_.split_doubles);
}

INGOT_TEST_ON_EVERY_DEVICE(mathematics_integers);

}  // namespace
