// The kernel that the test sample launches in each step.
#include <ingot/kernel.hpp>

using namespace ingot;

kernel void lighten(buffer<float> colours, param<float> amount) { colours[global_id.x] += amount; }
