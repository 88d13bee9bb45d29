// Rule divergent-barrier.
#include <cassert>
#include <ingot/kernel.hpp>

using namespace ingot;

kernel void waits_in_branch(buffer<float> values) {
    local_buffer<float, 64> tile;
    if (local_id.x < 32) {
        tile[local_id.x] = values[global_id.x];
        local_barrier();  // remark: divergent-barrier
        values[global_id.x] = tile[31 - local_id.x];
    }
}

kernel void waits_after_return(buffer<float> values, param<uint32_t> count) {
    local_buffer<float, 64> tile;
    if (global_id.x >= count) return;
    tile[local_id.x] = values[global_id.x];
    local_barrier();  // remark: divergent-barrier
    values[global_id.x] = tile[63 - local_id.x];
}

kernel void waits_in_loop(buffer<float> values, buffer<const uint32_t> counts) {
    local_buffer<float, 64> tile;
    for (uint32_t i = 0; i < counts[global_id.x]; ++i) {
        tile[local_id.x] = values[global_id.x];
        local_barrier();  // remark: divergent-barrier
        values[global_id.x] = tile[63 - local_id.x];
        local_barrier();  // remark: divergent-barrier
    }
}

// All work-items of a group come to these barriers: the condition is the same for them,
kernel void waits_together(buffer<float> values, buffer<const uint32_t> counts, param<uint32_t> rounds) {
    local_buffer<float, 64> tile;
    if (counts[group_id.x] > 3) {
        for (uint32_t i = 0; i < rounds; ++i) {
            tile[local_id.x] = values[global_id.x];
            local_barrier();
            values[global_id.x] = tile[63 - local_id.x];
            local_barrier();
        }
    }
}

// the branch ends before,
kernel void waits_outside(buffer<float> values, param<uint32_t> count) {
    local_buffer<float, 64> tile;
    const bool is_inside = global_id.x < count;
    if (is_inside) tile[local_id.x] = values[global_id.x];
    local_barrier();
    if (is_inside) values[global_id.x] = tile[63 - local_id.x];
}

// or a work-item that does not come to it has failed.
kernel void waits_or_fails(buffer<float> values, param<uint32_t> count) {
    local_buffer<float, 64> tile;
    assert(global_id.x < count);
    tile[local_id.x] = values[global_id.x];
    local_barrier();
    values[global_id.x] = tile[63 - local_id.x];
}
