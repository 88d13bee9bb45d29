// Rule strided-access.
#include <ingot/kernel.hpp>

#include "structs.hpp"

using namespace ingot;

kernel void grows_older(buffer<particle> particles, param<float> time) {
    particles[global_id.x].age += time;  // remark: strided-access
}

kernel void sums_rows(buffer<const float> matrix, buffer<float> sums) {
    float sum = 0;
    for (uint32_t column = 0; column < 256; ++column) sum += matrix[global_id.x * 256 + column];  // remark: strided-access
    sums[global_id.x] = sum;
}

kernel void sums_long_rows(buffer<const float> matrix, buffer<float> sums, param<uint32_t> columns) {
    float sum = 0;
    for (uint32_t column = 0; column < columns; ++column)
        sum += matrix[global_id.x * columns + column];  // remark: strided-access
    sums[global_id.x] = sum;
}

// All members of a small struct, neighbouring elements, columns, and a constant offset.
kernel void conjugates(buffer<number_pair> numbers) { numbers[global_id.x].imaginary = -numbers[global_id.x].imaginary; }

kernel void moves(buffer<particle> particles, param<float> time) {
    particle& own = particles[global_id.x];
    for (int i = 0; i < 3; ++i) own.position[i] += time * own.velocity[i];
    own.age += time;
}

kernel void sums_columns(buffer<const float> matrix, buffer<float> sums) {
    float sum = 0;
    for (uint32_t row = 0; row < 256; ++row) sum += matrix[row * 256 + global_id.x];
    sums[global_id.x] = sum;
}

kernel void reads_row(buffer<const float> matrix, buffer<float> sums) {
    float sum = 0;
    for (uint32_t column = 0; column < 256; ++column) sum += matrix[global_id.y * 256 + column];
    sums[global_id.y * global_size.x + global_id.x] = sum;
}

kernel void multiplies(buffer<const float> left, buffer<const float> right, buffer<float> product, param<uint32_t> size) {
    float sum = 0;
    for (uint32_t k = 0; k < size; ++k) sum += left[global_id.y * size + k] * right[k * size + global_id.x];
    product[global_id.y * size + global_id.x] = sum;
}
