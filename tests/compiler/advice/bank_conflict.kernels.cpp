// Rule bank-conflict.
#include <ingot/kernel.hpp>

using namespace ingot;

kernel void transposes(buffer<const float> matrix, buffer<float> result) {
    local_buffer<float, 32 * 32> tile;
    tile[local_id.y * 32 + local_id.x] = matrix[global_id.y * 1024 + global_id.x];
    local_barrier();
    result[(group_id.x * 32 + local_id.y) * 1024 + group_id.y * 32 + local_id.x] =
        tile[local_id.x * 32 + local_id.y];  // remark: bank-conflict
}

kernel void transposes_rows(buffer<const float> matrix, buffer<float> result) {
    local_buffer<float, 32, 32> tile;
    tile[local_id.y][local_id.x] = matrix[global_id.y * 1024 + global_id.x];
    local_barrier();
    result[(group_id.x * 32 + local_id.y) * 1024 + group_id.y * 32 + local_id.x] =
        tile[local_id.x][local_id.y];  // remark: bank-conflict [fix]
}

constexpr uint32_t side = 32;
kernel void transposes_by_name(buffer<const float> matrix, buffer<float> result) {
    local_buffer<float, side, side> tile;
    tile[local_id.y][local_id.x] = matrix[global_id.y * 1024 + global_id.x];
    local_barrier();
    result[(group_id.x * side + local_id.y) * 1024 + group_id.y * side + local_id.x] =
        tile[local_id.x][local_id.y];  // remark: bank-conflict [fix]
}

// The rows are accessed as one.
kernel void transposes_flat(buffer<const float> matrix, buffer<float> result) {
    local_buffer<float, 32, 32> tile;
    (&tile[0][0])[local_id.y * 32 + local_id.x] = matrix[global_id.y * 1024 + global_id.x];
    local_barrier();
    result[(group_id.x * 32 + local_id.y) * 1024 + group_id.y * 32 + local_id.x] =
        tile[local_id.x][local_id.y];  // remark: bank-conflict
}

// Places that repeat, and rows that are one element longer.
kernel void repeats(buffer<const float> values, buffer<float> result) {
    local_buffer<float, 128> tile;
    tile[local_id.x] = values[global_id.x];
    local_barrier();
    result[global_id.x] = tile[32 * (local_id.x % 4)];
}

kernel void transposes_padded(buffer<const float> matrix, buffer<float> result) {
    local_buffer<float, 32 * 33> tile;
    tile[local_id.y * 33 + local_id.x] = matrix[global_id.y * 1024 + global_id.x];
    local_barrier();
    result[(group_id.x * 32 + local_id.y) * 1024 + group_id.y * 32 + local_id.x] = tile[local_id.x * 33 + local_id.y];
}
