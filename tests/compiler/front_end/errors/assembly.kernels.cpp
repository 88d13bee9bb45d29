#include <ingot/kernel.hpp>

using namespace ingot;

asm(".globl some_symbol");  // error: a kernel file cannot contain assembly
// advice: write it in C++; code for the host alone goes between `#ifndef INGOT_DEVICE` and `#endif`

kernel void pause(buffer<float> values) {
    asm volatile("nop");  // error: a kernel cannot contain assembly
    // advice: write it in C++, or with a function of <ingot/kernel.hpp>
    values[0] = 1;
}
