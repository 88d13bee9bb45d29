// Rule adjacent-access (TALK-40).
#include <ingot/kernel.hpp>

using namespace ingot;

kernel void adds_pairs(buffer<const float> values, buffer<float> sums) {
    const uint32_t i = global_id.x;
    sums[i] = values[2 * i] +  // remark: adjacent-access
              values[2 * i + 1];
}

kernel void writes_colours(buffer<const float> greys, buffer<uint8_t> pixels) {
    const uint32_t i = global_id.x;
    const auto grey = static_cast<uint8_t>(greys[i]);
    pixels[4 * i] = grey;  // remark: adjacent-access
    pixels[4 * i + 1] = grey;
    pixels[4 * i + 2] = grey;
    pixels[4 * i + 3] = 255;
}

// A vector, places that are not aligned, and a write in between that may change the second place.
kernel void adds_vectors(buffer<const float2> values, buffer<float> sums) {
    const float2 pair = values[global_id.x];
    sums[global_id.x] = pair.x + pair.y;
}

kernel void adds_members(buffer<const float2> values, buffer<float> sums) {
    sums[global_id.x] = values[global_id.x].x + values[global_id.x].y;
}

kernel void adds_neighbours(buffer<const float> values, buffer<float> sums) {
    const uint32_t i = global_id.x;
    sums[i] = values[i] + values[i + 1];
}

kernel void changes_between(buffer<float> values) {
    const uint32_t i = global_id.x;
    const float first = values[2 * i];
    values[i] = first;
    values[i + 7] = values[2 * i + 1];
}
