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
    result[i] = both[uint(values[i + 2]) & 1];  // remark: private-array
}

// The same without the mistakes.
kernel void scales_by_constants(constant settings& options [[buffer(0)]], device float* values [[buffer(1)]],
                                uint i [[thread_position_in_grid]]) {
    values[i] = values[i] * options.scale + options.offset;
}

kernel void uses_two_dimensions(device float* picture [[buffer(0)]], constant uint& width [[buffer(1)]],
                                uint2 place [[thread_position_in_grid]]) {
    picture[place.y * width + place.x] = float(place.x + place.y);
}
