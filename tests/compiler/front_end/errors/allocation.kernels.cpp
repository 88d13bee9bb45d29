// Memory that a function called by the kernel allocates and frees at run time.
#include <ingot/kernel.hpp>

using namespace ingot;

static float sum(uint32_t width) {
    float* row = new float[width];  // error: a kernel cannot allocate memory at run time
    // advice: use local_buffer<float, N> for memory shared by the work-group, or an array of a fixed size
    const float first = row[0];
    delete[] row;  // error: a kernel cannot free memory
    // advice: use an array of a fixed size or a local_buffer, which need not be freed
    return first;
}

kernel void blur(buffer<float> values, param<uint32_t> width) {
    values[0] = sum(width);  // note: called from here, in kernel 'blur'
}
