// Kernels with barriers and with loops that end at different times for the work-items of a group.
#include <ingot/kernel.hpp>

using namespace ingot;

// A hash whose value depends on each step.
static uint32_t mixed(uint32_t hash, uint32_t value) { return (hash ^ value) * 0x9e3779b9u + (hash >> 15); }

// Mixes four values for each of (id modulo 8) + 1 rows. The inner loop reads memory and must not be unrolled away.
static uint32_t hash_of_rows(uint32_t id, const uint32_t* values, uint32_t columns) {
    uint32_t hash = id;
    for (uint32_t row = 0; row <= (id & 7u); ++row)
        for (uint32_t column = 0; column < columns; ++column) hash = mixed(hash, values[column] + row);
    return hash;
}

kernel void before_a_barrier(buffer<const uint32_t> values, buffer<uint32_t> results, param<uint32_t> columns) {
    local_buffer<uint32_t, 64> hashes;
    hashes[local_id.x] = hash_of_rows(global_id.x, values.data(), columns);
    barrier();
    results[global_id.x] = hashes[local_size.x - 1 - local_id.x];
}

// The number of iterations of the inner loop is a constant.
kernel void with_a_constant_count(buffer<const uint32_t> values, buffer<uint32_t> results) {
    local_buffer<uint32_t, 64> hashes;
    hashes[local_id.x] = hash_of_rows(global_id.x, values.data(), 2);
    barrier();
    results[global_id.x] = hashes[local_size.x - 1 - local_id.x];
}

kernel void in_a_loop_with_barriers(buffer<const uint32_t> values, buffer<uint32_t> results, param<uint32_t> columns) {
    local_buffer<uint32_t, 64> hashes;
    uint32_t id = global_id.x;
    for (uint32_t step = 0; step < 3; ++step) {
        const uint32_t hash = hash_of_rows(id, values.data(), columns);
        hashes[local_id.x] = hash;
        barrier();
        id = hashes[local_size.x - 1 - local_id.x];
        barrier();
    }
    results[global_id.x] = id;
}

// The condition is the same for all work-items, the number of iterations of the loop is not.
kernel void after_a_barrier_in_a_condition(buffer<uint32_t> results, param<uint32_t> is_chosen) {
    local_buffer<uint32_t, 64> hashes;
    uint32_t hash = global_id.x;
    if (is_chosen != 0) {
        hashes[local_id.x] = hash;
        barrier();
        const uint32_t other = hashes[local_size.x - 1 - local_id.x];
        for (uint32_t row = 0; row <= (local_id.x & 7u); ++row) hash = mixed(hash, other);
    }
    results[global_id.x] = hash;
}
