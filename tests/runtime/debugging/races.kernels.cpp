// Kernels with races for ThreadSanitizer. A test finds the number of the line that ThreadSanitizer must report by the remark
// at the end of this line.
#include <ingot/kernel.hpp>

using namespace ingot;

// A race between work-items of a work-group: there is no barrier between a write and another work-item's read.
kernel void race_in_group(buffer<uint32_t> result) {
    local_buffer<uint32_t, 64> tile;
    tile[local_id.x] = global_id.x;
    result[global_id.x] = tile[63 - local_id.x];  // reads what another work-item writes
}

// The loop has no barrier at its end: a work-item may write for the next round while another one still reads.
kernel void race_after_barrier(buffer<uint32_t> result) {
    local_buffer<uint32_t, 64> tile;
    uint32_t sum = 0;
    for (uint32_t round = 0; round < 3; ++round) {
        tile[local_id.x] = global_id.x + round;  // writes what another work-item reads
        local_barrier();
        sum += tile[63 - local_id.x];
    }
    result[global_id.x] = sum;
}

// A race between work-groups: one work-item of each group changes the same number.
kernel void race_between_groups(buffer<uint32_t> result) {
    if (local_id.x == 0) result[0] += group_id.x;  // adds without an atomic function
}

// A correct kernel, with barriers, atomic functions and sub-groups.
kernel void no_race(buffer<uint32_t> result) {
    local_buffer<uint32_t, 64> tile;
    uint32_t sum = 0;
    for (uint32_t round = 0; round < 3; ++round) {
        tile[local_id.x] = global_id.x + round;
        local_barrier();
        sum += tile[63 - local_id.x];
        local_barrier();
    }
    tile[local_id.x] = sum;
    sub_group_barrier();
    const uint32_t first = sub_group_id() * sub_group_size();
    sum += tile[first + (sub_group_local_id() + 1) % sub_group_size()];
    atomic_add(&result[0], sub_group_reduce_add(sum));
    if (local_id.x == 0) atomic_max(&result[1], group_id.x);
    result[64 + global_id.x] = sum;
}
