// A kernel's name alone must say which function is meant.
#include <ingot/kernel.hpp>

#include <cmath>

using namespace ingot;

static float square(float value) { return value * value; }  // note: the other is here

kernel void square(buffer<float> values) {  // error: kernel 'square' has the name of another function
    // advice: rename the kernel: the host launches it by its name alone
    values[0] = square(values[0]);
}
kernel void sin(buffer<float> values) { values[0] = 0; }  // error: kernel 'sin' has the name of another function
