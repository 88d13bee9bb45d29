// Operators on vectors, component by component (Table 9 of the thesis that docs/host-library.md names). An operand is a
// vector, named components or component references (named_components.hpp). One of two operands can be a scalar, which is
// converted to the type of the components. The result of an arithmetic operator has the type of the components: results of
// arithmetic on types smaller than int are converted back to these types, and wrap around.
#pragma once

#include <ingot/language/math.hpp>
#include <ingot/language/vector/operands.hpp>

namespace ingot {

namespace detail {

// Returns the results of a function of two components as a vector V.
template <typename V, typename L, typename R, typename Function>
constexpr V combine(const L& left, const R& right, Function function) {
    return each<V>(function, widen<V>(left), widen<V>(right));
}

// Returns the results of a function of two components as a vector of bool. The operands are converted to V first.
template <typename V, typename L, typename R, typename Function>
constexpr vector<bool, V::dimensions> relate(const L& left, const R& right, Function function) {
    return each<vector<bool, V::dimensions>>(function, widen<V>(left), widen<V>(right));
}

// Applies an operation to the bits of its arguments. Floating-point numbers are reinterpreted as integers of the same
// size.
template <typename Function, typename T, typename... Ts>
constexpr T on_bits(Function function, T first, Ts... rest) {
    if constexpr (floating_point<T>)
        return std::bit_cast<T>(
            static_cast<bits_of<T>>(function(std::bit_cast<bits_of<T>>(first), std::bit_cast<bits_of<T>>(rest)...)));
    else
        return static_cast<T>(function(first, rest...));
}

template <typename T>
constexpr T remainder_of(T a, T b) {
    if constexpr (floating_point<T>)
        return fmod(a, b);
    else
        return static_cast<T>(a % b);
}

// The types of left operands of an assignment operator such as +=: a vector, named components or component references, if the
// result of the operation with an `R` has the vector type of the left operand.
template <typename L, typename R>
concept assignable_from_operation = vector_like<L> && requires {
    typename operands_t<L, R>;
} && std::same_as<operands_t<L, R>, vector_of_t<L>> && !std::is_const_v<std::remove_reference_t<L>>;

}  // namespace detail

template <typename L, typename R, typename V = detail::operands_t<L, R>>
constexpr V operator+(const L& left, const R& right) {
    return detail::combine<V>(left, right, [](auto a, auto b) { return a + b; });
}
template <typename L, typename R, typename V = detail::operands_t<L, R>>
constexpr V operator-(const L& left, const R& right) {
    return detail::combine<V>(left, right, [](auto a, auto b) { return a - b; });
}
template <typename L, typename R, typename V = detail::operands_t<L, R>>
constexpr V operator*(const L& left, const R& right) {
    return detail::combine<V>(left, right, [](auto a, auto b) { return a * b; });
}
template <typename L, typename R, typename V = detail::operands_t<L, R>>
constexpr V operator/(const L& left, const R& right) {
    return detail::combine<V>(left, right, [](auto a, auto b) { return a / b; });
}
/// If one operand has signed and the other unsigned integers of the same size, the result is unsigned, as for int and unsigned
/// int in C++: `global_id.xy + int2(-1, 0)`.
template <detail::integer_vector L, detail::integer_vector R, typename V = detail::mixed_operands_t<L, R>>
constexpr V operator+(const L& left, const R& right) {
    return detail::widen<V>(left) + detail::widen<V>(right);
}
template <detail::integer_vector L, detail::integer_vector R, typename V = detail::mixed_operands_t<L, R>>
constexpr V operator-(const L& left, const R& right) {
    return detail::widen<V>(left) - detail::widen<V>(right);
}
template <detail::integer_vector L, detail::integer_vector R, typename V = detail::mixed_operands_t<L, R>>
constexpr V operator*(const L& left, const R& right) {
    return detail::widen<V>(left) * detail::widen<V>(right);
}
/// The remainder of the division, with the sign of the left operand. For floating-point numbers it is fmod.
template <typename L, typename R, typename V = detail::operands_t<L, R>>
constexpr V operator%(const L& left, const R& right) {
    return detail::combine<V>(left, right, [](auto a, auto b) { return detail::remainder_of(a, b); });
}

/// Operations on bits. Floating-point numbers are reinterpreted as integers and back, as by OpenCL's as_uint and
/// as_float.
template <typename L, typename R, typename V = detail::operands_t<L, R>>
constexpr V operator&(const L& left, const R& right) {
    return detail::combine<V>(left, right,
                              [](auto x, auto y) { return detail::on_bits([](auto a, auto b) { return a & b; }, x, y); });
}
template <typename L, typename R, typename V = detail::operands_t<L, R>>
constexpr V operator|(const L& left, const R& right) {
    return detail::combine<V>(left, right,
                              [](auto x, auto y) { return detail::on_bits([](auto a, auto b) { return a | b; }, x, y); });
}
template <typename L, typename R, typename V = detail::operands_t<L, R>>
constexpr V operator^(const L& left, const R& right) {
    return detail::combine<V>(left, right,
                              [](auto x, auto y) { return detail::on_bits([](auto a, auto b) { return a ^ b; }, x, y); });
}
/// Shifts by a number of bits, which is at least 0 and less than the number of bits of a component. The bits of
/// floating-point components are reinterpreted as integers, shifted and reinterpreted back; the number of bits is then
/// the value of the right operand, converted to an integer.
template <typename L, typename R, typename V = detail::operands_t<L, R>>
constexpr V operator<<(const L& left, const R& right) {
    return detail::combine<V>(left, right, [](auto a, auto count) {
        return detail::on_bits([=](auto bits) { return bits << static_cast<uint32_t>(count); }, a);
    });
}
template <typename L, typename R, typename V = detail::operands_t<L, R>>
constexpr V operator>>(const L& left, const R& right) {
    return detail::combine<V>(left, right, [](auto a, auto count) {
        return detail::on_bits([=](auto bits) { return bits >> static_cast<uint32_t>(count); }, a);
    });
}

/// Assign the result of the operator to the left operand, which is a vector, named components or component references.
template <typename L, typename R>
    requires detail::assignable_from_operation<L, R>
constexpr L&& operator+=(L&& left, const R& right) {
    left = left + right;
    return static_cast<L&&>(left);
}
template <typename L, typename R>
    requires detail::assignable_from_operation<L, R>
constexpr L&& operator-=(L&& left, const R& right) {
    left = left - right;
    return static_cast<L&&>(left);
}
template <typename L, typename R>
    requires detail::assignable_from_operation<L, R>
constexpr L&& operator*=(L&& left, const R& right) {
    left = left * right;
    return static_cast<L&&>(left);
}
template <typename L, typename R>
    requires detail::assignable_from_operation<L, R>
constexpr L&& operator/=(L&& left, const R& right) {
    left = left / right;
    return static_cast<L&&>(left);
}
template <typename L, typename R>
    requires detail::assignable_from_operation<L, R>
constexpr L&& operator%=(L&& left, const R& right) {
    left = left % right;
    return static_cast<L&&>(left);
}
template <typename L, typename R>
    requires detail::assignable_from_operation<L, R>
constexpr L&& operator&=(L&& left, const R& right) {
    left = left & right;
    return static_cast<L&&>(left);
}
template <typename L, typename R>
    requires detail::assignable_from_operation<L, R>
constexpr L&& operator|=(L&& left, const R& right) {
    left = left | right;
    return static_cast<L&&>(left);
}
template <typename L, typename R>
    requires detail::assignable_from_operation<L, R>
constexpr L&& operator^=(L&& left, const R& right) {
    left = left ^ right;
    return static_cast<L&&>(left);
}
template <typename L, typename R>
    requires detail::assignable_from_operation<L, R>
constexpr L&& operator<<=(L&& left, const R& right) {
    left = left << right;
    return static_cast<L&&>(left);
}
template <typename L, typename R>
    requires detail::assignable_from_operation<L, R>
constexpr L&& operator>>=(L&& left, const R& right) {
    left = left >> right;
    return static_cast<L&&>(left);
}

/// Compares by component, as in OpenCL. The result is a vector of bool; any(), all() and none() test it.
template <typename L, typename R, typename V = detail::operands_t<L, R>>
constexpr vector<bool, V::dimensions> operator==(const L& left, const R& right) {
    return detail::relate<V>(left, right, [](auto a, auto b) { return a == b; });
}
template <typename L, typename R, typename V = detail::operands_t<L, R>>
constexpr vector<bool, V::dimensions> operator!=(const L& left, const R& right) {
    return detail::relate<V>(left, right, [](auto a, auto b) { return a != b; });
}
template <typename L, typename R, typename V = detail::operands_t<L, R>>
constexpr vector<bool, V::dimensions> operator<(const L& left, const R& right) {
    return detail::relate<V>(left, right, [](auto a, auto b) { return a < b; });
}
template <typename L, typename R, typename V = detail::operands_t<L, R>>
constexpr vector<bool, V::dimensions> operator<=(const L& left, const R& right) {
    return detail::relate<V>(left, right, [](auto a, auto b) { return a <= b; });
}
template <typename L, typename R, typename V = detail::operands_t<L, R>>
constexpr vector<bool, V::dimensions> operator>(const L& left, const R& right) {
    return detail::relate<V>(left, right, [](auto a, auto b) { return a > b; });
}
template <typename L, typename R, typename V = detail::operands_t<L, R>>
constexpr vector<bool, V::dimensions> operator>=(const L& left, const R& right) {
    return detail::relate<V>(left, right, [](auto a, auto b) { return a >= b; });
}

/// Logical operators by component. A component of another type than bool is true if it is not 0. Both operands are
/// always evaluated.
template <typename L, typename R, typename V = detail::operands_t<L, R>>
constexpr vector<bool, V::dimensions> operator&&(const L& left, const R& right) {
    return detail::relate<V>(left, right, [](auto a, auto b) { return static_cast<bool>(a) && static_cast<bool>(b); });
}
template <typename L, typename R, typename V = detail::operands_t<L, R>>
constexpr vector<bool, V::dimensions> operator||(const L& left, const R& right) {
    return detail::relate<V>(left, right, [](auto a, auto b) { return static_cast<bool>(a) || static_cast<bool>(b); });
}
template <detail::vector_like V>
constexpr detail::bool_vector_of_t<V> operator!(const V& value) {
    return detail::each<detail::bool_vector_of_t<V>>([](auto a) { return !static_cast<bool>(a); }, detail::vector_of_t<V>(value));
}

template <detail::vector_like V>
constexpr detail::vector_of_t<V> operator+(const V& value) {
    return value;
}
template <detail::vector_like V>
constexpr detail::vector_of_t<V> operator-(const V& value) {
    return detail::each<detail::vector_of_t<V>>([](auto a) { return -a; }, detail::vector_of_t<V>(value));
}
/// Inverts every bit, also of floating-point numbers. A bool is negated.
template <detail::vector_like V>
constexpr detail::vector_of_t<V> operator~(const V& value) {
    return detail::each<detail::vector_of_t<V>>(
        [](auto x) {
            if constexpr (std::same_as<decltype(x), bool>)
                return !x;
            else
                return detail::on_bits([](auto a) { return ~a; }, x);
        },
        detail::vector_of_t<V>(value));
}

/// Adds 1 to every component, or subtracts 1. The prefix operators return the new value, the postfix operators the old
/// one.
template <typename T, size_t N>
constexpr vector<T, N>& operator++(vector<T, N>& value) {
    return value = value + T(1);
}
template <typename T, size_t N>
constexpr vector<T, N>& operator--(vector<T, N>& value) {
    return value = value - T(1);
}
template <typename T, size_t N>
constexpr vector<T, N> operator++(vector<T, N>& value, int) {
    const vector<T, N> before = value;
    ++value;
    return before;
}
template <typename T, size_t N>
constexpr vector<T, N> operator--(vector<T, N>& value, int) {
    const vector<T, N> before = value;
    --value;
    return before;
}

}  // namespace ingot
