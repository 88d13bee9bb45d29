// The kernel that the sample "counters" (test_sample.cpp) launches in each step if its parameter `launch` is on.
#include <ingot/kernel.hpp>

using namespace ingot;

kernel void lighten(buffer<float> colours, param<float> amount) { colours[global_id.x] += amount; }
