// The fixture `vectors`, and functions for its tests: operands, launches, and comparisons of a kernel's table with expected
// values. The expected values are computed number by number, without the functions of vectors that are tested.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <ingot/ingot.hpp>
#include <limits>
#include <random>
#include <type_traits>
#include <vector>

#include "every_device.hpp"
#include "vector_table.hpp"

namespace ingot::testing {

/// The table (vector_table.hpp) that a kernel with `items` work-items wrote.
template <typename T>
struct result_table {
    std::vector<T> values;
    uint32_t items = 0;

    T at(uint32_t row, uint32_t item, uint32_t component = 0) const {
        return values[index_in_table(row, item, items, component)];
    }
};

/// Returns vectors with random components, which are the same in every run.
template <typename V>
std::vector<V> random_vectors(size_t count, double minimum, double maximum, unsigned seed) {
    using T = typename V::value_type;
    std::mt19937_64 engine(seed);
    std::vector<V> all(count);
    for (V& vector : all)
        for (size_t i = 0; i < V::dimensions; ++i) {
            const double unit = static_cast<double>(engine() >> 11) * 0x1p-53;
            vector[i] = static_cast<T>(minimum + (maximum - minimum) * unit);
        }
    return all;
}

/// Returns the distance of two numbers in units in the last place of `expected` (if it is 0, of the numbers from 0.5 to 1);
/// infinity if they differ and one of them is infinite or NaN. For integers and bool, returns 0 if they are equal and 1
/// otherwise.
template <typename T>
double distance_in_ulp(T actual, T expected) {
    if constexpr (std::integral<T>)
        return actual == expected ? 0 : 1;
    else {
        const auto a = static_cast<double>(actual);
        const auto b = static_cast<double>(expected);
        if (a == b || (std::isnan(a) && std::isnan(b))) return 0;
        if (!std::isfinite(a) || !std::isfinite(b)) return std::numeric_limits<double>::infinity();
        int exponent = 0;
        std::frexp(b, &exponent);
        const int min_exponent = std::numeric_limits<T>::min_exponent;
        return std::abs(a - b) / std::ldexp(1.0, std::max(exponent, min_exponent) - std::numeric_limits<T>::digits);
    }
}

template <typename T>
bool same_bits(T a, T b) {
    return std::memcmp(&a, &b, sizeof(T)) == 0;
}

/// Compares one component; `ulp` is the largest allowed distance.
template <typename T>
::testing::AssertionResult is_near(T actual, T expected, double ulp) {
    if (distance_in_ulp(actual, expected) <= ulp) return ::testing::AssertionSuccess();
    return ::testing::AssertionFailure() << +actual << " instead of " << +expected << ", " << distance_in_ulp(actual, expected)
                                         << " ULP of distance; at most " << ulp << " are allowed";
}

class vectors : public every_device {
public:
    const device& tested_device() const { return device_; }
    /// Without it, the tests leave out vectors of double.
    bool has_double() const { return device_.properties().has_double; }

    /// Runs a kernel and returns the table that it writes, with `rows` rows. The parameters of the kernel are a buffer for each
    /// of the operands, with one element for each work-item, and the table.
    template <typename T, typename Kernel, typename... V>
    result_table<T> run(const Kernel& kernel, uint32_t rows, const std::vector<V>&... operands) {
        return run_on<T>(rows, std::min({operands.size()...}), [&](const range& items, auto& table) {
            queue_.run(kernel, items, device_.create_buffer<V>(operands)..., table);
        });
    }
    /// The same for a kernel that has an additional parameter after the table, whose argument is `value`.
    template <typename T, typename Kernel, typename Value, typename... V>
    result_table<T> run_with(const Kernel& kernel, uint32_t rows, const Value& value, const std::vector<V>&... operands) {
        return run_on<T>(rows, std::min({operands.size()...}), [&](const range& items, auto& table) {
            queue_.run(kernel, items, device_.create_buffer<V>(operands)..., table, value);
        });
    }

private:
    template <typename T, typename Launch>
    result_table<T> run_on(uint32_t rows, size_t items, Launch launch) {
        auto table = device_.create_buffer<T>(rows * items * 4, T {});
        launch(range(static_cast<uint32_t>(items)), table);
        return {table.read(queue_), static_cast<uint32_t>(items)};
    }
};

}  // namespace ingot::testing
