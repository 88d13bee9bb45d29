// The operations of random programs. Each is defined for all values of its operands, and its result has the same bits on every
// device: integers wrap, a division by zero has a result, and each floating-point operation rounds once.
//
// Each floating-point operation is a function of its own, because Clang may contract `a * b + c` to one operation only
// within one expression of the source (-ffp-contract=on).
#pragma once

#include <algorithm>
#include <array>
#include <concepts>
#include <cstdint>
#include <cstring>
#include <ingot/kernel.hpp>
#include <limits>
#include <numeric>
#include <span>
#include <type_traits>

namespace ingot::fuzzing {

/// The unsigned type in which operations on integers of type T are computed. Types of 8 and 16 bits would be promoted to int,
/// whose overflow is undefined.
template <std::integral T>
using wrapping = std::conditional_t<sizeof(T) == 8, uint64_t, uint32_t>;

template <std::integral T>
constexpr T sum(T a, T b) {
    return static_cast<T>(static_cast<wrapping<T>>(a) + static_cast<wrapping<T>>(b));
}
template <std::integral T>
constexpr T difference(T a, T b) {
    return static_cast<T>(static_cast<wrapping<T>>(a) - static_cast<wrapping<T>>(b));
}
template <std::integral T>
constexpr T product(T a, T b) {
    return static_cast<T>(static_cast<wrapping<T>>(a) * static_cast<wrapping<T>>(b));
}
template <std::integral T>
constexpr bool is_divisible(T a, T b) {
    return b != 0 && !(std::is_signed_v<T> && a == std::numeric_limits<T>::min() && b == static_cast<T>(-1));
}
template <std::integral T>
constexpr T quotient(T a, T b) {
    return is_divisible(a, b) ? static_cast<T>(a / b) : a;
}
template <std::integral T>
constexpr T remainder_of(T a, T b) {
    return is_divisible(a, b) ? static_cast<T>(a % b) : b;
}
template <std::integral T>
constexpr T shifted_left(T a, T count) {
    return static_cast<T>(static_cast<wrapping<T>>(a) << (static_cast<uint32_t>(count) & (8 * sizeof(T) - 1)));
}
template <std::integral T>
constexpr T shifted_right(T a, T count) {
    return static_cast<T>(a >> (static_cast<uint32_t>(count) & (8 * sizeof(T) - 1)));
}

template <std::floating_point T>
constexpr T sum(T a, T b) {
    return a + b;
}
template <std::floating_point T>
constexpr T difference(T a, T b) {
    return a - b;
}
template <std::floating_point T>
constexpr T product(T a, T b) {
    return a * b;
}

// Vectors. Operations on vectors of signed integers, and of integers of 8 and 16 bits, are computed for each component.
template <typename T, size_t N, typename Operation>
constexpr vector<T, N> by_component(const vector<T, N>& a, const vector<T, N>& b, Operation operation) {
    vector<T, N> result;
    for (uint32_t i = 0; i < N; ++i) result[i] = operation(a[i], b[i]);
    return result;
}
template <typename T>
constexpr bool has_wrapping_operators = std::floating_point<T> || (std::is_unsigned_v<T> && sizeof(T) >= 4);

template <typename T, size_t N>
constexpr vector<T, N> sum(const vector<T, N>& a, const vector<T, N>& b) {
    if constexpr (has_wrapping_operators<T>) return a + b;
    return by_component(a, b, [](T x, T y) { return sum<T>(x, y); });
}
template <typename T, size_t N>
constexpr vector<T, N> difference(const vector<T, N>& a, const vector<T, N>& b) {
    if constexpr (has_wrapping_operators<T>) return a - b;
    return by_component(a, b, [](T x, T y) { return difference<T>(x, y); });
}
template <typename T, size_t N>
constexpr vector<T, N> product(const vector<T, N>& a, const vector<T, N>& b) {
    if constexpr (has_wrapping_operators<T>) return a * b;
    return by_component(a, b, [](T x, T y) { return product<T>(x, y); });
}

/// Replaces NaN by 0: no rule says which sign a NaN has that an operation makes.
template <std::floating_point T>
constexpr T number_or_zero(T value) {
    return value == value ? value : T(0);
}
template <std::floating_point T, size_t N>
constexpr vector<T, N> number_or_zero(const vector<T, N>& value) {
    return by_component(value, value, [](T x, T) { return number_or_zero(x); });
}

/// Returns the integer part of a number, limited to the range of T; 0 for NaN.
template <std::integral T, std::floating_point F>
constexpr T integer_of(F value) {
    constexpr F end = static_cast<F>(T {1} << (std::numeric_limits<T>::digits - 1)) * F {2};
    if (value != value) return 0;
    if (value >= end) return std::numeric_limits<T>::max();
    if (std::is_signed_v<T> ? value < -end : value <= F {0}) return std::numeric_limits<T>::min();
    return static_cast<T>(value);
}

// bits_of() returns the bits of a value, and mixed() adds these bits to a digest of values. bits_of() returns the same bits
// for every NaN, because devices compute NaN with different bits.
constexpr uint64_t mixed(uint64_t digest, uint64_t bits) {
    const uint64_t product = (digest ^ bits) * 0x9e3779b97f4a7c15u;
    return product ^ product >> 29;
}
template <std::integral T>
constexpr uint64_t bits_of(T value) {
    if constexpr (std::same_as<T, bool>)
        return value ? 1 : 0;
    else
        return static_cast<std::make_unsigned_t<T>>(value);
}
constexpr uint64_t bits_of(float value) { return value != value ? 0x7fc00000u : as_type<uint32_t>(value); }
constexpr uint64_t bits_of(double value) { return value != value ? 0x7ff8000000000000u : as_type<uint64_t>(value); }
template <typename T, size_t N>
constexpr uint64_t bits_of(const vector<T, N>& value) {
    uint64_t digest = N;
    for (uint32_t i = 0; i < N; ++i) digest = mixed(digest, bits_of(value[i]));
    return digest;
}
template <typename T, size_t N>
constexpr uint64_t bits_of(const std::array<T, N>& values) {
    uint64_t digest = N;
    for (const T& value : values) digest = mixed(digest, bits_of(value));
    return digest;
}

}  // namespace ingot::fuzzing
