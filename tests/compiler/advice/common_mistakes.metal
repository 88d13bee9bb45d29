// Several rules for Metal's language.
#include <metal_stdlib>

using namespace metal;

struct settings {
    float scale;
    float offset;
};

kernel void scales(device const settings* options [[buffer(0)]], device float* values [[buffer(1)]],
                   uint i [[thread_position_in_grid]]) {
    values[i] = values[i] * options->scale +  // remark: uniform-buffer
                options->offset;
}

kernel void splits(device float* picture [[buffer(0)]], constant uint& width [[buffer(1)]],
                   uint i [[thread_position_in_grid]]) {
    const uint x = i % width;  // remark: integer-division
    const uint y = i / width;
    picture[y * width + x] = float(x + y);
}

kernel void counts(device const float* values [[buffer(0)]], device atomic_uint* total [[buffer(1)]],
                   uint i [[thread_position_in_grid]]) {
    atomic_fetch_add_explicit(total, uint(values[i]), memory_order_relaxed);  // remark: shared-atomic
}

kernel void selects(device const float* values [[buffer(0)]], device float* result [[buffer(1)]],
                    uint i [[thread_position_in_grid]]) {
    float both[2] = {values[i], values[i + 1]};
    result[i] = both[uint(values[i + 2]) & 1];  // remark: private-array [fix]
}

kernel void transposes(device const float* matrix [[buffer(0)]], device float* result [[buffer(1)]],
                       uint2 place [[thread_position_in_threadgroup]], uint2 group [[threadgroup_position_in_grid]]) {
    threadgroup float tile[32][32];
    tile[place.y][place.x] = matrix[(group.y * 32 + place.y) * 1024 + group.x * 32 + place.x];
    threadgroup_barrier(mem_flags::mem_threadgroup);
    result[(group.x * 32 + place.y) * 1024 + group.y * 32 + place.x] =
        tile[place.x][place.y];  // remark: bank-conflict [fix]
}

kernel void scales_by_pointer(constant float* factors [[buffer(0)]], device float* values [[buffer(1)]],
                              uint i [[thread_position_in_grid]]) {
    values[i] = values[i] * factors[0] +  // remark: uniform-buffer
                factors[1];
}

kernel void multiplies_tiles(device const half* left [[buffer(0)]], device const half* right [[buffer(1)]],
                             device half* product [[buffer(2)]], constant uint& size [[buffer(3)]],
                             uint2 group [[threadgroup_position_in_grid]]) {
    simdgroup_half8x8 sums[2][4];
    for (uint row = 0; row < 2; ++row)
        for (uint column = 0; column < 4; ++column) sums[row][column] = make_filled_simdgroup_matrix<half, 8, 8>(0.0h);
    for (uint k = 0; k < size; k += 8)
        for (uint row = 0; row < 2; ++row) {
            simdgroup_half8x8 a;
            simdgroup_load(a, left + (group.y * 16 + row * 8) * size + k, size);
            for (uint column = 0; column < 4; ++column) {
                simdgroup_half8x8 b;
                simdgroup_load(b, right + k * size + group.x * 32 + column * 8, size);
                simdgroup_multiply_accumulate(sums[row][column], a, b, sums[row][column]);
            }
        }
    for (uint row = 0; row < 2; ++row)
        for (uint column = 0; column < 4; ++column)
            simdgroup_store(sums[row][column], product + (group.y * 16 + row * 8) * size + group.x * 32 + column * 8, size);
}

// The same without the mistakes. Above, the functions for matrices divide and have arrays, which the author cannot change.
kernel void scales_by_constants(constant settings& options [[buffer(0)]], device float* values [[buffer(1)]],
                                uint i [[thread_position_in_grid]]) {
    values[i] = values[i] * options.scale + options.offset;
}

kernel void uses_two_dimensions(device float* picture [[buffer(0)]], constant uint& width [[buffer(1)]],
                                uint2 place [[thread_position_in_grid]]) {
    picture[place.y * width + place.x] = float(place.x + place.y);
}
