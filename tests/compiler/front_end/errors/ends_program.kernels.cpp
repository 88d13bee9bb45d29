#include <ingot/kernel.hpp>
#include <cstdlib>

using namespace ingot;

kernel void stop(buffer<float> values) {
    if (values[0] < 0) std::abort();  // error: a kernel cannot end the program: 'abort'
    // advice: return from the kernel, and write an error code to a buffer that the host reads
}
