// Functions that are computed with operators and with functions of <ingot/language/math.hpp>, and not by a function of the
// device (Table 8 of the thesis that docs/host-library.md names). math.hpp includes this header.
#pragma once

#include <ingot/language/math.hpp>
#include <numbers>

namespace ingot {

/// Limits the value to the range from `low` to `high`, where low <= high. NaN stays NaN.
template <detail::number T, detail::number L, detail::number H>
constexpr detail::number_type<T, L, H> clamp(T value, L low, H high) {
    using N = detail::number_type<T, L, H>;
    const N x = static_cast<N>(value);
    return x < static_cast<N>(low) ? static_cast<N>(low) : static_cast<N>(high) < x ? static_cast<N>(high) : x;
}

/// The remainder of value / max that is at least 0 and less than `max`: wrap(-1, 7) is 6. `max` must be positive. For
/// max = 0, the result is NaN for floating-point numbers, and undefined for integers (a division by 0).
template <detail::number T, detail::number M>
constexpr detail::number_type<T, M> wrap(T value, M max) {
    using N = detail::number_type<T, M>;
    const N x = static_cast<N>(value);
    const N y = static_cast<N>(max);
    if constexpr (std::unsigned_integral<N>) {
        return static_cast<N>(x % y);
    } else if constexpr (std::integral<N>) {
        const N rest = static_cast<N>(x % y);
        return rest < 0 ? static_cast<N>(rest + y) : rest;
    } else {
        const N rest = fmod(x, y);
        if (!(rest < N(0))) return rest + N(0);  // + 0 changes -0 to 0
        const N up = rest + y;
        return up < y ? up : N(0);  // for a tiny negative remainder, the sum is rounded to max
    }
}

/// Interpolates linearly from a (at t = 0) to b (at t = 1).
template <detail::number A, detail::number B, detail::number T>
constexpr detail::floating_type<A, B, T> interpolate(A a, B b, T t) {
    using N = detail::floating_type<A, B, T>;
    return static_cast<N>(a) + (static_cast<N>(b) - static_cast<N>(a)) * static_cast<N>(t);
}

/// Interpolates from a (at t = 0) to b (at t = 1) by a cubic polynomial (P. Bourke, "Interpolation methods", 1999). The slope
/// of the polynomial is b - a_prev at a, and b_next - a at b: twice the slopes of catmull_rom_interpolate.
template <detail::number P, detail::number A, detail::number B, detail::number Q, detail::number T>
constexpr detail::floating_type<P, A, B, Q, T> cubic_interpolate(P a_prev, A a, B b, Q b_next, T t) {
    using N = detail::floating_type<P, A, B, Q, T>;
    const N before = static_cast<N>(a_prev);
    const N from = static_cast<N>(a);
    const N to = static_cast<N>(b);
    const N after = static_cast<N>(b_next);
    const N x = static_cast<N>(t);
    const N third = (after - to) - (before - from);
    const N second = (before - from) - third;
    const N first = to - before;
    return ((third * x + second) * x + first) * x + from;
}

/// Interpolates from a (at t = 0) to b (at t = 1) by the spline of Catmull and Rom (1974) with evenly spaced knots. The slope
/// of the spline at each value is half the difference of the two neighbouring values.
template <detail::number P, detail::number A, detail::number B, detail::number Q, detail::number T>
constexpr detail::floating_type<P, A, B, Q, T> catmull_rom_interpolate(P a_prev, A a, B b, Q b_next, T t) {
    using N = detail::floating_type<P, A, B, Q, T>;
    const N before = static_cast<N>(a_prev);
    const N from = static_cast<N>(a);
    const N to = static_cast<N>(b);
    const N after = static_cast<N>(b_next);
    const N x = static_cast<N>(t);
    const N third = (after - before) + N(3) * (from - to);
    const N second = N(2) * before - N(5) * from + N(4) * to - after;
    const N first = to - before;
    return from + N(0.5f) * ((third * x + second) * x + first) * x;
}

namespace detail::run_time_math {

// Multiplies in float if T is half, because half would round the constant.
template <floating_point T>
constexpr T scaled_by(T value, double factor) {
    if constexpr (std::same_as<T, double>)
        return value * factor;
    else
        return T(static_cast<float>(value) * static_cast<float>(factor));
}

}  // namespace detail::run_time_math

/// Converts an angle from radians to degrees.
template <detail::number T>
constexpr detail::floating_type<T> rad_to_deg(T radians) {
    const auto x = static_cast<detail::floating_type<T>>(radians);
    return std::is_constant_evaluated() ? constant_math::rad_to_deg(x)
                                        : detail::run_time_math::scaled_by(x, 180.0 / std::numbers::pi);
}
/// Converts an angle from degrees to radians.
template <detail::number T>
constexpr detail::floating_type<T> deg_to_rad(T degrees) {
    const auto x = static_cast<detail::floating_type<T>>(degrees);
    return std::is_constant_evaluated() ? constant_math::deg_to_rad(x)
                                        : detail::run_time_math::scaled_by(x, std::numbers::pi / 180.0);
}

namespace constant_math {
using ingot::catmull_rom_interpolate;
using ingot::clamp;
using ingot::cubic_interpolate;
using ingot::interpolate;
using ingot::wrap;
}  // namespace constant_math

}  // namespace ingot
