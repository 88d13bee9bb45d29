// Two small kernels that launch_test.cpp compiles, embeds and runs on every device.
#include <ingot/kernel.hpp>

#include "saxpy_factor.hpp"

using namespace ingot;

kernel void saxpy(buffer<const float> x, buffer<float> y, param<saxpy_factor> factor) {
    y[global_id.x] = factor.value * x[global_id.x] + y[global_id.x];
}

// For each work-group, writes the sum of its values to the element of the group's first work-item.
kernel void sum_groups(buffer<float> values) {
    local_buffer<float, 64> tile;
    tile[local_id.x] = values[global_id.x];
    for (uint32_t half = local_size.x / 2; half > 0; half /= 2) {
        local_barrier();
        if (local_id.x < half) tile[local_id.x] += tile[local_id.x + half];
    }
    if (local_id.x == 0) values[global_id.x] = tile[0];
}
