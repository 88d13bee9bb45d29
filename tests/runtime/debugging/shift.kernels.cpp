// Kernels for AddressSanitizer and a debugger. A test finds the number of a line by the remark at the end of this line.
#include <ingot/kernel.hpp>

using namespace ingot;

// The last work-item reads past the end of `source` (Listing 7 of the thesis that docs/host-library.md names).
kernel void shift(buffer<const float> source, buffer<float> destination) {
    destination[global_id.x] = source[global_id.x + 1];  // reads past the end
}

// The same error in local memory. Because of the barrier, each work-item runs on its own stack.
kernel void shift_in_group(buffer<const float> source, buffer<float> destination) {
    local_buffer<float, 64> row;
    row[local_id.x] = source[global_id.x];
    local_barrier();
    destination[global_id.x] = row[local_id.x + 1];  // reads past the local memory
}

// Each work-item keeps a private array across a barrier. AddressSanitizer may place the array in memory of its own (the
// "fake stack") instead of the work-item's stack.
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
