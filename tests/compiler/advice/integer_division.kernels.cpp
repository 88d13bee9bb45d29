// Rule integer-division (TALK-30). A comment "remark: RULE" names the remark that ingotc must make at its line.
#include <ingot/kernel.hpp>

using namespace ingot;

kernel void divides_by_argument(buffer<const uint32_t> values, buffer<uint32_t> quotients, param<uint32_t> count) {
    quotients[global_id.x] = values[global_id.x] / count;  // remark: integer-division
}

kernel void splits_position(buffer<float> picture, param<uint32_t> width) {
    const uint32_t x = global_id.x % width;  // remark: integer-division
    const uint32_t y = global_id.x / width;
    picture[y * width + x] = static_cast<float>(x + y);
}

kernel void divides_by_data(buffer<const int64_t> values, buffer<const int64_t> counts, buffer<int64_t> quotients) {
    quotients[global_id.x] = values[global_id.x] % counts[global_id.x];  // remark: integer-division
}

kernel void divides_vectors(buffer<const uint2> values, buffer<uint2> quotients, param<uint2> counts) {
    quotients[global_id.x] = values[global_id.x] / counts;  // remark: integer-division
}

kernel void divides_counter(buffer<float> values, param<uint32_t> size) {
    for (uint32_t i = 0; i < 1000; ++i) values[(i / size) * 64 + local_id.x] += 1;  // remark: integer-division
}

// Constants, powers of two, narrow integers, and a quotient that is the same in all work-items.
template <uint32_t width>
void split(buffer<float> picture) {
    picture[global_id.x] = static_cast<float>(global_id.x / width + global_id.x % width);
}
kernel void divides_by_constant(buffer<float> picture) { split<640>(picture); }

kernel void divides_by_power(buffer<uint32_t> values, param<uint32_t> exponent) {
    values[global_id.x] /= uint32_t(1) << (exponent & 31);
}

kernel void divides_bytes(buffer<const uint8_t> values, buffer<const uint8_t> counts, buffer<uint8_t> quotients) {
    quotients[global_id.x] = values[global_id.x] / counts[global_id.x];
}

kernel void divides_once(buffer<uint32_t> values, param<uint32_t> size, param<uint32_t> groups) {
    values[global_id.x] += size / groups;
}

kernel void divides_same_in_loop(buffer<uint32_t> values, buffer<const uint32_t> sizes) {
    for (uint32_t i = 0; i < 100; ++i) {
        const uint32_t count = (sizes[0] + sizes[1] - 1) / sizes[1];  // remark: uniform-buffer
        values[global_id.x + i] = count + i;
    }
}
