// An allocation inside the standard library is reported at the user's line, not at the library's.
#include <ingot/kernel.hpp>
#include <cstdlib>
#include <vector>

using namespace ingot;

static float sum(uint32_t width) {
    std::vector<float> row(width);  // error: a kernel cannot allocate memory at run time
    // advice: 'std::vector<float>::vector' in a system header does this
    return row[0];
}

kernel void blur(buffer<float> values, param<uint32_t> width) {
    values[0] = sum(width);  // note: called from here, in kernel 'blur'
    void* memory = std::malloc(width);  // error: a kernel cannot allocate memory at run time
    // advice: device code has no heap: use std::array<T, N> for a fixed number of elements, local_buffer<T, N> for memory shared by the work-group, or a buffer<T> as a parameter of the kernel
    std::free(memory);  // error: a kernel cannot free memory
}
