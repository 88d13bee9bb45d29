// Kernels that write and read buffers of OpenGL.
#include <ingot/kernel.hpp>
#undef NDEBUG
#include <cassert>

using namespace ingot;

kernel void count_up(buffer<uint32_t> values, param<uint32_t> count, param<uint32_t> start) {
    if (global_id.x < count) values[global_id.x] = start + global_id.x;
}

// Fails in the first work-item.
kernel void fail(buffer<uint32_t> values) {
    assert(global_id.x > 0);
    values[global_id.x] = 1;
}

kernel void add_to_each(buffer<uint32_t> values, param<uint32_t> count, param<uint32_t> summand) {
    if (global_id.x < count) values[global_id.x] += summand;
}

kernel void copy_values(buffer<const uint32_t> source, buffer<uint32_t> destination, param<uint32_t> count) {
    if (global_id.x < count) destination[global_id.x] = source[global_id.x];
}
