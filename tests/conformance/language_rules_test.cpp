// Tests of the C++ features that a kernel may use (sections 3.1.2 and 3.1.3 of the thesis that docs/host-library.md names).
#include "language_rules.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <functional>
#include <ingot/ingot.hpp>
#include <span>
#include <vector>

#include "every_device.hpp"
#include "language_rules.kernels.hpp"

namespace {

using namespace ingot;

constexpr uint32_t items = 32;

class language_rules : public ingot::testing::every_device {
protected:
    // Runs a kernel with `items` work-items on `values` and returns the changed values.
    template <typename T, typename Kernel, typename... Arguments>
    std::vector<T> after(Kernel language_rules_program::* kernel_member, const std::vector<T>& values, const Arguments&... more) {
        auto on_device = device_.create_buffer<T>(std::span<const T>(values));
        queue_.run(program_.*kernel_member, range(items).groups_of(8), on_device, more...);
        return on_device.read(queue_);
    }

    // Runs the kernel on the values 0, 1, 2, … Value i must become expected(i).
    template <typename T, typename Kernel, typename... Arguments>
    void expect(Kernel language_rules_program::* kernel_member, const std::function<T(T)>& expected, const Arguments&... more) {
        std::vector<T> values(items);
        for (uint32_t i = 0; i < items; ++i) values[i] = static_cast<T>(i);
        const std::vector<T> results = after(kernel_member, values, more...);
        for (uint32_t i = 0; i < items; ++i) EXPECT_EQ(results[i], expected(static_cast<T>(i))) << i;
    }

    language_rules_program program_ {device_};
};

TEST_P(language_rules, inheritance) {
    std::vector<float> values(items * 4);
    for (size_t i = 0; i < values.size(); ++i) values[i] = static_cast<float>(i / 4 + 1);
    const std::vector<float> results = after(&language_rules_program::use_inheritance, values);
    for (size_t i = 0; i < items; ++i) {
        const float x = static_cast<float>(i + 1);
        EXPECT_EQ(results[i * 4], 2 * x);
        EXPECT_EQ(results[i * 4 + 1], x + x + 1);
        EXPECT_FLOAT_EQ(results[i * 4 + 2], 8 * (x + 1) / (2 * x));
        EXPECT_EQ(results[i * 4 + 3], 2 * x * x);
    }
}

TEST_P(language_rules, bit_fields) {
    std::vector<packed_pixel> values(items);
    for (uint32_t i = 0; i < items; ++i) {
        packed_pixel& pixel = values[i];
        pixel = {.red = i & 31, .green = (i * 2) & 63, .blue = (31 - i) & 31, .offset = -16, .visible = i & 1};
        for (uint32_t step = 0; step < i; ++step) ++pixel.offset;
    }
    const std::vector<packed_pixel> results = after(&language_rules_program::use_bit_fields, values);
    for (uint32_t i = 0; i < items; ++i) {
        EXPECT_EQ(results[i].red, (i + 3) % 32);
        EXPECT_EQ(results[i].green, (i * 2) ^ 63u);
        EXPECT_EQ(results[i].blue, (31 - i) / 2);
        EXPECT_EQ(results[i].offset, 16 - static_cast<int32_t>(i));
        EXPECT_EQ(results[i].visible, (i + 1) % 2);
    }
}

TEST_P(language_rules, goto_statements) {
    expect<uint32_t>(&language_rules_program::use_goto, [](uint32_t value) {
        uint32_t steps = 0;
        for (; value > 1; ++steps) value = value % 2 == 0 ? value / 2 : 3 * value + 1;
        return steps;
    });
}

// The 3 is the number of arguments that the kernel counts: none in its first call of COUNT_OF, and 3 in its second call.
TEST_P(language_rules, variadic_macros) {
    expect<int32_t>(&language_rules_program::use_variadic_macros, [](int32_t x) { return std::max(x, 7) * 10 + 3; });
}

TEST_P(language_rules, constants_of_namespaces_and_classes) {
    expect<uint32_t>(&language_rules_program::use_constants, [](uint32_t i) {
        const uint32_t primes[] {2, 3, 5, 7, 11, 13, 17, 19};
        const uint32_t low_bytes[] {0, 0, 255, 255};
        return primes[i % 8] + 100 + low_bytes[i % 4] + 2 * (i % 8) * (i % 8) + (i % 3 == 1 ? 1000 : 0);
    });
}

// The summands are the results of the lambdas in the kernel's order: x * 3 * 3, (x + 1) + 1 + 1, the number of calls that are
// counted, 255 + 1 as uint8_t, and make_adder(5)(generic(2)).
TEST_P(language_rules, lambdas) {
    expect<uint32_t>(
        &language_rules_program::use_lambdas, [](uint32_t x) { return x * 9 + (x + 3) * 100 + 2 + 0 + (3 + 5); }, 3u);
}

TEST_P(language_rules, templates) {
    expect<uint32_t>(&language_rules_program::use_templates,
                     [](uint32_t x) { return 3 * x + 3 + 2 + (10 + 10 + 1) + 1000 + 2000 + (1 + 97 + 1); });
}

TEST_P(language_rules, template_recursion) {
    expect<uint32_t>(&language_rules_program::use_template_recursion, [](uint32_t x) {
        uint32_t value = 1;
        for (uint32_t i = 1; i <= 24; ++i) value = value * x + i;
        return value + 3'628'800;  // 10!
    });
}

uint32_t sum_of_tree(const std::vector<uint32_t>& tree, uint32_t node, int levels) {
    if (levels == 0 || tree[node] == 0) return 0;
    return tree[node] + 2 * sum_of_tree(tree, 2 * node + 1, levels - 1) + 3 * sum_of_tree(tree, 2 * node + 2, levels - 1);
}
void halve(std::span<uint32_t> row, uint32_t depth) {
    const std::array<uint32_t, 2> ends {row.front(), row.back()};
    if (depth > 0 && row.size() > 1) {
        halve(row.first(row.size() / 2), depth - 1);
        halve(row.subspan(row.size() / 2), depth - 1);
    }
    row.front() += ends[1] + depth;
    row.back() += ends[row.front() % 2];
}
TEST_P(language_rules, bounded_recursion) {
    std::vector<uint32_t> tree(7 * 64);
    for (uint32_t i = 0; i < tree.size(); ++i) tree[i] = i % 5;
    const auto on_device = device_.create_buffer<uint32_t>(std::span<const uint32_t>(tree));
    expect<uint32_t>(
        &language_rules_program::use_bounded_recursion,
        [&](uint32_t x) {
            std::array<uint32_t, 8> row {1, 2, 3, 4, 5, 6, 7, x};
            halve(row, 3);
            uint32_t hash = 0;
            for (const uint32_t each : row) hash = hash * 31 + each;
            // 610 is fibonacci(15).
            return 610 + sum_of_tree(tree, x % 7, 5) * 1000 + hash;
        },
        on_device);
}

uint32_t sum_of_paths(const std::vector<uint32_t>& weights, uint32_t node, int levels) {
    uint32_t sum = weights[node % 61];
    if (levels == 0) return sum;
    for (uint32_t child = 1; child <= 3; ++child) sum = sum * 7 + sum_of_paths(weights, node * 3 + child, levels - 1);
    return sum;
}
uint32_t alternating_steps(uint32_t value, int depth, bool is_even) {
    if (depth == 0) return value;
    return is_even ? alternating_steps(value / 2 + 1, depth - 1, false) + 3
                   : alternating_steps(value * 3 + 1, depth - 1, true) ^ 5;
}
TEST_P(language_rules, recursion_with_loops) {
    std::vector<uint32_t> weights(61);
    for (uint32_t i = 0; i < weights.size(); ++i) weights[i] = i * i % 13;
    const auto on_device = device_.create_buffer<uint32_t>(std::span<const uint32_t>(weights));
    expect<uint32_t>(
        &language_rules_program::use_recursion_with_loops,
        [&](uint32_t x) {
            std::array<uint32_t, 16> row {};
            for (uint32_t i = 0; i < 16; ++i) row[i] = (x + i) * 2654435761u % 1000;
            std::ranges::sort(row);
            uint32_t hash = 0;
            for (const uint32_t each : row) hash = hash * 31 + each;
            uint32_t power = x;
            for (uint32_t n = 9; n > 0; --n) power = power * 3 + n;
            return hash + sum_of_paths(weights, x, 4) + alternating_steps(x, 9, true) + power;
        },
        on_device);
}

uint32_t fold(std::array<uint32_t, 9> digits, uint32_t position, uint32_t levels) {
    if (levels == 0) return digits[position % 9];
    digits[position % 9] += levels;
    const uint32_t right = fold(digits, position + 2, levels - 1);
    digits[position % 9] *= 3;
    return right * 5 + fold(digits, position + 3, levels - 1) + digits[(position + 1) % 9];
}
uint32_t median_of_medians(std::array<uint32_t, 9> numbers, uint32_t levels) {
    std::ranges::sort(numbers);
    if (levels == 0) return numbers[4];
    numbers[levels % 9] = median_of_medians(numbers, levels - 1) + numbers[2];
    return numbers[4] * 3 + numbers[levels % 9];
}
uint32_t sum_of_sorted(uint32_t seed, uint32_t levels) {
    if (levels == 0) return seed;
    std::array<uint32_t, 6> numbers {};
    for (uint32_t i = 0; i < 6; ++i) numbers[i] = (seed + i) * 2654435761u % 1000;
    for (uint32_t i = seed % 4; i-- > 0;) {
        std::sort(numbers.begin() + 1, numbers.begin() + 2 + i);
        if (numbers[2] % 2 == 0) std::sort(numbers.begin() + i, numbers.end());
    }
    const uint32_t inner = sum_of_sorted(numbers[1], levels - 1);
    const uint32_t before = numbers[3];
    std::ranges::sort(numbers);
    return inner * 31 + before + 7 * numbers[4];
}
TEST_P(language_rules, recursion_with_structs) {
    expect<uint32_t>(&language_rules_program::use_recursion_with_structs, [](uint32_t x) {
        const std::array<uint32_t, 9> digits {1, 2, 3, 4, 5, 6, 7, 8, x};
        return fold(digits, x, 5) + median_of_medians(digits, 4) + sum_of_sorted(x, x % 9);
    });
}

TEST_P(language_rules, static_function_pointers) {
    expect<float>(&language_rules_program::use_function_pointers,
                  [](float x) { return x * x + 2 * x + 4 * x * x + x + 0.5f + 2 * x - x * x + x * x; });
}

INGOT_TEST_ON_EVERY_DEVICE(language_rules);

}  // namespace
