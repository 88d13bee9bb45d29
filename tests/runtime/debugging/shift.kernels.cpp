// Kernels to be looked at by AddressSanitizer and by a debugger. The tests find the lines by their remarks.
#include <ingot/kernel.hpp>

using namespace ingot;

// The last work-item reads behind the end of `source` (the thesis's listing 7).
kernel void shift(buffer<const float> source, buffer<float> destination) {
    destination[global_id.x] = source[global_id.x + 1];  // reads behind the end
}

// The same with local memory, on the stacks of waiting work-items.
kernel void shift_in_group(buffer<const float> source, buffer<float> destination) {
    local_buffer<float, 64> row;
    row[local_id.x] = source[global_id.x];
    local_barrier();
    destination[global_id.x] = row[local_id.x + 1];  // reads behind the local memory
}

// Each work-item keeps an array of its own across a barrier. AddressSanitizer places the array outside of the real stack.
kernel void keep_own(buffer<const float> source, buffer<float> destination) {
    float own[4];
    for (uint32_t i = 0; i < 4; ++i) own[i] = source[global_id.x] + static_cast<float>(i);
    local_barrier();
    destination[global_id.x] = own[(global_id.x + 1) % 4];
}

kernel void weigh(buffer<const float> source, buffer<float> destination, param<float> weight) {
    const float value = source[global_id.x];
    const float weighed = value * weight;
    local_barrier();
    destination[global_id.x] = weighed;  // where the debugger stops
}
