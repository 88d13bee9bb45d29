// Tests of Table 9 of the thesis that docs/host-library.md names: comparisons, classification, elements and bits of vectors.
// The expected values come from plain loops over the components.
#include <algorithm>
#include <array>
#include <bit>

#include "vectors_fixture.hpp"
#include "vectors_questions.kernels.hpp"

namespace ingot::testing {

namespace {

constexpr uint32_t items = 64;
using program_type = vectors_questions_program;

template <typename V>
struct question_results {
    using T = typename V::value_type;
    static constexpr size_t N = V::dimensions;
    std::vector<V> a, b;
    T epsilon {};
    result_table<T> table;

    // Compares each component with expected(x, y), where x and y are this component of a and of b. With `scalar`, y is the
    // first component of b.
    template <typename Expected>
    void expect(uint32_t row, Expected expected, bool scalar = false) const {
        for (uint32_t item = 0; item < items; ++item)
            for (uint32_t i = 0; i < N; ++i)
                EXPECT_EQ(table.at(row, item, i), static_cast<T>(expected(a[item][i], b[item][scalar ? 0 : i])))
                    << "row " << row << ", item " << item << ", component " << i;
    }
    // Checks a row of results for the whole vector: the first `count` components are results of the free function and of the
    // members, and must all equal expected(x, y), where x and y contain the components of a and of b.
    // `difference` is the allowed difference, relative to the expected result.
    template <typename Expected>
    void expect_whole(uint32_t row, uint32_t count, Expected expected, double difference = 0) const {
        for (uint32_t item = 0; item < items; ++item) {
            std::vector<T> x(N), y(N);
            for (size_t i = 0; i < N; ++i) x[i] = a[item][i], y[i] = b[item][i];
            const T whole = static_cast<T>(expected(x, y));
            for (uint32_t i = 0; i < count; ++i) {
                const std::string place =
                    "row " + std::to_string(row) + ", item " + std::to_string(item) + ' ' + std::to_string(i);
                if (difference == 0)
                    EXPECT_EQ(table.at(row, item, i), whole) << place;
                else
                    EXPECT_NEAR(static_cast<double>(table.at(row, item, i)), static_cast<double>(whole),
                                difference * std::abs(static_cast<double>(whole)))
                        << place;
            }
        }
    }
    // Checks the rows of one comparison, by component and of the whole vector, exact and with the epsilon.
    template <typename Compare>
    void expect_comparison(uint32_t exact, uint32_t nearly, Compare compare) const {
        const auto check = [&](uint32_t row, auto comparison) {
            expect(row, comparison);
            expect_whole(row + 1, 3, [&](const std::vector<T>& x, const std::vector<T>& y) {
                return std::equal(x.begin(), x.end(), y.begin(), comparison);
            });
        };
        using wide = std::conditional_t<std::integral<T>, int64_t, double>;
        check(exact, [&](T x, T y) { return compare(static_cast<wide>(x), static_cast<wide>(y), wide(0)); });
        check(nearly, [&](T x, T y) { return compare(static_cast<wide>(x), static_cast<wide>(y), static_cast<wide>(epsilon)); });
    }
};

template <typename V, typename Kernel>
question_results<V> results_of(vectors& test, Kernel program_type::* kernel_member, double minimum, double maximum,
                               double epsilon) {
    using T = typename V::value_type;
    const program_type program(test.tested_device());
    question_results<V> results {random_vectors<V>(items, minimum, maximum, 21),
                                 random_vectors<V>(items, minimum, maximum, 22),
                                 static_cast<T>(epsilon),
                                 {}};
    // Floating-point components are multiples of one quarter, so that differences are exact. In a quarter of the items b equals
    // a; in another quarter b equals a or is larger by exactly the epsilon.
    if constexpr (std::floating_point<T>)
        for (auto* const all : {&results.a, &results.b})
            for (V& each : *all)
                for (size_t i = 0; i < V::dimensions; ++i) each[i] = std::floor(each[i] * 4) / 4;
    for (size_t item = 0; item < items; item += 4)
        for (size_t i = 0; i < V::dimensions; ++i) results.b[item][i] = results.a[item][i];
    for (size_t item = 1; item < items; item += 4)
        for (size_t i = 0; i < V::dimensions; ++i)
            results.b[item][i] = static_cast<T>(results.a[item][i] + (item % 8 == 1 ? results.epsilon : T {}));
    results.table = test.run_with<T>(program.*kernel_member, predicate_rows, results.epsilon, results.a, results.b);
    return results;
}

template <typename Check>
void for_each_type(vectors& test, Check check) {
    check(results_of<float3>(test, &program_type::questions_of_float3, -4, 4, 0.5));
    if (test.has_double()) check(results_of<double2>(test, &program_type::questions_of_double2, -4, 4, 0.5));
    check(results_of<int4>(test, &program_type::questions_of_int4, -9, 9, 2));
    check(results_of<uchar3>(test, &program_type::questions_of_uchar3, 0, 60, 2));
}

TEST_P(vectors, any_all_none) {
    for_each_type(*this, [](const auto& results) {
        for (const uint32_t row : {any_all_none, any_all_none_member})
            for (uint32_t item = 0; item < items; ++item) {
                size_t number = 0;
                for (size_t i = 0; i < results.N; ++i) number += results.a[item][i] < results.b[item][i] ? 1 : 0;
                EXPECT_EQ(results.table.at(row, item, 0), number > 0);
                EXPECT_EQ(results.table.at(row, item, 1), number == results.N);
                EXPECT_EQ(results.table.at(row, item, 2), number == 0);
            }
    });
}

#define INGOT_TEST_COMPARISON(test, exact, nearly, ...)                                                         \
    TEST_P(vectors, test) {                                                                                     \
        for_each_type(*this, [](const auto& results) {                                                          \
            results.expect_comparison(exact, nearly, [](auto x, auto y, auto epsilon) { return __VA_ARGS__; }); \
        });                                                                                                     \
    }
INGOT_TEST_COMPARISON(is_equal, equals, equals_nearly, std::abs(x - y) <= epsilon)
INGOT_TEST_COMPARISON(is_unequal, differs, differs_clearly, std::abs(x - y) > epsilon)
INGOT_TEST_COMPARISON(is_less, is_less_row, is_less_nearly, x < y + epsilon)
INGOT_TEST_COMPARISON(is_less_or_equal, is_at_most, is_at_most_nearly, x <= y + epsilon)
INGOT_TEST_COMPARISON(is_greater, is_greater_row, is_greater_nearly, x > y - epsilon)
INGOT_TEST_COMPARISON(is_greater_or_equal, is_at_least, is_at_least_nearly, x >= y - epsilon)

TEST_P(vectors, is_null) {
    for_each_type(*this, [](const auto& results) {
        for (uint32_t item = 0; item < items; ++item) {
            bool all_equal = true;
            for (size_t i = 0; i < results.N; ++i) all_equal = all_equal && results.a[item][i] == results.a[item].x;
            EXPECT_EQ(results.table.at(null, item, 0), all_equal);
            EXPECT_EQ(results.table.at(null, item, 1), true);
        }
    });
}

TEST_P(vectors, min_max) {
    for_each_type(*this, [](const auto& results) {
        const auto less_one = [](auto x, auto y) { return std::min(x, y); };
        const auto greater_one = [](auto x, auto y) { return std::max(x, y); };
        for (const uint32_t row : {least, least_member, least_in_place, both_least}) results.expect(row, less_one);
        for (const uint32_t row : {greatest, greatest_member, greatest_in_place, both_greatest}) results.expect(row, greater_one);
        results.expect(least_of_scalar, less_one, true);
        results.expect(greatest_of_scalar, greater_one, true);
    });
}

TEST_P(vectors, elements) {
    for_each_type(*this, [](const auto& results) {
        results.expect_whole(least_element, 2, [](auto x, auto) { return *std::ranges::min_element(x); });
        results.expect_whole(greatest_element, 2, [](auto x, auto) { return *std::ranges::max_element(x); });
        results.expect_whole(least_index, 2, [](auto x, auto) { return std::ranges::min_element(x) - x.begin(); });
        results.expect_whole(greatest_index, 2, [](auto x, auto) { return std::ranges::max_element(x) - x.begin(); });
    });
}

TEST_P(vectors, accumulate) {
    for_each_type(*this, [](const auto& results) {
        results.expect_whole(sum_of_all, 2, [](auto x, auto) {
            double sum = 0;  // below 180, so the sum fits in each type
            for (const auto each : x) sum += each;
            return sum;
        });
    });
}

TEST_P(vectors, average) {
    for_each_type(*this, [](const auto& results) {
        using T = typename std::remove_cvref_t<decltype(results)>::T;
        const auto average = [](auto x, auto) {
            double sum = 0;
            for (const auto each : x) sum += each;
            if constexpr (std::integral<T>) return std::trunc(sum / static_cast<double>(x.size()));
            return static_cast<double>(static_cast<T>(sum) / static_cast<T>(x.size()));
        };
        const double ulp_of_division = std::same_as<T, float> ? 2.5 : 0;  // OpenCL C 1.2, section 7.4
        results.expect_whole(average_of_all, 2, average, ulp_of_division * 0x1p-23);
    });
}

TEST_P(vectors, count) {
    for_each_type(*this, [](const auto& results) {
        for (uint32_t item = 0; item < items; ++item) {
            size_t to_scalar = 0, to_vector = 0, by_function = 0;
            for (size_t i = 0; i < results.N; ++i) {
                to_scalar += results.a[item][i] == results.b[item][0] ? 1 : 0;
                to_vector += results.a[item][i] == results.b[item][i] ? 1 : 0;
                by_function += results.a[item][i] < results.b[item][0] ? 1 : 0;
            }
            EXPECT_EQ(results.table.at(counted, item, 0), to_scalar);
            EXPECT_EQ(results.table.at(counted, item, 1), to_vector);
            EXPECT_EQ(results.table.at(counted, item, 2), by_function);
            EXPECT_EQ(results.table.at(counted, item, 3), results.N);
        }
    });
}

TEST_P(vectors, sign) {
    for_each_type(*this, [](const auto& results) {
        using T = typename std::remove_cvref_t<decltype(results)>::T;
        for (const uint32_t row : {signs, signs_member, signs_in_place})
            results.expect(row, [](T x, T y) {
                const T difference = static_cast<T>(x - y);  // unsigned types wrap around
                return difference == T {} ? 0 : difference < T {} ? -1 : 1;
            });
        for (const uint32_t row : {sign_bits, sign_bits_member})
            results.expect(row, [](T x, T y) { return std::signed_integral<T> || std::floating_point<T> ? y < x : false; });
    });
}

// Tests vectors with numbers of every class: 0, the least denormal number, 1, the greatest number, infinity and NaN, all of
// these with both signs, and the least normal number. `is` returns the expected result for one number, and `of_all` states
// whether the function must be true for all components of a vector (true) or for any of them (false).
template <typename V, typename Bits, typename Kernel>
void expect_classes(vectors& test, Kernel program_type::* kernel_member, predicate_row row, bool of_all, auto is) {
    using T = typename V::value_type;
    using bits_type = typename Bits::value_type;
    const program_type program(test.tested_device());
    using limits = std::numeric_limits<T>;
    const std::vector<T> numbers {T(0),
                                  -T(0),
                                  limits::denorm_min(),
                                  -limits::denorm_min(),
                                  limits::min(),
                                  T(1),
                                  T(-1),
                                  limits::max(),
                                  -limits::max(),
                                  limits::infinity(),
                                  -limits::infinity(),
                                  limits::quiet_NaN(),
                                  -limits::quiet_NaN()};
    std::vector<Bits> operands;
    for (size_t i = 0; i < numbers.size() * numbers.size(); ++i) {
        Bits operand(std::bit_cast<bits_type>(numbers[i % numbers.size()]));
        operand[Bits::dimensions - 1] = std::bit_cast<bits_type>(numbers[i / numbers.size()]);
        operands.push_back(operand);
    }
    const auto table = test.run<uint32_t>(program.*kernel_member, predicate_rows, operands);
    for (uint32_t item = 0; item < operands.size(); ++item) {
        const bool first = is(static_cast<double>(numbers[item % numbers.size()]), T {});
        const bool last = is(static_cast<double>(numbers[item / numbers.size()]), T {});
        if (row == sign_bits) {
            EXPECT_EQ(table.at(row, item, 0), first) << item;
            EXPECT_EQ(table.at(row, item, Bits::dimensions - 1), last) << item;
        } else {
            for (const uint32_t form : {0u, 1u})
                EXPECT_EQ(table.at(row, item, form), of_all ? first && last : first || last) << item;
        }
    }
}
void expect_classes(vectors& test, predicate_row row, bool of_all, auto is) {
    expect_classes<float3, uint3>(test, &program_type::classes_of_float3, row, of_all, is);
    if (test.has_double()) expect_classes<double2, ulong2>(test, &program_type::classes_of_double2, row, of_all, is);
    expect_classes<half4, ushort4>(test, &program_type::classes_of_half4, row, of_all, is);
}

TEST_P(vectors, is_finite) {
    expect_classes(*this, finite, true, [](double x, auto) { return std::isfinite(x); });
}
TEST_P(vectors, is_nan) {
    expect_classes(*this, not_a_number, false, [](double x, auto) { return std::isnan(x); });
}
TEST_P(vectors, is_inf) {
    expect_classes(*this, infinite, false, [](double x, auto) { return std::isinf(x); });
}
TEST_P(vectors, is_normal) {
    expect_classes(*this, normal, true, []<typename T>(double x, T) {
        return std::isfinite(x) && std::abs(x) >= static_cast<double>(std::numeric_limits<T>::min());
    });
}
TEST_P(vectors, signbit) {
    expect_classes(*this, sign_bits, true, [](double x, auto) { return std::signbit(x); });
}

template <typename V, typename Kernel>
void expect_bits(vectors& test, Kernel program_type::* kernel_member, predicate_row row, auto expected) {
    using T = typename V::value_type;
    constexpr int width = sizeof(T) * 8;
    const program_type program(test.tested_device());
    std::vector<V> operands = random_vectors<V>(64, 0, static_cast<double>(std::numeric_limits<T>::max()), 31);
    for (int i = 0; i < width; ++i) operands.push_back(V(static_cast<T>(uint64_t {1} << i)));
    operands.push_back(V(T {}));
    operands.push_back(V(static_cast<T>(~uint64_t {})));
    const auto table = test.run<T>(program.*kernel_member, predicate_rows, operands);
    for (uint32_t item = 0; item < operands.size(); ++item)
        for (uint32_t i = 0; i < V::dimensions; ++i) {
            std::vector<bool> bits;  // starting with the lowest
            for (int bit = 0; bit < width; ++bit) bits.push_back((static_cast<uint64_t>(operands[item][i]) >> bit & 1) != 0);
            for (const uint32_t form : {0u, 1u, 2u})
                EXPECT_EQ(table.at(row + form, item, i), static_cast<T>(expected(bits))) << item << ' ' << i << ' ' << form;
        }
}
void expect_bits(vectors& test, predicate_row row, auto expected) {
    expect_bits<int3>(test, &program_type::bits_of_int3, row, expected);
    expect_bits<uchar4>(test, &program_type::bits_of_uchar4, row, expected);
    expect_bits<short2>(test, &program_type::bits_of_short2, row, expected);
    expect_bits<ulong1>(test, &program_type::bits_of_ulong1, row, expected);
}

TEST_P(vectors, popcount) {
    expect_bits(*this, ones, [](const std::vector<bool>& bits) { return std::ranges::count(bits, true); });
}
TEST_P(vectors, clz) {
    expect_bits(*this, leading_zeros,
                [](const std::vector<bool>& bits) { return std::find(bits.rbegin(), bits.rend(), true) - bits.rbegin(); });
}
TEST_P(vectors, ctz) {
    expect_bits(*this, trailing_zeros,
                [](const std::vector<bool>& bits) { return std::ranges::find(bits, true) - bits.begin(); });
}
TEST_P(vectors, ffs) {
    expect_bits(*this, first_set, [](const std::vector<bool>& bits) {
        const auto found = std::ranges::find(bits, true);
        return found == bits.end() ? 0 : found - bits.begin() + 1;
    });
}
TEST_P(vectors, parity) {
    expect_bits(*this, odd_ones, [](const std::vector<bool>& bits) { return std::ranges::count(bits, true) % 2; });
}

}  // namespace

}  // namespace ingot::testing
