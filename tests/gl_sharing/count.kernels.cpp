// Kernels that write and read what OpenGL holds.
#include <ingot/kernel.hpp>

using namespace ingot;

kernel void count_up(buffer<uint32_t> values, param<uint32_t> count, param<uint32_t> from) {
    if (global_id.x < count) values[global_id.x] = from + global_id.x;
}

kernel void add_to_each(buffer<uint32_t> values, param<uint32_t> count, param<uint32_t> summand) {
    if (global_id.x < count) values[global_id.x] += summand;
}

kernel void copy_values(buffer<const uint32_t> from, buffer<uint32_t> to, param<uint32_t> count) {
    if (global_id.x < count) to[global_id.x] = from[global_id.x];
}
