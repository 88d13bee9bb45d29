// Writing to a buffer that can only be read. The error is Clang's; the advice names the type to use.
#include <ingot/kernel.hpp>

using namespace ingot;

kernel void scale(buffer<const float> x, constant_buffer<int> table) {
    x[global_id.x] *= 2;  // error: cannot assign to return value because function 'operator[]' returns a const value
    // advice: buffer<const float> can only be read: use buffer<float> as the type of the parameter to write to it
    table[0] = 1;  // error: cannot assign to return value because function 'operator[]' returns a const value
    // advice: constant_buffer<int> can only be read: use buffer<int> as the type of the parameter to write to it
}
