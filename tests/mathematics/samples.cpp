#include "samples.hpp"

#include <array>
#include <bit>
#include <cmath>
#include <limits>

namespace ingot::testing {

namespace {

// Generates random bits that are the same on every machine (S. Vigna's splitmix64).
class random_bits {
public:
    explicit random_bits(uint64_t seed) : state_(seed) {}
    uint64_t operator()() {
        state_ += 0x9e37'79b9'7f4a'7c15u;
        uint64_t bits = state_;
        bits = (bits ^ (bits >> 30)) * 0xbf58'476d'1ce4'e5b9u;
        bits = (bits ^ (bits >> 27)) * 0x94d0'49bb'1331'11ebu;
        return bits ^ (bits >> 31);
    }
    double unit() { return static_cast<double>((*this)() >> 11) * 0x1p-53; }
    double between(double low, double high) { return low + (high - low) * unit(); }

private:
    uint64_t state_;
};

template <typename T>
constexpr int exponent_bits = std::numeric_limits<T>::digits == 53   ? 11
                              : std::numeric_limits<T>::digits == 24 ? 8
                                                                     : 5;

template <typename T>
T from_bits(uint64_t bits) {
    if constexpr (std::same_as<T, half>)
        return half::from_bits(static_cast<uint16_t>(bits));
    else if constexpr (std::same_as<T, float>)
        return std::bit_cast<float>(static_cast<uint32_t>(bits));
    else
        return std::bit_cast<double>(bits);
}

// Returns a finite number with random fraction bits. Successive indices go through all signs and exponents, including
// the exponent of 0 and of denormal numbers.
template <typename T>
T of_every_exponent(size_t index, random_bits& random) {
    constexpr int fraction_bits = std::numeric_limits<T>::digits - 1;
    const uint64_t signs_and_exponents = (uint64_t(1) << (exponent_bits<T> + 1)) - 2;  // without the exponent of infinity
    const uint64_t pattern = index % signs_and_exponents;
    const uint64_t sign = pattern & 1u;
    const uint64_t exponent = pattern >> 1;
    const uint64_t fraction = random() & ((uint64_t(1) << fraction_bits) - 1);
    return from_bits<T>((sign << (exponent_bits<T> + fraction_bits)) | (exponent << fraction_bits) | fraction);
}

template <typename T>
T as(double value) {
    return static_cast<T>(value);
}

// Returns an argument from one of the ranges that are critical for functions of one argument: around 0 in several widths, which
// include the limits where exponentials overflow, close to 1, and at multiples of pi / 2.
template <typename T>
T of_one_argument(size_t index, random_bits& random) {
    constexpr std::array widths {1.0, 2.0, 11.0, 110.0, 1100.0, 1e5};
    const size_t kind = index % (widths.size() + 2);
    if (kind < widths.size()) return as<T>(random.between(-widths[kind], widths[kind]));
    if (kind == widths.size()) return as<T>(1.0 + random.between(-1.0, 1.0) * std::exp2(-random.between(1.0, 30.0)));
    const double quarter_turns = std::floor(std::exp2(random.between(0.0, 40.0)));
    return as<T>(quarter_turns * 1.5707963267948966 * (random.unit() < 0.5 ? 1.0 : -1.0));
}

template <typename T>
void of_two_arguments(size_t index, random_bits& random, T& x, T& y) {
    switch (index % 5) {
        case 0:
            x = as<T>(random.between(-10.0, 10.0));
            y = as<T>(random.between(-10.0, 10.0));
            break;
        case 1:  // powers that do not overflow
            x = as<T>(std::exp2(random.between(-8.0, 8.0)));
            y = as<T>(random.between(-1.0, 1.0) * 0.7 * std::numeric_limits<T>::max_exponent /
                      (0.1 + std::abs(std::log(double(x)))));
            break;
        case 2:  // powers of numbers close to 1
            x = as<T>(1.0 + random.between(-0.5, 0.5) * std::exp2(-random.between(0.0, 20.0)));
            y = as<T>(random.between(-1.0, 1.0) * std::numeric_limits<T>::max_exponent / (1e-6 + std::abs(double(x) - 1.0)));
            break;
        case 3:  // y is x times 2^-40 to 2^40, with either sign
            x = of_every_exponent<T>(random(), random);
            y = as<T>(double(x) * std::exp2(random.between(-40.0, 40.0)) * (random.unit() < 0.5 ? 1.0 : -1.0));
            break;
        default:  // a whole number and a multiple of 1/2: many quotients and powers are exact
            x = as<T>(std::floor(random.between(-40.0, 40.0)));
            y = as<T>(std::floor(random.between(-12.0, 12.0)) * (random.unit() < 0.5 ? 1.0 : 0.5));
    }
}

template <typename T>
void of_three_arguments(size_t index, random_bits& random, T& x, T& y, T& z) {
    if (index % 2 == 0) {
        x = as<T>(random.between(-4.0, 4.0));
        y = as<T>(random.between(-4.0, 4.0));
    } else {
        x = of_every_exponent<T>(random(), random);
        y = as<T>(random.between(-1e3, 1e3));
    }
    // For every third index z is -x * y, so that x * y + z is close to 0; otherwise z is -x * y times 2^-60 to 2^60.
    z = as<T>(-double(x) * double(y) * (index % 3 == 0 ? 1.0 : std::exp2(random.between(-60.0, 60.0))));
}

}  // namespace

template <detail::floating_point T>
std::vector<T> special_values() {
    using limits = std::numeric_limits<T>;
    const double epsilon = static_cast<double>(limits::epsilon());
    std::vector<T> values {limits::infinity(), limits::quiet_NaN(),  limits::max(),
                           limits::min(),      limits::denorm_min(), T(static_cast<T>(limits::min()) - limits::denorm_min())};
    for (const double value : {0.0,
                               0.5,
                               1.0,
                               1.0 - epsilon / 2,
                               1.0 + epsilon,
                               1.5,
                               2.0,
                               2.5,
                               3.0,
                               4.0,
                               0.49999999999999994,
                               10.0,
                               100.0,
                               0.1,
                               1.0 / 3,
                               1.5707963267948966,
                               3.141592653589793,
                               6.283185307179586,
                               0.7071067811865476,
                               88.72284,
                               103.97208,
                               709.782712893384,
                               745.1332191019411,
                               127.0,
                               128.0,
                               149.0,
                               1023.0,
                               1024.0,
                               1074.0,
                               38.5,
                               308.25,
                               8388607.5,
                               8388608.5,
                               16777217.0,
                               4503599627370495.5,
                               9007199254740993.0,
                               1e10,
                               1e22,
                               1e-10,
                               65504.0})
        values.push_back(as<T>(value));
    const size_t positive = values.size();
    for (size_t i = 0; i < positive; ++i) values.push_back(-values[i]);
    return values;
}

template <detail::floating_point T>
arguments<T> samples(function operation, size_t count) {
    random_bits random(uint64_t(operation) * 0x1'0001u + 1);
    arguments<T> all;
    const auto add = [&](T x, T y, T z) {
        all.x.push_back(x);
        all.y.push_back(y);
        all.z.push_back(z);
    };
    const int arity = argument_counts[static_cast<size_t>(operation)];
    const std::vector<T> special = special_values<T>();
    const T one = as<T>(1.0);
    for (const T x : special) {
        if (arity == 1) add(x, one, one);
        if (arity == 2)
            for (const T y : special) add(x, y, one);
        if (arity == 3)
            for (const T y : {as<T>(0.0), as<T>(-0.0), as<T>(-1.5), std::numeric_limits<T>::infinity()})
                for (const T z : special) add(x, y, z);
    }
    for (size_t i = 0; i < count; ++i) {
        const T x = of_every_exponent<T>(i, random);
        const T y = arity < 2 ? one : of_every_exponent<T>(random(), random);
        add(x, y, arity < 3 ? one : of_every_exponent<T>(random(), random));
    }
    for (size_t i = 0; i < count; ++i) {
        T x = one;
        T y = one;
        T z = one;
        if (arity == 1) x = of_one_argument<T>(i, random);
        if (arity == 2) of_two_arguments(i, random, x, y);
        if (arity == 3) of_three_arguments(i, random, x, y, z);
        add(x, y, z);
    }
    return all;
}

template std::vector<half> special_values<half>();
template std::vector<float> special_values<float>();
template std::vector<double> special_values<double>();
template arguments<half> samples<half>(function, size_t);
template arguments<float> samples<float>(function, size_t);
template arguments<double> samples<double>(function, size_t);

}  // namespace ingot::testing
