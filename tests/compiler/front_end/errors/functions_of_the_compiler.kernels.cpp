// Built-in functions of the compiler that devices do not support.
#include <ingot/kernel.hpp>

using namespace ingot;

kernel void call(buffer<uint64_t> values) {
    values[0] = __builtin_readcyclecounter();  // error: a kernel cannot use '__builtin_readcyclecounter', which not every device has
    // advice: write it in C++, or with a function of <ingot/kernel.hpp>
    values[1] = reinterpret_cast<uint64_t>(__builtin_return_address(0));  // error: a kernel cannot use '__builtin_return_address', which not every device has
    values[2] = reinterpret_cast<uint64_t>(__builtin_frame_address(0));  // error: a kernel cannot use '__builtin_frame_address', which not every device has
    values[3] = static_cast<uint64_t>(__builtin_powif(static_cast<float>(values[4]), 3));  // error: a kernel cannot use '__builtin_powi', which not every device has
}
