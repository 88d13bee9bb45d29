// Mathematical functions by component (Table 9 of the thesis that docs/host-library.md names). A function calls a function of
// <ingot/language/math.hpp> for each component, so the errors are those in docs/mathematics.md.
#pragma once

#include <ingot/language/vector/operators.hpp>

namespace ingot {

/// The square root.
template <detail::floating_vector V>
constexpr detail::vector_of_t<V> sqrt(const V& value) {
    return detail::each<detail::vector_of_t<V>>([](auto a) { return sqrt(a); }, detail::vector_of_t<V>(value));
}
/// 1 / the square root.
template <detail::floating_vector V>
constexpr detail::vector_of_t<V> rsqrt(const V& value) {
    return detail::each<detail::vector_of_t<V>>([](auto a) { return rsqrt(a); }, detail::vector_of_t<V>(value));
}
/// The sine, cosine and tangent of angles in radians.
template <detail::floating_vector V>
constexpr detail::vector_of_t<V> sin(const V& value) {
    return detail::each<detail::vector_of_t<V>>([](auto a) { return sin(a); }, detail::vector_of_t<V>(value));
}
template <detail::floating_vector V>
constexpr detail::vector_of_t<V> cos(const V& value) {
    return detail::each<detail::vector_of_t<V>>([](auto a) { return cos(a); }, detail::vector_of_t<V>(value));
}
template <detail::floating_vector V>
constexpr detail::vector_of_t<V> tan(const V& value) {
    return detail::each<detail::vector_of_t<V>>([](auto a) { return tan(a); }, detail::vector_of_t<V>(value));
}
/// The arc sine (-pi/2 to pi/2), arc cosine (0 to pi) and arc tangent (-pi/2 to pi/2) in radians.
template <detail::floating_vector V>
constexpr detail::vector_of_t<V> asin(const V& value) {
    return detail::each<detail::vector_of_t<V>>([](auto a) { return asin(a); }, detail::vector_of_t<V>(value));
}
template <detail::floating_vector V>
constexpr detail::vector_of_t<V> acos(const V& value) {
    return detail::each<detail::vector_of_t<V>>([](auto a) { return acos(a); }, detail::vector_of_t<V>(value));
}
template <detail::floating_vector V>
constexpr detail::vector_of_t<V> atan(const V& value) {
    return detail::each<detail::vector_of_t<V>>([](auto a) { return atan(a); }, detail::vector_of_t<V>(value));
}
/// The powers of e and of 2.
template <detail::floating_vector V>
constexpr detail::vector_of_t<V> exp(const V& value) {
    return detail::each<detail::vector_of_t<V>>([](auto a) { return exp(a); }, detail::vector_of_t<V>(value));
}
template <detail::floating_vector V>
constexpr detail::vector_of_t<V> exp2(const V& value) {
    return detail::each<detail::vector_of_t<V>>([](auto a) { return exp2(a); }, detail::vector_of_t<V>(value));
}
/// The logarithms to the bases e and 2.
template <detail::floating_vector V>
constexpr detail::vector_of_t<V> log(const V& value) {
    return detail::each<detail::vector_of_t<V>>([](auto a) { return log(a); }, detail::vector_of_t<V>(value));
}
template <detail::floating_vector V>
constexpr detail::vector_of_t<V> log2(const V& value) {
    return detail::each<detail::vector_of_t<V>>([](auto a) { return log2(a); }, detail::vector_of_t<V>(value));
}
/// Convert degrees to radians, and radians to degrees.
template <detail::floating_vector V>
constexpr detail::vector_of_t<V> to_rad(const V& value) {
    return detail::each<detail::vector_of_t<V>>([](auto a) { return deg_to_rad(a); }, detail::vector_of_t<V>(value));
}
template <detail::floating_vector V>
constexpr detail::vector_of_t<V> to_deg(const V& value) {
    return detail::each<detail::vector_of_t<V>>([](auto a) { return rad_to_deg(a); }, detail::vector_of_t<V>(value));
}
/// The angle of the point (x, y) in radians, -pi to pi. Either argument can be a scalar.
template <typename Y, typename X, typename V = detail::operands_t<Y, X>>
    requires detail::floating_vector<V>
constexpr V atan2(const Y& y, const X& x) {
    return detail::combine<V>(y, x, [](auto a, auto b) { return atan2(a, b); });
}
/// The base to the power of the exponent. Either argument can be a scalar.
template <typename B, typename E, typename V = detail::operands_t<B, E>>
    requires detail::floating_vector<V>
constexpr V pow(const B& base, const E& exponent) {
    return detail::combine<V>(base, exponent, [](auto a, auto b) { return pow(a, b); });
}
/// `magnitude` with the sign of `sign`. Either argument can be a scalar.
template <typename L, typename R, typename V = detail::operands_t<L, R>>
    requires detail::floating_vector<V>
constexpr V copysign(const L& magnitude, const R& sign) {
    return detail::combine<V>(magnitude, sign, [](auto a, auto b) { return copysign(a, b); });
}
/// a * b + c, rounded once. c can be a scalar, and so can a or b, but not both.
template <typename A, typename B, typename C, typename V = detail::operands_t<detail::operands_t<A, B>, C>>
    requires detail::floating_vector<V>
constexpr V fma(const A& a, const B& b, const C& c) {
    return detail::each<V>([](auto x, auto y, auto z) { return fma(x, y, z); }, detail::widen<V>(a), detail::widen<V>(b),
                           detail::widen<V>(c));
}

/// Linear interpolation from a (at 0) to b (at 1). `fraction` is a vector or a scalar.
template <typename A, typename B, typename At, typename V = detail::operands_t<A, B>>
    requires detail::floating_vector<V>
constexpr V interpolate(const A& a, const B& b, const At& fraction) {
    return detail::each<V>([](auto x, auto y, auto t) { return interpolate(x, y, t); }, detail::widen<V>(a), detail::widen<V>(b),
                           detail::widen<V>(fraction));
}
/// Another name of `interpolate`.
template <typename A, typename B, typename At, typename V = detail::operands_t<A, B>>
    requires detail::floating_vector<V>
constexpr V mix(const A& a, const B& b, const At& fraction) {
    return interpolate(a, b, fraction);
}
/// Cubic interpolation from a (at 0) to b (at 1). `before` is the value before a, `after` the value after b.
template <detail::floating_vector V, typename At>
constexpr V cubic_interpolate(const V& before, const V& a, const V& b, const V& after, const At& fraction) {
    return detail::each<V>([](auto p, auto x, auto y, auto n, auto t) { return cubic_interpolate(p, x, y, n, t); }, before, a, b,
                           after, detail::widen<V>(fraction));
}
/// Catmull-Rom interpolation from a (at 0) to b (at 1). `before` is the value before a, `after` the value after b.
template <detail::floating_vector V, typename At>
constexpr V catmull_rom_interpolate(const V& before, const V& a, const V& b, const V& after, const At& fraction) {
    return detail::each<V>([](auto p, auto x, auto y, auto n, auto t) { return catmull_rom_interpolate(p, x, y, n, t); }, before,
                           a, b, after, detail::widen<V>(fraction));
}

namespace detail {

/// The functions of this header, except mix(), as members. A function with the plain name, such as sqrt(), changes the vector
/// and returns it. The function whose name ends in -ed, such as sqrted(), returns a changed copy, and so do in_rad() and
/// in_deg().
template <typename T, size_t N>
class mathematical_members {
    using V = vector<T, N>;
    constexpr V& self() { return static_cast<V&>(*this); }
    constexpr const V& self() const { return static_cast<const V&>(*this); }

public:
    constexpr V& sqrt() { return self() = sqrted(); }
    constexpr V sqrted() const { return ingot::sqrt(self()); }
    constexpr V& rsqrt() { return self() = rsqrted(); }
    constexpr V rsqrted() const { return ingot::rsqrt(self()); }
    constexpr V& sin() { return self() = sined(); }
    constexpr V sined() const { return ingot::sin(self()); }
    constexpr V& cos() { return self() = cosed(); }
    constexpr V cosed() const { return ingot::cos(self()); }
    constexpr V& tan() { return self() = taned(); }
    constexpr V taned() const { return ingot::tan(self()); }
    constexpr V& asin() { return self() = asined(); }
    constexpr V asined() const { return ingot::asin(self()); }
    constexpr V& acos() { return self() = acosed(); }
    constexpr V acosed() const { return ingot::acos(self()); }
    constexpr V& atan() { return self() = ataned(); }
    constexpr V ataned() const { return ingot::atan(self()); }
    constexpr V& exp() { return self() = exped(); }
    constexpr V exped() const { return ingot::exp(self()); }
    constexpr V& exp2() { return self() = exp2ed(); }
    constexpr V exp2ed() const { return ingot::exp2(self()); }
    constexpr V& log() { return self() = loged(); }
    constexpr V loged() const { return ingot::log(self()); }
    constexpr V& log2() { return self() = log2ed(); }
    constexpr V log2ed() const { return ingot::log2(self()); }
    constexpr V& to_rad() { return self() = in_rad(); }
    constexpr V in_rad() const { return ingot::to_rad(self()); }
    constexpr V& to_deg() { return self() = in_deg(); }
    constexpr V in_deg() const { return ingot::to_deg(self()); }
    /// The angles of points. This vector contains the y coordinates of the points, and the argument the x coordinates.
    template <typename Other>
    constexpr V& atan2(const Other& x) {
        return self() = atan2ed(x);
    }
    template <typename Other>
    constexpr V atan2ed(const Other& x) const {
        return ingot::atan2(self(), x);
    }
    template <typename Other>
    constexpr V& pow(const Other& exponent) {
        return self() = powed(exponent);
    }
    template <typename Other>
    constexpr V powed(const Other& exponent) const {
        return ingot::pow(self(), exponent);
    }
    template <typename Factor, typename Summand>
    constexpr V& fma(const Factor& factor, const Summand& summand) {
        return self() = fmaed(factor, summand);
    }
    template <typename Factor, typename Summand>
    constexpr V fmaed(const Factor& factor, const Summand& summand) const {
        return ingot::fma(self(), factor, summand);
    }
    template <typename Other>
    constexpr V& copysign(const Other& sign) {
        return self() = copysigned(sign);
    }
    template <typename Other>
    constexpr V copysigned(const Other& sign) const {
        return ingot::copysign(self(), sign);
    }
    /// Interpolates from this vector (at 0) to `end` (at 1).
    template <typename At>
    constexpr V& interpolate(const V& end, const At& fraction) {
        return self() = interpolated(end, fraction);
    }
    template <typename At>
    constexpr V interpolated(const V& end, const At& fraction) const {
        return ingot::interpolate(self(), end, fraction);
    }
    template <typename At>
    constexpr V& cubic_interpolate(const V& before, const V& end, const V& after, const At& fraction) {
        return self() = cubic_interpolated(before, end, after, fraction);
    }
    template <typename At>
    constexpr V cubic_interpolated(const V& before, const V& end, const V& after, const At& fraction) const {
        return ingot::cubic_interpolate(before, self(), end, after, fraction);
    }
    template <typename At>
    constexpr V& catmull_rom_interpolate(const V& before, const V& end, const V& after, const At& fraction) {
        return self() = catmull_rom_interpolated(before, end, after, fraction);
    }
    template <typename At>
    constexpr V catmull_rom_interpolated(const V& before, const V& end, const V& after, const At& fraction) const {
        return ingot::catmull_rom_interpolate(before, self(), end, after, fraction);
    }
};

}  // namespace detail

}  // namespace ingot
