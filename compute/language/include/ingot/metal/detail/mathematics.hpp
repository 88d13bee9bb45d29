// Mathematical functions (MSL 3.0, section 6.5) and geometric functions (6.8). They are those of the C++ language: for a half, a
// function computes in float and rounds the result.
//
// `fast` and `precise` name the same functions, those whose errors are within the table for precise functions (section 7.4).
#pragma once

#include <ingot/metal/detail/common.hpp>
#include <ingot/metal/detail/matrix.hpp>

namespace metal {

namespace ingot_detail {

// The devices' own function differs by up to 2 units in the last place; Metal's is correctly rounded (section 7.4). One step of
// Newton's method: with the product x * y as the sum of `high` and `low`, `rest` is 1 - x * y * y.
constexpr float corrected_rsqrt(float x) {
    const float y = ingot::rsqrt(x);
    if (!(y > 0.0f && y < INFINITY)) return y;
    const float high = x * y;
    const float low = ingot::fma(x, y, -high);
    const float rest = ingot::fma(-low, y, ingot::fma(-high, y, 1.0f));
    return ingot::fma(0.5f * y, rest, y);
}

}  // namespace ingot_detail

// Declare a function of one, two or three real numbers, as an expression of floats. Macros, because the names differ.
#define INGOT_METAL_FUNCTION_1(name, expression)                                                            \
    template <typename A>                                                                                   \
        requires ingot_detail::reals<A>                                                                     \
    constexpr ingot_detail::common_real<A> name(A value) {                                                  \
        return ingot_detail::each<ingot_detail::common_real<A>>([](float x) { return expression; }, value); \
    }
#define INGOT_METAL_FUNCTION_2(name, expression)                        \
    template <typename A, typename B>                                   \
        requires ingot_detail::reals<A, B>                              \
    constexpr ingot_detail::common_real<A, B> name(A first, B second) { \
        using C = ingot_detail::common_real<A, B>;                      \
        return ingot_detail::each_as<C, C>(                             \
            [](auto a, auto b) {                                        \
                const float x = a;                                      \
                const float y = b;                                      \
                return expression;                                      \
            },                                                          \
            first, second);                                             \
    }

INGOT_METAL_FUNCTION_1(acos, ingot::acos(x))
INGOT_METAL_FUNCTION_1(acosh, ingot::acosh(x))
INGOT_METAL_FUNCTION_1(asin, ingot::asin(x))
INGOT_METAL_FUNCTION_1(asinh, ingot::asinh(x))
INGOT_METAL_FUNCTION_1(atan, ingot::atan(x))
INGOT_METAL_FUNCTION_1(atanh, ingot::atanh(x))
INGOT_METAL_FUNCTION_1(ceil, ingot::ceil(x))
INGOT_METAL_FUNCTION_1(cos, ingot::cos(x))
INGOT_METAL_FUNCTION_1(cosh, ingot::cosh(x))
INGOT_METAL_FUNCTION_1(exp, ingot::exp(x))
INGOT_METAL_FUNCTION_1(exp2, ingot::exp2(x))
INGOT_METAL_FUNCTION_1(exp10, ingot::exp10(x))
INGOT_METAL_FUNCTION_1(fabs, ingot::fabs(x))
INGOT_METAL_FUNCTION_1(floor, ingot::floor(x))
INGOT_METAL_FUNCTION_1(log, ingot::log(x))
INGOT_METAL_FUNCTION_1(log2, ingot::log2(x))
INGOT_METAL_FUNCTION_1(log10, ingot::log10(x))
INGOT_METAL_FUNCTION_1(rint, ingot::rint(x))
INGOT_METAL_FUNCTION_1(round, ingot::round(x))
INGOT_METAL_FUNCTION_1(rsqrt, ingot_detail::corrected_rsqrt(x))
INGOT_METAL_FUNCTION_1(sin, ingot::sin(x))
INGOT_METAL_FUNCTION_1(sinh, ingot::sinh(x))
INGOT_METAL_FUNCTION_1(sqrt, ingot::sqrt(x))
INGOT_METAL_FUNCTION_1(tan, ingot::tan(x))
INGOT_METAL_FUNCTION_1(tanh, ingot::tanh(x))
INGOT_METAL_FUNCTION_1(trunc, ingot::trunc(x))

INGOT_METAL_FUNCTION_2(atan2, ingot::atan2(x, y))
INGOT_METAL_FUNCTION_2(copysign, ingot::copysign(x, y))
INGOT_METAL_FUNCTION_2(divide, x / y)
INGOT_METAL_FUNCTION_2(fdim, ingot::fdim(x, y))
INGOT_METAL_FUNCTION_2(fmax, ingot::fmax(x, y))
INGOT_METAL_FUNCTION_2(fmin, ingot::fmin(x, y))
INGOT_METAL_FUNCTION_2(fmod, ingot::fmod(x, y))
INGOT_METAL_FUNCTION_2(pow, ingot::pow(x, y))
INGOT_METAL_FUNCTION_2(powr, ingot::pow(x, y))

namespace ingot_detail {

// The largest number below 1 in type T, for fract().
template <typename T>
inline constexpr T below_one = std::is_same_v<T, bfloat> ? T(0x1.fep-1f)
                               : sizeof(T) == 2          ? T(0x1.ffcp-1f)
                                                         : T(0x1.fffffep-1f);

/// A number in eighths of a turn around 0: `part` is from -1/4 to 1/4, and the angle is quarters * 1/2 + part, in half turns.
struct half_turns {
    float part;
    uint quarters;
};
// The remainder of a division by 1/2, which is exact.
constexpr half_turns reduced(float x) {
    const float nearest = ingot::rint(x * 2.0f);
    // From 2^24 on, every number is even: the angle is a multiple of whole turns.
    const bool is_large = ingot::fabs(x) >= 0x1p24f;
    return {is_large ? 0.0f : x - nearest * 0.5f, is_large ? 0u : static_cast<uint>(static_cast<int>(nearest)) & 3u};
}
constexpr float sine_of_half_turns(float x) {
    if (!(magnitude_of(x) < infinite_bits<float>)) return NAN;
    const half_turns angle = reduced(x);
    const float radians = angle.part * M_PI_F;
    const float value = (angle.quarters & 1u) != 0 ? ingot::cos(radians) : ingot::sin(radians);
    return (angle.quarters & 2u) != 0 ? -value : value;
}
constexpr float cosine_of_half_turns(float x) {
    if (!(magnitude_of(x) < infinite_bits<float>)) return NAN;
    const half_turns angle = reduced(x);
    const float radians = angle.part * M_PI_F;
    const float value = (angle.quarters & 1u) != 0 ? -ingot::sin(radians) : ingot::cos(radians);
    return (angle.quarters & 2u) != 0 ? -value : value;
}
constexpr float tangent_of_half_turns(float x) {
    if (!(magnitude_of(x) < infinite_bits<float>)) return NAN;
    const half_turns angle = reduced(x);
    const float radians = angle.part * M_PI_F;
    if ((angle.quarters & 1u) == 0) return ingot::tan(radians);
    return angle.part == 0.0f ? ((angle.quarters & 2u) != 0 ? -INFINITY : INFINITY) : -1.0f / ingot::tan(radians);
}

/// The exponent e of a number that is not 0, NaN or infinite: |x| is at least 2^e and less than 2^(e + 1).
constexpr int exponent_of(float x) {
    const uint magnitude = magnitude_of(x);
    if (magnitude < least_normal_bits<float>) return static_cast<int>(31u - static_cast<uint>(ingot::clz(magnitude))) - 149;
    return static_cast<int>(magnitude >> 23) - 127;
}
constexpr float power_of_two(int exponent) { return __builtin_bit_cast(float, static_cast<uint>(exponent + 127) << 23); }
// x * 2^exponent. Up to two multiplications bring the exponent into the range of normal numbers; only the last one rounds.
constexpr float scaled(float x, int exponent) {
    if (exponent > 127) {
        x *= 0x1p127f;
        exponent = exponent - 127;
        if (exponent > 127) {
            x *= 0x1p127f;
            exponent = exponent - 127 > 127 ? 127 : exponent - 127;
        }
    } else if (exponent < -126) {
        x *= 0x1p-102f;
        exponent = exponent + 102;
        if (exponent < -126) {
            x *= 0x1p-102f;
            exponent = exponent + 102 < -126 ? -126 : exponent + 102;
        }
    }
    return x * power_of_two(exponent);
}
constexpr float fraction_of(float x, thread int& exponent) {
    exponent = 0;
    if (x == 0.0f || !(magnitude_of(x) < infinite_bits<float>)) return x;
    exponent = exponent_of(x) + 1;
    // Two steps, because 2^-exponent can be larger than the largest number.
    return scaled(scaled(x, -(exponent / 2)), -(exponent - exponent / 2));
}

template <typename T>
using ints_of = with_element<unpacked<T>, int>;

}  // namespace ingot_detail

INGOT_METAL_FUNCTION_1(sinpi, ingot_detail::sine_of_half_turns(x))
INGOT_METAL_FUNCTION_1(cospi, ingot_detail::cosine_of_half_turns(x))
INGOT_METAL_FUNCTION_1(tanpi, ingot_detail::tangent_of_half_turns(x))

#undef INGOT_METAL_FUNCTION_1
#undef INGOT_METAL_FUNCTION_2

/// The part after the point, at least 0 and less than 1.
template <typename A>
    requires ingot_detail::reals<A>
constexpr ingot_detail::common_real<A> fract(A value) {
    using C = ingot_detail::common_real<A>;
    using element = ingot_detail::element_of<C>;
    return ingot_detail::each<C>(
        [](float x) {
            const float part = x - ingot::floor(x);
            const float limit = static_cast<float>(ingot_detail::below_one<element>);
            return part > limit ? limit : part;
        },
        value);
}

/// a * b + c, rounded once.
template <typename A, typename B, typename D>
    requires ingot_detail::reals<A, B, D>
constexpr ingot_detail::common_real<A, B, D> fma(A a, B b, D c) {
    using C = ingot_detail::common_real<A, B, D>;
    return ingot_detail::each_as<C, C>(
        [](auto x, auto y, auto z) { return ingot::fma(static_cast<float>(x), static_cast<float>(y), static_cast<float>(z)); }, a,
        b, c);
}

template <typename A, typename B, typename D>
    requires ingot_detail::reals<A, B, D>
constexpr ingot_detail::common_real<A, B, D> fmin3(A x, B y, D z) {
    return fmin(fmin(x, y), z);
}
template <typename A, typename B, typename D>
    requires ingot_detail::reals<A, B, D>
constexpr ingot_detail::common_real<A, B, D> fmax3(A x, B y, D z) {
    return fmax(fmax(x, y), z);
}
template <typename A, typename B, typename D>
    requires ingot_detail::reals<A, B, D>
constexpr ingot_detail::common_real<A, B, D> fmedian3(A x, B y, D z) {
    using C = ingot_detail::common_real<A, B, D>;
    return ingot_detail::each_as<C, C>([](auto a, auto b, auto c) { return ingot_detail::middle(a, b, c); }, x, y, z);
}

namespace ingot_detail {
// The next number from x towards y, by its bits. (Metal 3.1.)
constexpr float next_after(float x, float y) {
    if (magnitude_of(x) > infinite_bits<float> || magnitude_of(y) > infinite_bits<float>) return NAN;
    if (x == y) return y;
    if (x == 0.0f) return __builtin_bit_cast(float, (y < 0.0f ? 0x8000'0000u : 0u) | 1u);
    const uint bits = __builtin_bit_cast(uint, x);
    return __builtin_bit_cast(float, (x < y) == (x > 0.0f) ? bits + 1u : bits - 1u);
}
}  // namespace ingot_detail
constexpr float nextafter(float x, float y) { return ingot_detail::next_after(x, y); }

/// Returns the sine, and stores the cosine.
template <typename A>
    requires ingot_detail::real_operand<A>
constexpr ingot_detail::unpacked<A> sincos(A x, thread ingot_detail::unpacked<A>& cosine) {
    cosine = cos(x);
    return sin(x);
}
/// Returns the part after the point, and stores the part before it, both with the sign of x.
template <typename A>
    requires ingot_detail::real_operand<A>
constexpr ingot_detail::unpacked<A> modf(A x, thread ingot_detail::unpacked<A>& whole) {
    whole = trunc(x);
    return ingot_detail::each<ingot_detail::unpacked<A>>(
        [](auto a, auto b) {
            const bool is_infinite = ingot_detail::magnitude_of(a) == ingot_detail::infinite_bits<decltype(a)>;
            return ingot::copysign(is_infinite ? 0.0f : static_cast<float>(a) - static_cast<float>(b), static_cast<float>(a));
        },
        x, whole);
}
template <typename A>
    requires ingot_detail::real_operand<A>
constexpr ingot_detail::unpacked<A> ldexp(A x, ingot_detail::ints_of<A> exponent) {
    return ingot_detail::each<ingot_detail::unpacked<A>>([](float a, int e) { return ingot_detail::scaled(a, e); }, x, exponent);
}
/// Returns m with x = m * 2^exponent, where |m| is at least 1/2 and less than 1, or 0; stores the exponent.
template <typename A>
    requires ingot_detail::real_operand<A>
constexpr ingot_detail::unpacked<A> frexp(A x, thread ingot_detail::ints_of<A>& exponent) {
    exponent = ingot_detail::each<ingot_detail::ints_of<A>>(
        [](float a) {
            int result = 0;
            ingot_detail::fraction_of(a, result);
            return result;
        },
        x);
    return ingot_detail::each<ingot_detail::unpacked<A>>(
        [](float a) {
            int ignored = 0;
            return ingot_detail::fraction_of(a, ignored);
        },
        x);
}
/// The exponent of x; INT_MIN for 0, and INT_MAX for infinities and NaN.
template <typename A>
    requires ingot_detail::real_operand<A>
constexpr ingot_detail::ints_of<A> ilogb(A x) {
    return ingot_detail::each<ingot_detail::ints_of<A>>(
        [](float a) {
            if (a == 0.0f) return INT_MIN;
            return ingot_detail::magnitude_of(a) < ingot_detail::infinite_bits<float> ? ingot_detail::exponent_of(a) : INT_MAX;
        },
        x);
}

// Geometric functions. They compute in float, also for half.

namespace ingot_detail {

template <typename T>
concept real_vector = any_vector<T> && real_operand<T>;
template <typename A, typename B>
concept real_vectors = real_vector<A> && real_vector<B> && requires { typename common_operand<A, B>::type; };

template <typename A, typename B>
constexpr float sum_of_products(const A& a, const B& b) {
    float sum = static_cast<float>(a.x) * static_cast<float>(b.x) + static_cast<float>(a.y) * static_cast<float>(b.y);
    if constexpr (shape<A>::count > 2) sum += static_cast<float>(a.z) * static_cast<float>(b.z);
    if constexpr (shape<A>::count > 3) sum += static_cast<float>(a.w) * static_cast<float>(b.w);
    return sum;
}

}  // namespace ingot_detail

template <typename A, typename B>
    requires ingot_detail::real_vectors<A, B>
constexpr ingot_detail::element_of<A> dot(A x, B y) {
    return static_cast<ingot_detail::element_of<A>>(ingot_detail::sum_of_products(x, y));
}
// A scalar is converted to a vector (section 2.20).
template <ingot_detail::real_vector A, ingot_detail::scalar B>
constexpr ingot_detail::element_of<A> dot(A x, B y) {
    return dot(x, A(y));
}
template <ingot_detail::scalar A, ingot_detail::real_vector B>
constexpr ingot_detail::element_of<B> dot(A x, B y) {
    return dot(B(x), y);
}
template <typename A, typename B>
    requires ingot_detail::real_vectors<A, B> && (ingot_detail::shape<A>::count == 3)
constexpr ingot_detail::unpacked<A> cross(A x, B y) {
    return ingot_detail::unpacked<A>(x.y * y.z - x.z * y.y, x.z * y.x - x.x * y.z, x.x * y.y - x.y * y.x);
}
template <ingot_detail::real_vector A>
constexpr ingot_detail::element_of<A> length_squared(A x) {
    return dot(x, x);
}
template <ingot_detail::real_vector A>
constexpr ingot_detail::element_of<A> length(A x) {
    return static_cast<ingot_detail::element_of<A>>(ingot::sqrt(ingot_detail::sum_of_products(x, x)));
}
template <typename A, typename B>
    requires ingot_detail::real_vectors<A, B>
constexpr ingot_detail::element_of<A> distance_squared(A x, B y) {
    return length_squared(x - y);
}
template <ingot_detail::real_vector A, ingot_detail::scalar B>
constexpr ingot_detail::element_of<A> distance_squared(A x, B y) {
    return distance_squared(x, A(y));
}
template <typename A, typename B>
    requires ingot_detail::real_vectors<A, B>
constexpr ingot_detail::element_of<A> distance(A x, B y) {
    return length(x - y);
}
template <ingot_detail::real_vector A, ingot_detail::scalar B>
constexpr ingot_detail::element_of<A> distance(A x, B y) {
    return distance(x, A(y));
}
/// The vector with length 1 and the same direction. The vector 0 stays 0.
template <ingot_detail::real_vector A>
constexpr ingot_detail::unpacked<A> normalize(A x) {
    const float squared = ingot_detail::sum_of_products(x, x);
    const float factor = squared == 0.0f ? 0.0f : ingot::rsqrt(squared);
    return ingot_detail::each<ingot_detail::unpacked<A>>([=](float a) { return a * factor; }, x);
}
template <ingot_detail::real_vector A>
constexpr ingot_detail::unpacked<A> faceforward(A n, A incident, A reference) {
    return dot(reference, incident) < 0 ? ingot_detail::unpacked<A>(n) : -n;
}
template <ingot_detail::real_vector A>
constexpr ingot_detail::unpacked<A> reflect(A incident, A n) {
    const ingot_detail::unpacked<A> normal = normalize(n);
    return incident - normal * (dot(normal, incident) * ingot_detail::element_of<A>(2));
}
/// The refracted direction for a ratio of indices of refraction; 0 if all light is reflected.
template <ingot_detail::real_vector A>
constexpr ingot_detail::unpacked<A> refract(A incident, A n, ingot_detail::element_of<A> eta) {
    const float cosine = ingot_detail::sum_of_products(n, incident);
    const float ratio = static_cast<float>(eta);
    const float rest = 1.0f - ratio * ratio * (1.0f - cosine * cosine);
    if (rest < 0.0f) return ingot_detail::unpacked<A>(0);
    const float along = ratio * cosine + ingot::sqrt(rest);
    return ingot_detail::each<ingot_detail::unpacked<A>>([=](float i, float m) { return i * ratio - m * along; }, incident, n);
}

namespace fast {
using metal::abs;
using metal::acos;
using metal::acosh;
using metal::asin;
using metal::asinh;
using metal::atan;
using metal::atan2;
using metal::atanh;
using metal::ceil;
using metal::clamp;
using metal::copysign;
using metal::cos;
using metal::cosh;
using metal::cospi;
using metal::distance;
using metal::divide;
using metal::exp;
using metal::exp10;
using metal::exp2;
using metal::fabs;
using metal::fdim;
using metal::floor;
using metal::fma;
using metal::fmax;
using metal::fmax3;
using metal::fmedian3;
using metal::fmin;
using metal::fmin3;
using metal::fmod;
using metal::fract;
using metal::frexp;
using metal::ilogb;
using metal::ldexp;
using metal::length;
using metal::log;
using metal::log10;
using metal::log2;
using metal::max;
using metal::max3;
using metal::median3;
using metal::min;
using metal::min3;
using metal::modf;
using metal::normalize;
using metal::pow;
using metal::powr;
using metal::rint;
using metal::round;
using metal::rsqrt;
using metal::saturate;
using metal::sin;
using metal::sincos;
using metal::sinh;
using metal::sinpi;
using metal::sqrt;
using metal::tan;
using metal::tanh;
using metal::tanpi;
using metal::trunc;
}  // namespace fast

namespace precise {
using metal::abs;
using metal::acos;
using metal::acosh;
using metal::asin;
using metal::asinh;
using metal::atan;
using metal::atan2;
using metal::atanh;
using metal::ceil;
using metal::clamp;
using metal::copysign;
using metal::cos;
using metal::cosh;
using metal::cospi;
using metal::distance;
using metal::divide;
using metal::exp;
using metal::exp10;
using metal::exp2;
using metal::fabs;
using metal::fdim;
using metal::floor;
using metal::fma;
using metal::fmax;
using metal::fmax3;
using metal::fmedian3;
using metal::fmin;
using metal::fmin3;
using metal::fmod;
using metal::fract;
using metal::frexp;
using metal::ilogb;
using metal::ldexp;
using metal::length;
using metal::log;
using metal::log10;
using metal::log2;
using metal::max;
using metal::max3;
using metal::median3;
using metal::min;
using metal::min3;
using metal::modf;
using metal::normalize;
using metal::pow;
using metal::powr;
using metal::rint;
using metal::round;
using metal::rsqrt;
using metal::saturate;
using metal::sin;
using metal::sincos;
using metal::sinh;
using metal::sinpi;
using metal::sqrt;
using metal::tan;
using metal::tanh;
using metal::tanpi;
using metal::trunc;
}  // namespace precise

}  // namespace metal
