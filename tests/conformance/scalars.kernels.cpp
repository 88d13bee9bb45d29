// Tests functions of single numbers that also exist for vectors, such as min, mix and bit_reverse.
#include "scalars.hpp"

#include <ingot/kernel.hpp>

using namespace ingot;

template <typename T>
kernel void compute_floats(buffer<const T> a, buffer<const T> b, buffer<T> results) {
    const uint32_t item = global_id.x;
    scalars::floats(a[item], b[item], [&](uint32_t i, T value) { results[item * scalars::float_functions + i] = value; });
}
using of_floats = instances<compute_floats<float>, compute_floats<double>, compute_floats<half>>;

template <typename T>
kernel void compute_integers(buffer<const T> a, buffer<const T> b, buffer<T> results) {
    const uint32_t item = global_id.x;
    scalars::integers(a[item], b[item], [&](uint32_t i, T value) { results[item * scalars::integer_functions + i] = value; });
}
using of_integers =
    instances<compute_integers<int8_t>, compute_integers<uint8_t>, compute_integers<int16_t>, compute_integers<uint16_t>,
              compute_integers<int32_t>, compute_integers<uint32_t>, compute_integers<int64_t>, compute_integers<uint64_t>>;

// Tests structured bindings of vectors, and as_type(), which returns the bits of a vector or number as another type.
kernel void bind_components(buffer<float4> vectors, buffer<uint32_t> bits) {
    auto& [x, y, z, w] = vectors[global_id.x];
    x += y;
    const auto [a, b] = vectors[global_id.x].zw;
    w = a * 2.0f + b;
    const auto [p, q, r, s] = as_type<uint4>(vectors[global_id.x]);
    bits[global_id.x] = p ^ q ^ r ^ s ^ as_type<uint2>(as_type<uint64_t>(vectors[global_id.x].xy)).y ^
                        as_type<uint32_t>(half2(half(z), half(1.0f)));
}
