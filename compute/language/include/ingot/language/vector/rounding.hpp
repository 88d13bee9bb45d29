// Rounding and limiting, by component (Table 9 of the thesis that docs/host-library.md names).
#pragma once

#include <ingot/language/vector/operators.hpp>

namespace ingot {

/// Rounds to the nearest integer, half-way cases away from 0.
template <detail::floating_vector V>
constexpr detail::vector_of_t<V> round(const V& value) {
    return detail::each<detail::vector_of_t<V>>([](auto a) { return round(a); }, detail::vector_of_t<V>(value));
}
/// Rounds to the greatest integer that is not greater than the value.
template <detail::floating_vector V>
constexpr detail::vector_of_t<V> floor(const V& value) {
    return detail::each<detail::vector_of_t<V>>([](auto a) { return floor(a); }, detail::vector_of_t<V>(value));
}
/// Rounds to the least integer that is not less than the value.
template <detail::floating_vector V>
constexpr detail::vector_of_t<V> ceil(const V& value) {
    return detail::each<detail::vector_of_t<V>>([](auto a) { return ceil(a); }, detail::vector_of_t<V>(value));
}
/// Rounds towards 0.
template <detail::floating_vector V>
constexpr detail::vector_of_t<V> trunc(const V& value) {
    return detail::each<detail::vector_of_t<V>>([](auto a) { return trunc(a); }, detail::vector_of_t<V>(value));
}
/// Rounds to the nearest integer, half-way cases to the even one.
template <detail::floating_vector V>
constexpr detail::vector_of_t<V> rint(const V& value) {
    return detail::each<detail::vector_of_t<V>>([](auto a) { return rint(a); }, detail::vector_of_t<V>(value));
}
/// The magnitude. The magnitude of the least signed integer does not fit into its type; the result is then the least integer
/// itself.
template <detail::vector_like V>
constexpr detail::vector_of_t<V> abs(const V& value) {
    using T = detail::component_of_t<V>;
    return detail::each<detail::vector_of_t<V>>(
        [](T a) {
            if constexpr (detail::floating_point<T>)
                return copysign(a, T(1));
            else if constexpr (std::signed_integral<T>)
                return static_cast<T>(a < 0 ? detail::bits_of<T>(0) - static_cast<detail::bits_of<T>>(a)
                                            : static_cast<detail::bits_of<T>>(a));
            else
                return a;
        },
        detail::vector_of_t<V>(value));
}

/// Limits the value to the range from `minimum` to `maximum`, which are vectors or scalars with minimum <= maximum.
template <detail::vector_like V, typename L, typename M>
constexpr detail::operands_t<V, L> clamp(const V& value, const L& minimum, const M& maximum) {
    using R = detail::operands_t<V, L>;
    using T = typename R::value_type;
    return detail::each<R>([](T a, T from, T to) { return a < from ? from
                                                          : to < a ? to
                                                                   : a; }, R(value),
                           detail::widen<R>(minimum), detail::widen<R>(maximum));
}
/// Limits the value to the range from 0 to 1.
template <detail::floating_vector V>
constexpr detail::vector_of_t<V> clamp(const V& value) {
    using T = detail::component_of_t<V>;
    return clamp(value, T(0), T(1));
}

/// Limits each component to the range from 0 to 1; NaN becomes 0.
template <detail::floating_vector V>
constexpr detail::vector_of_t<V> saturate(const V& value) {
    return detail::each<detail::vector_of_t<V>>([](auto a) { return saturate(a); }, detail::vector_of_t<V>(value));
}
/// The fractional part of each component, x - floor(x), which is at least 0 and less than 1.
template <detail::floating_vector V>
constexpr detail::vector_of_t<V> fract(const V& value) {
    return detail::each<detail::vector_of_t<V>>([](auto a) { return fract(a); }, detail::vector_of_t<V>(value));
}

/// The remainder of a division by `limit`. The remainder is at least 0 and less than `limit`: for a component of -1 and a limit
/// of 7 it is 6. `limit` is a vector or a scalar greater than 0.
template <detail::vector_like V, typename L>
constexpr detail::operands_t<V, L> wrap(const V& value, const L& limit) {
    using T = detail::component_of_t<V>;
    return detail::combine<detail::operands_t<V, L>>(value, limit, [](T a, T b) { return wrap(a, b); });
}

/// Rounds up to a multiple of `multiple`, a vector or scalar that is not negative. Where `multiple` is 0, the value is
/// returned.
template <detail::vector_like V, typename M>
constexpr detail::operands_t<V, M> round_next_multiple(const V& value, const M& multiple) {
    using T = detail::component_of_t<V>;
    return detail::combine<detail::operands_t<V, M>>(value, multiple, [](T a, T b) {
        if (b == T(0)) return a;
        const T remainder = wrap(a, b);
        return remainder == T(0) ? a : static_cast<T>(a + (b - remainder));
    });
}

namespace detail {

/// The functions of this header, except saturate() and fract(), as members. A function whose name is a verb, such as round(),
/// changes the vector and returns it. The function with the participle, such as rounded(), returns a changed copy.
template <typename T, size_t N>
class rounding_members {
    using V = vector<T, N>;
    constexpr V& self() { return static_cast<V&>(*this); }
    constexpr const V& self() const { return static_cast<const V&>(*this); }

public:
    constexpr V& round() { return self() = rounded(); }
    constexpr V rounded() const { return ingot::round(self()); }
    constexpr V& floor() { return self() = floored(); }
    constexpr V floored() const { return ingot::floor(self()); }
    constexpr V& ceil() { return self() = ceiled(); }
    constexpr V ceiled() const { return ingot::ceil(self()); }
    constexpr V& trunc() { return self() = truncated(); }
    constexpr V truncated() const { return ingot::trunc(self()); }
    constexpr V& rint() { return self() = rinted(); }
    constexpr V rinted() const { return ingot::rint(self()); }
    constexpr V& abs() { return self() = absed(); }
    constexpr V absed() const { return ingot::abs(self()); }
    template <typename... Arguments>
    constexpr V& clamp(const Arguments&... limits) {
        return self() = clamped(limits...);
    }
    template <typename... Arguments>
    constexpr V clamped(const Arguments&... limits) const {
        return ingot::clamp(self(), limits...);
    }
    template <typename... Arguments>
    constexpr V& wrap(const Arguments&... limits) {
        return self() = wrapped(limits...);
    }
    template <typename... Arguments>
    constexpr V wrapped(const Arguments&... limits) const {
        return ingot::wrap(self(), limits...);
    }
    template <typename... Arguments>
    constexpr V& round_next_multiple(const Arguments&... limits) {
        return self() = rounded_next_multiple(limits...);
    }
    template <typename... Arguments>
    constexpr V rounded_next_multiple(const Arguments&... limits) const {
        return ingot::round_next_multiple(self(), limits...);
    }
};

}  // namespace detail

}  // namespace ingot
