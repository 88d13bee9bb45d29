#include <ingot/kernel.hpp>

using namespace ingot;

kernel void sums(buffer<float> values, param<uint32_t> width) {
    float row[width];  // error: the size of an array in a kernel must be known when it is compiled
    // advice: use a constexpr value or a template parameter as the size
    row[0] = 1;
    values[0] = row[0];
    float* more = static_cast<float*>(__builtin_alloca(width));  // error: the size of an array in a kernel must be known when it is compiled
    values[1] = more[0];
}
