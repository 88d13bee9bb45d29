// Tests of Table 9 of the thesis that docs/host-library.md names: operators of vectors.
#include "vectors_fixture.hpp"
#include "vectors_operators.kernels.hpp"

namespace ingot::testing {

namespace {

constexpr size_t items = 64;

// The kernel's results for one type of vectors, and the operands. `small` holds the numbers of bits to shift by.
template <typename V>
struct operator_results {
    using vector_type = V;
    using T = typename V::value_type;
    std::vector<V> a, b, small;
    result_table<T> table;

    // Compares each component with expected(x, y), where x and y are the left and the right operand of this component. For
    // scalar_and_vector the kernel computes `b.x operator a`, but a shift as `a.x << small` or `a.x >> small`.
    template <typename Expected>
    void expect(binary_operator operation, operand_form form, const std::vector<V>& right, double ulp, Expected expected) const {
        for (uint32_t item = 0; item < items; ++item)
            for (uint32_t i = 0; i < V::dimensions; ++i) {
                const bool scalar_left = form == scalar_and_vector;
                const bool scalar_right = form == vector_and_scalar || form == assigned_scalar;
                T x = a[item][i];
                T y = right[item][scalar_right ? 0 : i];
                if (scalar_left && operation != shift_left && operation != shift_right) {
                    y = x;
                    x = right[item].x;
                } else if (scalar_left) {
                    x = a[item].x;
                }
                EXPECT_TRUE(is_near(table.at(row_of(operation, form), item, i), static_cast<T>(expected(x, y)), ulp))
                    << "operator " << operation << ", form " << form << ", item " << item << ", component " << i;
            }
    }
    template <typename Expected>
    void expect_all_forms(binary_operator operation, double ulp, Expected expected) const {
        for (const operand_form form : {vector_and_vector, vector_and_scalar, scalar_and_vector})
            expect(operation, form, b, ulp, expected);
    }
    template <typename Expected>
    void expect_assignments(binary_operator operation, double ulp, Expected expected) const {
        for (const operand_form form : {assigned_vector, assigned_scalar}) expect(operation, form, b, ulp, expected);
    }
    template <typename Expected>
    void expect_unary(uint32_t row, Expected expected) const {
        for (uint32_t item = 0; item < items; ++item)
            for (uint32_t i = 0; i < V::dimensions; ++i)
                EXPECT_TRUE(same_bits(table.at(row, item, i), static_cast<T>(expected(a[item][i]))))
                    << row << ' ' << item << ' ' << i;
    }
};

using program_type = vectors_operators_program;

template <typename V, typename Kernel>
operator_results<V> results_of(vectors& test, Kernel program_type::* kernel_member, double minimum, double maximum) {
    const program_type program(test.tested_device());
    operator_results<V> results {random_vectors<V>(items, minimum, maximum, 1),
                                 random_vectors<V>(items, 1, maximum, 2),
                                 random_vectors<V>(items, 1, 7.9, 3),
                                 {}};
    for (V& each : results.a)
        for (size_t i = 0; i < V::dimensions; ++i)
            if (each[i] == 0) each[i] = typename V::value_type(1);  // avoids division by 0
    for (size_t i = 0; i < items; i += 4) results.b[i] = results.a[i];
    results.table = test.run<typename V::value_type>(program.*kernel_member, operator_rows, results.a, results.b, results.small);
    return results;
}

template <typename Check>
void for_each_type(vectors& test, Check check) {
    check(results_of<float3>(test, &program_type::operators_of_float3, -50, 50));
    if (test.has_double()) check(results_of<double2>(test, &program_type::operators_of_double2, -50, 50));
    check(results_of<half4>(test, &program_type::operators_of_half4, -50, 50));
    check(results_of<int4>(test, &program_type::operators_of_int4, -20'000, 20'000));
    check(results_of<uchar3>(test, &program_type::operators_of_uchar3, 0, 255));
    check(results_of<ulong1>(test, &program_type::operators_of_ulong1, 0, 1e18));
}

// Returns the bits of a value as an integer.
template <typename T>
auto bits(T value) {
    if constexpr (std::integral<T>)
        return value;
    else
        return std::bit_cast<detail::bits_of<T>>(value);
}
template <typename T>
T from_bits(auto value) {
    if constexpr (std::integral<T>)
        return static_cast<T>(value);
    else
        return std::bit_cast<T>(static_cast<detail::bits_of<T>>(value));
}

constexpr auto remainder_of = [](auto x, auto y) {
    if constexpr (std::integral<decltype(x)>)
        return x % y;
    else
        return std::fmod(static_cast<double>(x), static_cast<double>(y));
};

TEST_P(vectors, arithmetic_operators) {
    for_each_type(*this, [](const auto& results) {
        using T = typename std::remove_cvref_t<decltype(results)>::T;
        const double ulp_of_division = std::same_as<T, float> ? 2.5 : 0;  // OpenCL C 1.2, section 7.4
        results.expect_all_forms(add, 0, [](auto x, auto y) { return x + y; });
        results.expect_all_forms(subtract, 0, [](auto x, auto y) { return x - y; });
        results.expect_all_forms(multiply, 0, [](auto x, auto y) { return x * y; });
        results.expect_all_forms(divide, ulp_of_division, [](auto x, auto y) { return x / y; });
        results.expect_all_forms(remainder_operator, 0, remainder_of);
    });
}

TEST_P(vectors, integer_operators) {
    for_each_type(*this, [](const auto& results) {
        using T = typename std::remove_cvref_t<decltype(results)>::T;
        const auto shifted_left = [](auto x, auto y) { return from_bits<T>(bits(x) << static_cast<int>(y)); };
        const auto shifted_right = [](auto x, auto y) { return from_bits<T>(bits(x) >> static_cast<int>(y)); };
        for (const operand_form form : {vector_and_vector, vector_and_scalar, scalar_and_vector}) {
            results.expect(shift_left, form, results.small, 0, shifted_left);
            results.expect(shift_right, form, results.small, 0, shifted_right);
        }
        results.expect_all_forms(bit_or, 0, [](auto x, auto y) { return from_bits<T>(bits(x) | bits(y)); });
        results.expect_all_forms(bit_and, 0, [](auto x, auto y) { return from_bits<T>(bits(x) & bits(y)); });
        results.expect_all_forms(bit_xor, 0, [](auto x, auto y) { return from_bits<T>(bits(x) ^ bits(y)); });
    });
}

TEST_P(vectors, relational_operators) {
    for_each_type(*this, [](const auto& results) {
        using T = typename std::remove_cvref_t<decltype(results)>::T;
        // The operands of || and && are differences, as in the kernel, because some components must be false.
        auto of_truths = results;
        for (size_t item = 0; item < items; ++item)
            for (size_t i = 0; i < results.a[item].dimensions; ++i) {
                of_truths.a[item][i] = static_cast<T>(results.a[item][i] - results.a[item].x);
                of_truths.b[item][i] = static_cast<T>(results.b[item][i] - results.b[item][results.b[item].dimensions - 1]);
            }
        of_truths.expect_all_forms(logical_or, 0, [](auto x, auto y) { return x != 0 || y != 0; });
        of_truths.expect_all_forms(logical_and, 0, [](auto x, auto y) { return x != 0 && y != 0; });
        results.expect_all_forms(equal, 0, [](auto x, auto y) { return x == y; });
        results.expect_all_forms(unequal, 0, [](auto x, auto y) { return x != y; });
        results.expect_all_forms(less, 0, [](auto x, auto y) { return x < y; });
        results.expect_all_forms(greater, 0, [](auto x, auto y) { return x > y; });
        results.expect_all_forms(less_or_equal, 0, [](auto x, auto y) { return x <= y; });
        results.expect_all_forms(greater_or_equal, 0, [](auto x, auto y) { return x >= y; });
    });
}

TEST_P(vectors, unary_operators) {
    for_each_type(*this, [](const auto& results) {
        using T = typename std::remove_cvref_t<decltype(results)>::T;
        const auto same = [](auto x) { return x; };
        const auto more = [](auto x) { return x + T(1); };
        const auto less_by_one = [](auto x) { return x - T(1); };
        results.expect_unary(value_of_increment, more);
        results.expect_unary(increment, more);
        results.expect_unary(value_of_decrement, less_by_one);
        results.expect_unary(decrement, less_by_one);
        results.expect_unary(value_of_increment_after, same);
        results.expect_unary(increment_after, more);
        results.expect_unary(value_of_decrement_after, same);
        results.expect_unary(decrement_after, less_by_one);
        results.expect_unary(plus_sign, same);
        results.expect_unary(minus_sign, [](auto x) { return -x; });
        results.expect_unary(logical_not, [](auto x) { return x == 0; });
        results.expect_unary(complement, [](auto x) { return from_bits<T>(~bits(x)); });
    });
}

TEST_P(vectors, assignment_operators) {
    for_each_type(*this, [](const auto& results) {
        using T = typename std::remove_cvref_t<decltype(results)>::T;
        const double ulp_of_division = std::same_as<T, float> ? 2.5 : 0;
        results.expect_assignments(add, 0, [](auto x, auto y) { return x + y; });
        results.expect_assignments(subtract, 0, [](auto x, auto y) { return x - y; });
        results.expect_assignments(multiply, 0, [](auto x, auto y) { return x * y; });
        results.expect_assignments(divide, ulp_of_division, [](auto x, auto y) { return x / y; });
        results.expect_assignments(remainder_operator, 0, remainder_of);
        results.expect_assignments(bit_or, 0, [](auto x, auto y) { return from_bits<T>(bits(x) | bits(y)); });
        results.expect_assignments(bit_and, 0, [](auto x, auto y) { return from_bits<T>(bits(x) & bits(y)); });
        results.expect_assignments(bit_xor, 0, [](auto x, auto y) { return from_bits<T>(bits(x) ^ bits(y)); });
        for (const operand_form form : {assigned_vector, assigned_scalar}) {
            results.expect(shift_left, form, results.small, 0,
                           [](auto x, auto y) { return from_bits<T>(bits(x) << static_cast<int>(y)); });
            results.expect(shift_right, form, results.small, 0,
                           [](auto x, auto y) { return from_bits<T>(bits(x) >> static_cast<int>(y)); });
        }
    });
}

INGOT_TEST_ON_EVERY_DEVICE(vectors);

}  // namespace

}  // namespace ingot::testing
