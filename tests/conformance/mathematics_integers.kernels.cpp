// Tests of the functions of <cmath> that return or take an integer.
#include <cmath>
#include <ingot/kernel.hpp>

using namespace ingot;

template <typename T>
static void round_to_integers(buffer<const T> values, buffer<int64_t> results) {
    const T value = values[global_id.x];
    int64_t* const four = results + size_t(global_id.x) * 4;
    four[0] = std::lrint(value);
    four[1] = std::llrint(value);
    four[2] = std::lround(value);
    four[3] = std::llround(value);
}
kernel void rounded_floats(buffer<const float> values, buffer<int64_t> results) { round_to_integers<float>(values, results); }
kernel void rounded_doubles(buffer<const double> values, buffer<int64_t> results) { round_to_integers<double>(values, results); }

// Multiplies every value by two to the power of every exponent. The second half of the results are these powers of two.
template <typename T>
static void scale(buffer<const T> values, buffer<const int32_t> exponents, buffer<T> results, uint32_t count) {
    const uint32_t i = global_id.x;
    const int32_t exponent = exponents[i % count];
    results[i] = std::ldexp(values[i / count], exponent);
    results[i + global_size.x] = std::exp2(static_cast<T>(exponent));
}
kernel void scaled_floats(buffer<const float> values, buffer<const int32_t> exponents, buffer<float> results,
                          param<uint32_t> count) {
    scale<float>(values, exponents, results, count);
}
kernel void scaled_doubles(buffer<const double> values, buffer<const int32_t> exponents, buffer<double> results,
                           param<uint32_t> count) {
    scale<double>(values, exponents, results, count);
}

// Splits every value into fraction and exponent (the first two results), and into fraction and whole number (the last two).
template <typename T>
static void split(buffer<const T> values, buffer<T> results) {
    T* const four = results + size_t(global_id.x) * 4;
    int exponent = -1;
    T whole = -1;
    four[0] = std::frexp(values[global_id.x], &exponent);
    four[1] = static_cast<T>(exponent);
    four[2] = std::modf(values[global_id.x], &whole);
    four[3] = whole;
}
kernel void split_floats(buffer<const float> values, buffer<float> results) { split<float>(values, results); }
kernel void split_doubles(buffer<const double> values, buffer<double> results) { split<double>(values, results); }
