// Memory that a function called by the kernel allocates and frees at run time.
#include <ingot/kernel.hpp>

using namespace ingot;

static float sum(uint32_t width) {
    float* row = new float[width];  // error: a kernel cannot allocate memory at run time
    // advice: device code has no heap: use std::array<float, N> for a fixed number of elements, local_buffer<float, N> for memory shared by the work-group, or a buffer<float> as a parameter of the kernel
    const float first = row[0];
    delete[] row;  // error: a kernel cannot free memory
    // advice: use an array of a fixed size or a local_buffer, which need not be freed
    return first;
}

kernel void blur(buffer<float> values, param<uint32_t> width) {
    values[0] = sum(width);  // note: called from here, in kernel 'blur'
}
