// A call through a pointer whose value is known only at run time.
#include <ingot/kernel.hpp>

using namespace ingot;

static float twice(float value) { return 2 * value; }
static float half_of(float value) { return value / 2; }

kernel void choose(buffer<float> values, param<uint32_t> which) {
    float (*functions[])(float) = {&twice, &half_of, &twice};
    functions[which] = &half_of;
    values[0] = functions[values[1] > 0 ? 1 : 2](values[0]);  // error: a kernel cannot call through a pointer that is not known at compile time
    // advice: call the function by its name, pass a lambda or make the function a template's parameter
}
