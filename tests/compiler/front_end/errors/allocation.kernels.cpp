// Memory at run time, in the kernel's own words and behind a function.
#include <ingot/kernel.hpp>

using namespace ingot;

static float sum(uint32_t width) {
    float* row = new float[width];  // error: a kernel cannot allocate memory at run time
    // advice: use local_buffer<float, N> for memory shared by the group, or an array of a fixed size
    const float first = row[0];
    delete[] row;  // error: a kernel cannot free memory
    // advice: memory of a kernel is an array of a fixed size or a local_buffer, and ends by itself
    return first;
}

kernel void blur(buffer<float> values, param<uint32_t> width) {
    values[0] = sum(width);  // note: called from here, in kernel 'blur'
}
