// Tests of Table 13 of the thesis that docs/host-library.md names: barriers and fences.
#include <ingot/kernel.hpp>

using namespace ingot;

// In the first three kernels each work-item reads what the opposite work-item of its group wrote: the first work-item what the
// last one wrote, and so on. They use local memory, global memory, or both.
static uint32_t opposite() { return local_size.x - 1 - local_id.x; }

kernel void reverse_by_barrier(buffer<uint32_t> memory, buffer<uint32_t> result) {
    local_buffer<uint32_t, 64> tile;
    const uint32_t first = group_id.x * local_size.x;
    tile[local_id.x] = global_id.x;
    memory[global_id.x] = 2 * global_id.x;
    barrier();
    result[global_id.x] = tile[opposite()] + memory[first + opposite()];
}

kernel void reverse_by_local_barrier(buffer<uint32_t> result) {
    local_buffer<uint32_t, 64> tile;
    tile[local_id.x] = global_id.x;
    local_barrier();
    result[global_id.x] = tile[opposite()];
}

kernel void reverse_by_global_barrier(buffer<uint32_t> memory, buffer<uint32_t> result) {
    memory[global_id.x] = global_id.x;
    global_barrier();
    result[global_id.x] = memory[group_id.x * local_size.x + opposite()];
}

// Computes an inclusive scan of ones, with barriers in a loop that all work-items leave at the same iteration.
kernel void count_by_barriers(buffer<uint32_t> result) {
    local_buffer<uint32_t, 64> sums;
    sums[local_id.x] = 1;
    local_barrier();
    for (uint32_t distance = 1; distance < local_size.x; distance *= 2) {
        const uint32_t other = local_id.x >= distance ? sums[local_id.x - distance] : 0;
        local_barrier();
        sums[local_id.x] += other;
        local_barrier();
    }
    result[global_id.x] = sums[local_id.x];
}

// The first work-item of each group writes a partial result and increments a counter. The one that increments the counter last
// adds the partial results of all groups. The fences before and after the increment make the writes of the other groups visible
// to this work-item.
template <typename Before, typename After>
static void add_in_last_group(buffer<uint32_t> parts, buffer<uint32_t> arrivals, buffer<uint32_t> result, Before before,
                              After after) {
    if (local_id.x != 0) return;
    parts[group_id.x] = group_id.x + 1;
    before();
    if (atomic_inc(&arrivals[0]) + 1 != num_groups.x) return;
    after();
    uint32_t sum = 0;
    for (uint32_t i = 0; i < num_groups.x; ++i) sum += parts[i];
    result[0] = sum;
}
kernel void add_by_global_fence(buffer<uint32_t> parts, buffer<uint32_t> arrivals, buffer<uint32_t> result) {
    add_in_last_group(parts, arrivals, result, global_mem_fence, global_mem_fence);
}
kernel void add_by_global_read_and_write_fence(buffer<uint32_t> parts, buffer<uint32_t> arrivals, buffer<uint32_t> result) {
    add_in_last_group(parts, arrivals, result, global_write_mem_fence, global_read_mem_fence);
}

// The same within each group, in local memory: the work-item that increments the counter last adds the partial results of all
// work-items of its group.
template <typename Before, typename After>
static void add_in_last_item(buffer<uint32_t> result, Before before, After after) {
    local_buffer<uint32_t, 64> parts;
    local_buffer<uint32_t, 1> arrivals;
    if (local_id.x == 0) arrivals[0] = 0;
    local_barrier();
    parts[local_id.x] = global_id.x;
    before();
    if (atomic_inc(&arrivals[0]) + 1 != local_size.x) return;
    after();
    uint32_t sum = 0;
    for (uint32_t i = 0; i < local_size.x; ++i) sum += parts[i];
    result[group_id.x] = sum;
}
kernel void add_by_local_fence(buffer<uint32_t> result) { add_in_last_item(result, local_mem_fence, local_mem_fence); }
kernel void add_by_local_read_and_write_fence(buffer<uint32_t> result) {
    add_in_last_item(result, local_write_mem_fence, local_read_mem_fence);
}
