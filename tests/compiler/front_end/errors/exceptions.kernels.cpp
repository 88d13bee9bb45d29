#include <ingot/kernel.hpp>
#include <algorithm>

using namespace ingot;

static float checked(float value) {
    if (value < 0) throw value;  // error: a kernel cannot throw exceptions
    // advice: return an error code, or write one to a buffer that the host reads
    return value;
}

kernel void first(buffer<float> values) {
    values[0] = checked(values[1]);  // note: called from here, in kernel 'first'
    try {  // error: a kernel cannot catch exceptions
        // advice: remove try and catch: nothing that a kernel calls can throw
        values[3] = 1;
    } catch (...) {
        values[3] = 2;
    }
}

kernel void second(buffer<float> values) {
    std::sort(values.data(), values.data() + 4, [](float a, float b) {
        if (a != a) throw 1;  // error: a kernel cannot throw exceptions
        return a < b;
    });
}
