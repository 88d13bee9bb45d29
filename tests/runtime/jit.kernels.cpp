// A kernel file that is compiled into the tests of just-in-time compilation, and that these tests compile again when they
// run.
#include <ingot/kernel.hpp>

#include "mixed_values.hpp"

using namespace ingot;

kernel void scale(buffer<float> values, param<float> by) { values[global_id.x] *= by; }

kernel void take_struct(buffer<double> out, param<mixed_values> all) { out[0] = all.first; }
