// Rule uniform-buffer (TALK-01).
#include <ingot/kernel.hpp>

#include "structs.hpp"

using namespace ingot;

kernel void scales(buffer<const settings> options, buffer<float> values) {
    values[global_id.x] = values[global_id.x] * options[0].scale +  // remark: uniform-buffer
                          options[0].offset;
}

// A value, a constant buffer, a buffer that the kernel writes, and one that only some work-items read.
kernel void scales_by_value(param<settings> options, buffer<float> values) {
    values[global_id.x] = values[global_id.x] * options.scale + options.offset;
}

kernel void scales_by_constants(constant_buffer<settings> options, buffer<float> values) {
    values[global_id.x] = values[global_id.x] * options[0].scale + options[0].offset;
}

kernel void counts(buffer<uint32_t> state, buffer<float> values) {
    values[global_id.x] = static_cast<float>(state[0]);
    if (global_id.x == 0) state[1] = 1;
}

kernel void starts(buffer<const float> start, buffer<float> values) {
    if (global_id.x == 0) values[0] = start[0];
}
