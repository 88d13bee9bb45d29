// Packs: several numbers with which one work-item computes at once.
//
//     struct boxes { pack<float, 8> low; pack<float, 8> high; };
//     const pack<bool, 8> inside = boxes[i].low <= x && x <= boxes[i].high;        // x is one float
//     for (uint32_t left = lane_bits(inside); left != 0; left &= left - 1) visit(ctz(left));
//
// The device cpu-native computes with vector registers, also where its work-items run one at a time because their kernel is too
// large for lanes of its own. On every other device a pack is an array, and each operation a loop that compilers unroll.
//
// A pack has the same layout in memory on the host and on every device: an array that is aligned to its size.
#pragma once

#include <cstddef>
#include <cstdint>
#include <ingot/language/target_feature.hpp>
#include <type_traits>

#if defined(__clang__)
// The functions that have Clang's vectors as parameters are always inlined, so it does not matter how a call would pass these.
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wpsabi"
#endif

namespace ingot {

/// N elements of the type T, which is a number or bool. N is 2, 4, 8 or 16. An operation of packs is done for each element. An
/// operand can also be one number, which stands for N equal ones. The operators + - * / and the comparisons take packs of
/// numbers. The operators && || and ! take packs of bool, and compute both operands.
template <typename T, size_t N>
    requires(std::is_arithmetic_v<T> && sizeof(T) <= 8 && (N == 2 || N == 4 || N == 8 || N == 16))
struct alignas(sizeof(T) * N) pack {
    using value_type = T;
    static constexpr size_t size = N;

    pack() = default;
    constexpr pack(T value) {
        for (T& each : elements) each = value;
    }
    constexpr T& operator[](size_t index) { return elements[index]; }
    constexpr const T& operator[](size_t index) const { return elements[index]; }

    friend constexpr pack operator+(const pack& a, const pack& b) {
        return apply<T>([](auto x, auto y) { return x + y; }, a, b);
    }
    friend constexpr pack operator-(const pack& a, const pack& b) {
        return apply<T>([](auto x, auto y) { return x - y; }, a, b);
    }
    friend constexpr pack operator*(const pack& a, const pack& b) {
        return apply<T>([](auto x, auto y) { return x * y; }, a, b);
    }
    friend constexpr pack operator/(const pack& a, const pack& b) {
        return apply<T>([](auto x, auto y) { return x / y; }, a, b);
    }

    friend constexpr pack<bool, N> operator<(const pack& a, const pack& b) {
        return apply<bool>([](auto x, auto y) { return x < y; }, a, b);
    }
    friend constexpr pack<bool, N> operator<=(const pack& a, const pack& b) {
        return apply<bool>([](auto x, auto y) { return x <= y; }, a, b);
    }
    friend constexpr pack<bool, N> operator>(const pack& a, const pack& b) { return b < a; }
    friend constexpr pack<bool, N> operator>=(const pack& a, const pack& b) { return b <= a; }
    friend constexpr pack<bool, N> operator==(const pack& a, const pack& b) {
        return apply<bool>([](auto x, auto y) { return x == y; }, a, b);
    }
    friend constexpr pack<bool, N> operator!=(const pack& a, const pack& b) {
        return apply<bool>([](auto x, auto y) { return x != y; }, a, b);
    }

    friend constexpr pack operator&&(const pack& a, const pack& b)
        requires std::is_same_v<T, bool>
    {
        return apply<bool>([](auto x, auto y) { return x & y; }, a, b);
    }
    friend constexpr pack operator||(const pack& a, const pack& b)
        requires std::is_same_v<T, bool>
    {
        return apply<bool>([](auto x, auto y) { return x | y; }, a, b);
    }
    friend constexpr pack operator!(const pack& a)
        requires std::is_same_v<T, bool>
    {
        return a != pack(true);
    }

    /// Returns the element of `yes` where the condition is true, and of `no` elsewhere.
    friend constexpr pack select(const pack<bool, N>& condition, const pack& yes, const pack& no) {
        return apply<T>([](auto x, auto y, auto z) { return x ? y : z; }, condition, yes, no);
    }
    /// The smaller of two elements; that of `b` if one of them is NaN.
    friend constexpr pack min(const pack& a, const pack& b) { return select(a < b, a, b); }
    /// The larger of two elements; that of `b` if one of them is NaN.
    friend constexpr pack max(const pack& a, const pack& b) { return select(b < a, a, b); }

    T elements[N];

private:
#if defined(INGOT_DEVICE)
    // Clang's vectors, which have the layout of an array, except those of bool: these hold bits.
    template <typename E>
    using register_of = E __attribute__((ext_vector_type(N)));

    template <typename E>
    [[gnu::always_inline]] static auto load(const pack<E, N>& from) {
        if constexpr (std::is_same_v<E, bool>)
            return __builtin_convertvector(__builtin_bit_cast(register_of<uint8_t>, from), register_of<bool>);
        else
            return __builtin_bit_cast(register_of<E>, from);
    }
#endif

    // Returns a pack of the results of `operation` for each element.
    template <typename Result, typename Operation, typename... E>
    static constexpr pack<Result, N> apply(const Operation& operation, const pack<E, N>&... operands) {
#if defined(INGOT_DEVICE)
        if (!__builtin_is_constant_evaluated() && detail::target_has(detail::target_feature::computes_packs)) {
            const auto computed = operation(load<E>(operands)...);
            if constexpr (std::is_same_v<Result, bool>)
                return __builtin_bit_cast(
                    pack<bool, N>,
                    __builtin_convertvector(__builtin_convertvector(computed, register_of<bool>), register_of<uint8_t>));
            else
                return __builtin_bit_cast(pack<Result, N>, computed);
        }
#endif
        pack<Result, N> results;
        for (size_t i = 0; i < N; ++i) results.elements[i] = static_cast<Result>(operation(operands.elements[i]...));
        return results;
    }
};

/// Returns a number whose bit i is the element i.
template <size_t N>
constexpr uint32_t lane_bits(const pack<bool, N>& from) {
#if defined(INGOT_DEVICE)
    if (!__builtin_is_constant_evaluated() && detail::target_has(detail::target_feature::computes_packs)) {
        // A register with the bits of fewer elements than a byte has is as large as a byte.
        using bytes = uint8_t __attribute__((ext_vector_type(N)));
        using register_of_bits = bool __attribute__((ext_vector_type(N)));
        using word = std::conditional_t<N == 16, uint16_t, uint8_t>;
        constexpr uint32_t all = (uint32_t {1} << N) - 1;
        const auto bits = __builtin_convertvector(__builtin_bit_cast(bytes, from), register_of_bits);
        return static_cast<uint32_t>(__builtin_bit_cast(word, bits)) & all;
    }
#endif
    uint32_t bits = 0;
    for (size_t i = 0; i < N; ++i) bits |= static_cast<uint32_t>(from.elements[i]) << i;
    return bits;
}

}  // namespace ingot

#if defined(__clang__)
#pragma clang diagnostic pop
#endif
