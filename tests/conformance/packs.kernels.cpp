// Kernels that compute with packs of several numbers.
#include "packs.hpp"

#include <ingot/kernel.hpp>

using namespace ingot;

// Computes every operation for one pair of packs.
template <typename T, size_t N>
kernel void compute(buffer<const pack<T, N>> left, buffer<const pack<T, N>> right, buffer<pack<T, N>> numbers,
                    buffer<uint32_t> conditions) {
    using namespace pack_results;
    const pack<T, N> a = left[global_id.x];
    const pack<T, N> b = right[global_id.x];
    const buffer<pack<T, N>> results(numbers + global_id.x * number_count);
    results[sum] = a + b;
    results[difference] = a - b;
    results[product] = a * b;
    results[quotient] = a / b;
    results[smaller] = min(a, b);
    results[larger] = max(a, b);
    results[selected] = select(a < b, b - a, pack<T, N>(T(7)));
    results[scaled] = T(2) * a + T(1);
    const buffer<uint32_t> bits(conditions + global_id.x * condition_count);
    bits[less] = lane_bits(a < b);
    bits[less_or_equal] = lane_bits(a <= b);
    bits[greater] = lane_bits(a > b);
    bits[greater_or_equal] = lane_bits(a >= b);
    bits[equal] = lane_bits(a == b);
    bits[unequal] = lane_bits(a != b);
    bits[both] = lane_bits(a < b && b < T(5));
    bits[either] = lane_bits(a < b || b < T(5));
    bits[neither] = lane_bits(!(a < b || b < T(5)));
}
using computations = instances<compute<float, 2>, compute<float, 4>, compute<float, 8>, compute<float, 16>, compute<int32_t, 8>,
                               compute<uint8_t, 16>>;

// Adds up the elements of a pack that are less than the limit. The indices are known only when the kernel runs.
kernel void add_elements_below(buffer<const pack<float, 8>> packs, buffer<float> sums, param<float> limit) {
    const pack<float, 8> doubled = packs[global_id.x] + packs[global_id.x];
    float all = 0.0f;
    for (uint32_t left = lane_bits(doubled < limit); left != 0; left &= left - 1) all += doubled[ctz(left)];
    sums[global_id.x] = all;
}
