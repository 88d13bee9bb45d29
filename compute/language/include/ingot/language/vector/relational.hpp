// Functions that test and compare vectors (Table 9 of the thesis that docs/host-library.md names).
#pragma once

#include <ingot/language/vector/operators.hpp>

namespace ingot {

/// Return whether any component is true, all are true, or none is true. The argument can also be named components of a
/// vector of bool.
template <detail::vector_like V>
    requires std::same_as<detail::component_of_t<V>, bool>
constexpr bool any(const V& value) {
    return detail::fold(detail::vector_of_t<V>(value), [](bool a, bool b) { return a || b; });
}
template <detail::vector_like V>
    requires std::same_as<detail::component_of_t<V>, bool>
constexpr bool all(const V& value) {
    return detail::fold(detail::vector_of_t<V>(value), [](bool a, bool b) { return a && b; });
}
template <detail::vector_like V>
    requires std::same_as<detail::component_of_t<V>, bool>
constexpr bool none(const V& value) {
    return !any(value);
}

namespace detail {

// Returns the distance between two numbers. Integers are subtracted as unsigned numbers, so that no difference overflows.
template <typename T>
constexpr auto difference(T a, T b) {
    const T greater = a < b ? b : a;
    const T less = a < b ? a : b;
    if constexpr (floating_point<T>)
        return greater - less;
    else
        return static_cast<bits_of<T>>(static_cast<bits_of<T>>(greater) - static_cast<bits_of<T>>(less));
}

// Return whether the distance between two numbers is less than epsilon (nearer), or at most epsilon (near). Infinities of the
// same sign are near.
template <typename T>
constexpr bool nearer(T a, T b, T epsilon) {
    return difference(a, b) < static_cast<decltype(difference(a, b))>(epsilon);
}
template <typename T>
constexpr bool near(T a, T b, T epsilon) {
    return a == b || difference(a, b) <= static_cast<decltype(difference(a, b))>(epsilon);
}

}  // namespace detail

// Comparisons with a tolerance, epsilon, which must not be negative. The comment of each pair of functions states when two
// components compare as true, for example left < right + epsilon; the functions compute this without overflow. With an
// epsilon of 0 this is the comparison of the operator. NaN is not within the tolerance of any number. Functions with the
// ending _vec return the result for each component, the others return whether it is true for all components.

/// Two components are equal if |left - right| <= epsilon.
template <typename L, typename R, typename V = detail::operands_t<L, R>>
constexpr vector<bool, V::dimensions> is_equal_vec(const L& left, const R& right, typename V::value_type epsilon = {}) {
    using T = typename V::value_type;
    return detail::relate<V>(left, right, [=](T a, T b) { return detail::near(a, b, epsilon); });
}
template <typename L, typename R, typename V = detail::operands_t<L, R>>
constexpr bool is_equal(const L& left, const R& right, typename V::value_type epsilon = {}) {
    return all(is_equal_vec(left, right, epsilon));
}

/// Two components are unequal if |left - right| > epsilon, or if one of them is NaN. If only some components differ, neither
/// is_equal() nor is_unequal() is true.
template <typename L, typename R, typename V = detail::operands_t<L, R>>
constexpr vector<bool, V::dimensions> is_unequal_vec(const L& left, const R& right, typename V::value_type epsilon = {}) {
    using T = typename V::value_type;
    return detail::relate<V>(left, right, [=](T a, T b) { return !detail::near(a, b, epsilon); });
}
template <typename L, typename R, typename V = detail::operands_t<L, R>>
constexpr bool is_unequal(const L& left, const R& right, typename V::value_type epsilon = {}) {
    return all(is_unequal_vec(left, right, epsilon));
}

/// Of two components, the left one is less if left < right + epsilon.
template <typename L, typename R, typename V = detail::operands_t<L, R>>
constexpr vector<bool, V::dimensions> is_less_vec(const L& left, const R& right, typename V::value_type epsilon = {}) {
    using T = typename V::value_type;
    return detail::relate<V>(left, right, [=](T a, T b) { return a < b || detail::nearer(a, b, epsilon); });
}
template <typename L, typename R, typename V = detail::operands_t<L, R>>
constexpr bool is_less(const L& left, const R& right, typename V::value_type epsilon = {}) {
    return all(is_less_vec(left, right, epsilon));
}

/// Of two components, the left one is less or equal if left <= right + epsilon.
template <typename L, typename R, typename V = detail::operands_t<L, R>>
constexpr vector<bool, V::dimensions> is_less_or_equal_vec(const L& left, const R& right, typename V::value_type epsilon = {}) {
    using T = typename V::value_type;
    return detail::relate<V>(left, right, [=](T a, T b) { return a <= b || detail::near(a, b, epsilon); });
}
template <typename L, typename R, typename V = detail::operands_t<L, R>>
constexpr bool is_less_or_equal(const L& left, const R& right, typename V::value_type epsilon = {}) {
    return all(is_less_or_equal_vec(left, right, epsilon));
}

/// Of two components, the left one is greater if left > right - epsilon.
template <typename L, typename R, typename V = detail::operands_t<L, R>>
constexpr vector<bool, V::dimensions> is_greater_vec(const L& left, const R& right, typename V::value_type epsilon = {}) {
    using T = typename V::value_type;
    return detail::relate<V>(left, right, [=](T a, T b) { return a > b || detail::nearer(a, b, epsilon); });
}
template <typename L, typename R, typename V = detail::operands_t<L, R>>
constexpr bool is_greater(const L& left, const R& right, typename V::value_type epsilon = {}) {
    return all(is_greater_vec(left, right, epsilon));
}

/// Of two components, the left one is greater or equal if left >= right - epsilon.
template <typename L, typename R, typename V = detail::operands_t<L, R>>
constexpr vector<bool, V::dimensions> is_greater_or_equal_vec(const L& left, const R& right,
                                                              typename V::value_type epsilon = {}) {
    using T = typename V::value_type;
    return detail::relate<V>(left, right, [=](T a, T b) { return a >= b || detail::near(a, b, epsilon); });
}
template <typename L, typename R, typename V = detail::operands_t<L, R>>
constexpr bool is_greater_or_equal(const L& left, const R& right, typename V::value_type epsilon = {}) {
    return all(is_greater_or_equal_vec(left, right, epsilon));
}

namespace detail {

// Masks for the parts of a floating-point number, whose bits are tested as an integer. With fast mathematics (--fast-math)
// the compiler may assume that there is no NaN or infinity, and a device may flush subnormal numbers to 0, but neither
// affects operations on integers.
template <floating_point T>
struct number_parts {
    static_assert(sizeof(T) <= 8, "the parts of a long double differ between processors: use double");
    using bits = bits_of<T>;
    static constexpr int fraction_bits = sizeof(T) == 8 ? 52 : sizeof(T) == 4 ? 23 : 10;
    static constexpr bits sign = static_cast<bits>(bits {1} << (sizeof(T) * 8 - 1));
    static constexpr bits fraction = static_cast<bits>((bits {1} << fraction_bits) - 1);
    static constexpr bits exponent = static_cast<bits>(~(sign | fraction));
    static constexpr bits magnitude = static_cast<bits>(~sign);
};

template <detail::arithmetic T>
constexpr bool is_finite_number(T value) {
    using parts = number_parts<T>;
    return (std::bit_cast<bits_of<T>>(value) & parts::exponent) != parts::exponent;
}
template <detail::arithmetic T>
constexpr bool is_nan_number(T value) {
    using parts = number_parts<T>;
    return (std::bit_cast<bits_of<T>>(value) & parts::magnitude) > parts::exponent;
}
template <detail::arithmetic T>
constexpr bool is_infinite_number(T value) {
    using parts = number_parts<T>;
    return (std::bit_cast<bits_of<T>>(value) & parts::magnitude) == parts::exponent;
}
template <detail::arithmetic T>
constexpr bool is_normal_number(T value) {
    return is_finite_number(value) && (std::bit_cast<bits_of<T>>(value) & number_parts<T>::exponent) != 0;
}

}  // namespace detail

/// Returns whether all components are 0 or -0.
template <detail::vector_like V>
constexpr bool is_null(const V& value) {
    return all(value == detail::component_of_t<V> {});
}
/// Returns whether all components are finite: neither infinite nor NaN. This test and the following ones are also correct with
/// fast mathematics.
template <detail::floating_vector V>
constexpr bool is_finite(const V& value) {
    return all(detail::each<detail::bool_vector_of_t<V>>([](auto a) { return detail::is_finite_number(a); },
                                                         detail::vector_of_t<V>(value)));
}
/// Returns whether any component is NaN.
template <detail::floating_vector V>
constexpr bool is_nan(const V& value) {
    return any(detail::each<detail::bool_vector_of_t<V>>([](auto a) { return detail::is_nan_number(a); },
                                                         detail::vector_of_t<V>(value)));
}
/// Returns whether any component is infinite.
template <detail::floating_vector V>
constexpr bool is_inf(const V& value) {
    return any(detail::each<detail::bool_vector_of_t<V>>([](auto a) { return detail::is_infinite_number(a); },
                                                         detail::vector_of_t<V>(value)));
}
/// Returns whether all components are normal numbers, as OpenCL's isnormal: not 0, subnormal, infinite or NaN.
template <detail::floating_vector V>
constexpr bool is_normal(const V& value) {
    return all(detail::each<detail::bool_vector_of_t<V>>([](auto a) { return detail::is_normal_number(a); },
                                                         detail::vector_of_t<V>(value)));
}

namespace detail {

/// The functions of this header as members. The first argument of a comparison is a vector or a scalar, and the second is
/// epsilon.
template <typename T, size_t N>
class relational_members {
    using V = vector<T, N>;
    using B = vector<bool, N>;
    constexpr const V& self() const { return static_cast<const V&>(*this); }

public:
    constexpr bool any() const { return ingot::any(self()); }
    constexpr bool all() const { return ingot::all(self()); }
    constexpr bool none() const { return ingot::none(self()); }

    template <typename Other>
    constexpr bool is_equal(const Other& other, T epsilon = {}) const {
        return ingot::is_equal(self(), other, epsilon);
    }
    template <typename Other>
    constexpr B is_equal_vec(const Other& other, T epsilon = {}) const {
        return ingot::is_equal_vec(self(), other, epsilon);
    }
    template <typename Other>
    constexpr bool is_unequal(const Other& other, T epsilon = {}) const {
        return ingot::is_unequal(self(), other, epsilon);
    }
    template <typename Other>
    constexpr B is_unequal_vec(const Other& other, T epsilon = {}) const {
        return ingot::is_unequal_vec(self(), other, epsilon);
    }
    template <typename Other>
    constexpr bool is_less(const Other& other, T epsilon = {}) const {
        return ingot::is_less(self(), other, epsilon);
    }
    template <typename Other>
    constexpr B is_less_vec(const Other& other, T epsilon = {}) const {
        return ingot::is_less_vec(self(), other, epsilon);
    }
    template <typename Other>
    constexpr bool is_less_or_equal(const Other& other, T epsilon = {}) const {
        return ingot::is_less_or_equal(self(), other, epsilon);
    }
    template <typename Other>
    constexpr B is_less_or_equal_vec(const Other& other, T epsilon = {}) const {
        return ingot::is_less_or_equal_vec(self(), other, epsilon);
    }
    template <typename Other>
    constexpr bool is_greater(const Other& other, T epsilon = {}) const {
        return ingot::is_greater(self(), other, epsilon);
    }
    template <typename Other>
    constexpr B is_greater_vec(const Other& other, T epsilon = {}) const {
        return ingot::is_greater_vec(self(), other, epsilon);
    }
    template <typename Other>
    constexpr bool is_greater_or_equal(const Other& other, T epsilon = {}) const {
        return ingot::is_greater_or_equal(self(), other, epsilon);
    }
    template <typename Other>
    constexpr B is_greater_or_equal_vec(const Other& other, T epsilon = {}) const {
        return ingot::is_greater_or_equal_vec(self(), other, epsilon);
    }

    constexpr bool is_null() const { return ingot::is_null(self()); }
    constexpr bool is_finite() const { return ingot::is_finite(self()); }
    constexpr bool is_nan() const { return ingot::is_nan(self()); }
    constexpr bool is_inf() const { return ingot::is_inf(self()); }
    constexpr bool is_normal() const { return ingot::is_normal(self()); }
};

}  // namespace detail

}  // namespace ingot
