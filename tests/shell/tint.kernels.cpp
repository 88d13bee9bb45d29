// A kernel that tests replace by edited versions.
#include <ingot/kernel.hpp>

using namespace ingot;

kernel void tint(buffer<float> colours, param<float> value) { colours[global_id.x] = value; }
