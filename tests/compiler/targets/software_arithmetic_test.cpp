// Tests of the arithmetic that the target vulkan creates for drivers that do not round correctly. LLVM compiles it for this
// processor, whose own arithmetic is correct, and the bits of the results are compared.
#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <ingot/language/half.hpp>
#include <limits>
#include <numeric>
#include <random>
#include <string>
#include <type_traits>
#include <vector>

#include "compiled_arithmetic.hpp"

namespace ingot {

namespace {

using testing::compiled_arithmetic;
using testing::real_type;
using testing::software_operation;

template <typename T>
using bits_of = std::conditional_t<sizeof(T) == 2, uint16_t, std::conditional_t<sizeof(T) == 4, uint32_t, uint64_t>>;

template <typename T>
constexpr real_type type_of = sizeof(T) == 4 ? real_type::of_float : real_type::of_double;

// Numbers near which rounding is hard, and numbers that are not rounded.
template <typename T>
std::vector<T> special_numbers() {
    using limits = std::numeric_limits<T>;
    std::vector<T> all {T(0),
                        T(1),
                        T(2),
                        T(3),
                        T(5),
                        T(10),
                        T(1) / T(3),
                        limits::denorm_min(),
                        limits::denorm_min() * T(3),
                        limits::min(),
                        limits::max(),
                        limits::epsilon(),
                        limits::infinity(),
                        limits::quiet_NaN()};
    const std::vector<T> some = all;
    for (const T each : some) {
        all.push_back(std::nextafter(each, T(0)));
        all.push_back(std::nextafter(each, limits::infinity()));
    }
    const std::vector<T> positive = all;
    for (const T each : positive) all.push_back(-each);
    return all;
}

template <typename T>
class random_numbers {
public:
    // Any bits, or a number with few digits, so that exact results and ties occur, or one of an exponent near that of 1.
    T next() {
        const bits_of<T> bits = any_bits();
        constexpr int digits = std::numeric_limits<T>::digits;
        switch (engine_() % 4) {
            case 0:
                return std::bit_cast<T>(bits);
            case 1: {
                const unsigned few = digits / 2 + engine_() % 4;
                return std::bit_cast<T>(static_cast<bits_of<T>>(bits >> few << few));
            }
            case 2:
                return std::ldexp(static_cast<T>(engine_() % 4096), static_cast<int>(engine_() % 64) - 32);
            default:
                return std::ldexp(T(1) + std::ldexp(static_cast<T>(bits >> (8 * sizeof(T) - digits + 1)), 1 - digits),
                                  static_cast<int>(engine_() % 8) - 4);
        }
    }
    bits_of<T> any_bits() { return static_cast<bits_of<T>>(uint64_t {engine_()} << 32u | engine_()); }

private:
    std::mt19937 engine_ {7};
};

template <typename T>
bool has_same_bits(T one, T other) {
    if (std::isnan(one) || std::isnan(other)) return std::isnan(one) && std::isnan(other);
    return std::bit_cast<bits_of<T>>(one) == std::bit_cast<bits_of<T>>(other);
}

template <typename T, typename Expected>
void expect_results(const compiled_arithmetic& computed, const std::array<std::vector<T>, 3>& operands, Expected expected) {
    const std::vector<T> results = computed(operands);
    size_t wrong = 0;
    for (size_t i = 0; i < results.size(); ++i) {
        const T right = expected(operands[0][i], operands[1][i], operands[2][i]);
        if (has_same_bits(results[i], right)) continue;
        if (++wrong > 10) break;
        ADD_FAILURE() << std::hexfloat << operands[0][i] << ", " << operands[1][i] << ", " << operands[2][i] << ": " << results[i]
                      << " instead of " << right;
    }
}

constexpr size_t random_count = 2'000'000;

// All triples, or all pairs or each number, of special numbers, and random ones.
template <typename T>
std::array<std::vector<T>, 3> operands_for(unsigned count) {
    std::array<std::vector<T>, 3> operands;
    const auto add = [&](T a, T b, T c) {
        operands[0].push_back(a);
        operands[1].push_back(b);
        operands[2].push_back(c);
    };
    const std::vector<T> special = special_numbers<T>();
    for (const T a : special)
        for (size_t i = 0; i < (count > 1 ? special.size() : 1); ++i)
            for (size_t j = 0; j < (count > 2 ? special.size() : 1); ++j) add(a, special[i], special[j]);
    random_numbers<T> random;
    for (size_t i = 0; i < random_count; ++i) add(random.next(), random.next(), random.next());
    for (size_t i = 0; i < random_count / 8; ++i) {
        // Operands of which one is special.
        add(random.next(), special[i % special.size()], random.next());
        add(special[i % special.size()], random.next(), random.next());
        // A sum that nearly cancels the product.
        const T a = random.next();
        const T b = random.next();
        add(a, b, -(a * b));
    }
    return operands;
}

__extension__ using wide_number = __int128;

// Adds quotients a / b next to the middle between two numbers: a * 2^k = m * b + r, with an odd m of one bit more than
// numbers have, and a small r.
template <typename T>
void add_hard_quotients(std::array<std::vector<T>, 3>& operands) {
    constexpr int digits = std::numeric_limits<T>::digits;
    random_numbers<T> random;
    for (size_t i = 0; i < random_count / 4; ++i) {
        const uint64_t divisor = uint64_t {1} << (digits - 1) | (random.any_bits() & ((uint64_t {1} << (digits - 1)) - 1)) | 1u;
        uint64_t inverse = divisor;  // modulo 2^64, by Newton's method: it is right in 3 bits, then in 6, 12, …
        for (int step = 0; step < 5; ++step) inverse *= 2 - divisor * inverse;
        const int64_t rest = static_cast<int64_t>(i % 16) * 2 - 15;
        for (const int power : {digits, digits + 1}) {
            const uint64_t middle =
                (static_cast<uint64_t>(-rest) * inverse) % (uint64_t {1} << power) | uint64_t {power == digits} << digits;
            const wide_number product = wide_number {middle} * divisor + rest;
            const auto dividend = static_cast<uint64_t>(product >> power);
            if (middle >> digits != 1 || dividend >> digits != 0) continue;
            operands[0].push_back(static_cast<T>(dividend));
            operands[1].push_back(static_cast<T>(divisor));
            operands[2].push_back(T(0));
        }
    }
}

// Adds squares whose roots are next to the middle m between two numbers: x * 2^k = m * m + r with an odd m of one bit more than
// numbers have, and a small r. Odd squares are 1 modulo 8.
template <typename T>
void add_hard_squares(std::array<std::vector<T>, 3>& operands) {
    constexpr int digits = std::numeric_limits<T>::digits;
    for (int64_t rest = -80'001; rest < 80'000; rest += 8) {
        const auto square = static_cast<uint64_t>(-rest);
        uint64_t root = 1;  // modulo 2^64, bit by bit
        for (int bit = 3; bit < 64; ++bit)
            if (((root * root) ^ square) >> bit & 1u) root ^= uint64_t {1} << (bit - 1);
        for (const int power : {digits + 1, digits + 2})
            for (const uint64_t one : {root, uint64_t {0} - root})
                for (const uint64_t other : {one, one + (uint64_t {1} << (power - 1))}) {
                    const uint64_t middle = other % (uint64_t {1} << power);
                    const auto exact = static_cast<uint64_t>((wide_number {middle} * middle + rest) >> power);
                    if (middle >> digits != 1 || exact >> digits != 0) continue;
                    operands[0].push_back(std::ldexp(static_cast<T>(exact), power % 2));
                    operands[1].push_back(T(1));
                    operands[2].push_back(T(0));
                }
    }
}

// How wrong the driver's estimates are, in terms of what they may be.
constexpr std::array estimate_errors {0.0, -1.0, 1.0};

template <typename T>
class software_arithmetic : public ::testing::Test {};
using real_types = ::testing::Types<float, double>;
TYPED_TEST_SUITE(software_arithmetic, real_types);

TYPED_TEST(software_arithmetic, quotients) {
    auto operands = operands_for<TypeParam>(2);
    const size_t before = operands[0].size();
    add_hard_quotients(operands);
    EXPECT_GT(operands[0].size(), before + random_count / 8);
    for (const double relative : estimate_errors) {
        const compiled_arithmetic quotient(software_operation::quotient, type_of<TypeParam>, relative);
        expect_results<TypeParam>(quotient, operands, [](TypeParam a, TypeParam b, TypeParam) { return a / b; });
    }
}

TYPED_TEST(software_arithmetic, square_roots) {
    auto operands = operands_for<TypeParam>(1);
    const size_t before = operands[0].size();
    add_hard_squares(operands);
    EXPECT_GT(operands[0].size(), before + 10'000);
    for (const double relative : estimate_errors) {
        const compiled_arithmetic root(software_operation::root, type_of<TypeParam>, relative);
        expect_results<TypeParam>(root, operands, [](TypeParam a, TypeParam, TypeParam) { return std::sqrt(a); });
    }
}

TYPED_TEST(software_arithmetic, fma) {
    const compiled_arithmetic fma(software_operation::fma, type_of<TypeParam>, 0);
    expect_results<TypeParam>(fma, operands_for<TypeParam>(3),
                              [](TypeParam a, TypeParam b, TypeParam c) { return std::fma(a, b, c); });
}

bool is_nan(uint16_t bits) { return (bits & 0x7fffu) > 0x7c00u; }

void expect_halves(uint16_t computed, half expected, const std::string& what) {
    if (is_nan(computed) && is_nan(expected.bits())) return;
    EXPECT_EQ(computed, expected.bits()) << what;
}

std::vector<uint16_t> all_halves() {
    std::vector<uint16_t> all(65'536);
    std::iota(all.begin(), all.end(), uint16_t {0});
    return all;
}

// All dividends, with some divisors of each exponent.
TEST(software_arithmetic_of_half, quotients) {
    const std::vector<uint16_t> dividends = all_halves();
    for (const double relative : estimate_errors) {
        const compiled_arithmetic quotient(software_operation::quotient, real_type::of_half, relative);
        for (uint32_t divisor = 0; divisor <= 0xffff && !::testing::Test::HasFailure(); divisor += 509) {
            const std::vector<uint16_t> divisors(dividends.size(), static_cast<uint16_t>(divisor));
            const std::vector<uint16_t> results = quotient(std::array {dividends, divisors, dividends});
            for (size_t i = 0; i < results.size(); ++i)
                expect_halves(results[i], half::from_bits(dividends[i]) / half::from_bits(divisors[i]),
                              std::to_string(dividends[i]) + " / " + std::to_string(divisor));
        }
    }
}

TEST(software_arithmetic_of_half, square_roots) {
    const std::vector<uint16_t> squares = all_halves();
    for (const double relative : estimate_errors) {
        const compiled_arithmetic root(software_operation::root, real_type::of_half, relative);
        const std::vector<uint16_t> results = root(std::array {squares, squares, squares});
        for (size_t i = 0; i < results.size(); ++i)
            expect_halves(results[i], half(std::sqrt(float(half::from_bits(squares[i])))), std::to_string(squares[i]));
    }
}

}  // namespace

}  // namespace ingot
