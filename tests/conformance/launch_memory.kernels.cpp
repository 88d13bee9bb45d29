// Kernels with local memory as a parameter: the launch sets its size.
#include "launch_memory.hpp"

#include <ingot/kernel.hpp>

using namespace ingot;

// Reverses the numbers of each work-group.
kernel void reverse_group(buffer<uint32_t> numbers, local_buffer<uint32_t> tile) {
    tile[local_id.x] = numbers[global_id.x];
    local_barrier();
    numbers[global_id.x] = tile[local_size.x - 1 - local_id.x];
}

// Uses three blocks of local memory, with elements of different sizes and alignments, together with local memory of a fixed
// size and with arguments of other kinds.
kernel void combine(param<uint8_t> factor, local_buffer<uint8_t> bytes, buffer<launch_memory::sums> results,
                    local_buffer<double> numbers, param<uint32_t> length, local_buffer<float4> vectors) {
    local_buffer<uint32_t, 3> fixed;
    if (local_id.x < 3) fixed[local_id.x] = local_id.x + 1;
    for (uint32_t i = local_id.x; i < length; i += local_size.x) {
        bytes[i] = static_cast<uint8_t>(i);
        numbers[i] = 2.0 * i;
        *(vectors + i) = float4(float(i), 1.0f, 0.0f, float(group_id.x));
    }
    local_barrier();
    if (local_id.x != 0) return;
    launch_memory::sums sum {};
    for (uint32_t i = 0; i < length; ++i) {
        sum.bytes += uint32_t {factor} * bytes[i];
        sum.numbers += numbers.data()[i];
        sum.vectors += vectors[i].x + vectors[i].w;
    }
    sum.fixed = fixed[0] + fixed[1] + fixed[2];
    results[group_id.x] = sum;
}

// On a device, an atomic operation on 16 bits accesses the 32-bit word that contains them. With an odd number of counters,
// the word of the last counter extends beyond the counters.
kernel void count_odd(buffer<const uint32_t> numbers, buffer<uint32_t> counts, local_buffer<uint16_t> counters,
                      param<uint32_t> kinds) {
    for (uint32_t i = local_id.x; i < kinds; i += local_size.x) counters[i] = 0;
    local_barrier();
    atomic_inc(&counters[numbers[global_id.x] % kinds]);
    local_barrier();
    for (uint32_t i = local_id.x; i < kinds; i += local_size.x) counts[group_id.x * kinds + i] = counters[i];
}
