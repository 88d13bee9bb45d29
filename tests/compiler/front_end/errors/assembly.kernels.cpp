#include <ingot/kernel.hpp>

using namespace ingot;

kernel void pause(buffer<float> values) {
    asm volatile("nop");  // error: a kernel cannot contain assembly
    // advice: write it in C++, or with a function of <ingot/kernel.hpp>
    values[0] = 1;
}
