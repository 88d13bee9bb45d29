// The name of a kernel must not also be the name of another function.
#include <ingot/kernel.hpp>

#include <cmath>

using namespace ingot;

static float square(float value) { return value * value; }  // note: the other function is here

kernel void square(buffer<float> values) {  // error: kernel 'square' has the name of another function
    // advice: rename the kernel: the host identifies a kernel by its name alone
    values[0] = square(values[0]);
}
kernel void sin(buffer<float> values) { values[0] = 0; }  // error: kernel 'sin' has the name of another function
