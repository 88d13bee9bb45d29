// Tests products and quotients of std::complex.
#include <complex>
#include <ingot/kernel.hpp>

using namespace ingot;

template <typename T>
kernel void compute_complex(buffer<const std::complex<T>> a, buffer<const std::complex<T>> b, buffer<std::complex<T>> results) {
    const uint32_t item = global_id.x;
    results[item * 4] = a[item] * b[item];
    results[item * 4 + 1] = a[item] / b[item];
    std::complex<T> power = a[item];
    for (uint32_t i = 0; i < 3; ++i) power *= b[item] + std::complex<T>(1, -1);
    results[item * 4 + 2] = power;
    results[item * 4 + 3] = std::conj(a[item]) - b[item] * T(2);
}
using of_types = instances<compute_complex<float>, compute_complex<double>>;
