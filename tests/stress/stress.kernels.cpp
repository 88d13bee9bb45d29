// Kernels for the stress test. Their results are easy to predict.
#include <ingot/kernel.hpp>

using namespace ingot;

kernel void add(buffer<uint32_t> values, param<uint32_t> addend) { values[global_id.x] += addend; }

// Reverses the elements of each work-group. Needs local memory and a barrier.
kernel void reverse(buffer<uint32_t> values) {
    local_buffer<uint32_t, 64> tile;
    tile[local_id.x] = values[global_id.x];
    local_barrier();
    values[global_id.x] = tile[local_size.x - 1 - local_id.x];
}

// All threads of the test count in the same element.
kernel void count(buffer<uint32_t> total) { atomic_inc(&total[0]); }
