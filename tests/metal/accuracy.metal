// Functions of real numbers whose accuracy the specification limits (MSL 3.0, section 7.4). For each function, `in` has `count`
// pairs of arguments, and `out` gets the results; accuracy_test.cpp has the references, in the same order.
#include <metal_stdlib>
using namespace metal;

template <typename T>
struct results_of {
    device const float2* in;
    device float* out;
    uint count;
    uint sample;
    uint function = 0;

    float2 arguments() const { return in[function * count + sample]; }
    void add(T result) { out[function++ * count + sample] = float(result); }
};

// Is sincos() the same as sin() and cos()?
template <typename T>
T is_sincos_equal(T x) {
    T cosine;
    const T sine = sincos(x, cosine);
    return sine == sin(x) && cosine == cos(x) ? T(1.0f) : T(0.0f);
}
template <typename T>
T sum_of_frexp(T x) {
    int exponent;
    const T fraction = frexp(x, exponent);
    return fraction + T(exponent);
}
template <typename T>
T fraction_of_modf(T x) {
    T whole;
    const T fraction = modf(x, whole);
    return fraction + whole == x ? fraction : T(NAN);
}

#define ADD(...)                                      \
    {                                                 \
        const T x = T(results.arguments().x);         \
        [[maybe_unused]] const T y = T(results.arguments().y); \
        results.add(__VA_ARGS__);                     \
    }

template <typename T>
void compute_all(results_of<T> results) {
    ADD(x + y)
    ADD(x - y)
    ADD(x * y)
    ADD(T(1.0f) / x)
    ADD(x / y)
    ADD(acos(x))
    ADD(acosh(x))
    ADD(asin(x))
    ADD(asinh(x))
    ADD(atan(x))
    ADD(atan2(x, y))
    ADD(atanh(x))
    ADD(ceil(x))
    ADD(floor(x))
    ADD(rint(x))
    ADD(round(x))
    ADD(trunc(x))
    ADD(copysign(x, y))
    ADD(cos(x))
    ADD(sin(x))
    ADD(is_sincos_equal(x))
    ADD(tan(x))
    ADD(cosh(x))
    ADD(sinh(x))
    ADD(tanh(x))
    ADD(cospi(x))
    ADD(sinpi(x))
    ADD(tanpi(x))
    ADD(exp(x))
    ADD(exp2(x))
    ADD(exp10(x))
    ADD(log(x))
    ADD(log2(x))
    ADD(log10(x))
    ADD(pow(x, y))
    ADD(powr(x, y))
    ADD(sqrt(x))
    ADD(rsqrt(x))
    ADD(fabs(x))
    ADD(fmax(x, y))
    ADD(fmin(x, y))
    ADD(sum_of_frexp(x))
    ADD(T(ilogb(x)))
    ADD(fraction_of_modf(x))
    ADD(fdim(x, y))
    ADD(fma(x, y, x))
    ADD(fract(x))
    ADD(ldexp(x, 3))
    ADD(fmod(x, y))
    ADD(divide(x, y) == x / y ? fmax3(x, y, T(1.0f)) : T(NAN))
    ADD(max3(x, y, T(1.0f)) == fmax3(x, y, T(1.0f)) ? fmin3(x, y, T(1.0f)) : T(NAN))
    ADD(median3(x, y, T(1.0f)) == fmedian3(x, y, T(1.0f)) ? median3(x, y, T(1.0f)) : T(NAN))
}

kernel void floats(device const float2* in, device float* out, constant uint& count, uint i [[thread_position_in_grid]]) {
    compute_all(results_of<float> {in, out, count, i});
}
kernel void halves(device const float2* in, device float* out, constant uint& count, uint i [[thread_position_in_grid]]) {
    compute_all(results_of<half> {in, out, count, i});
}
