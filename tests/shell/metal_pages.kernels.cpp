// Kernels for the pages of the kernel panel, also as text in Metal's language.
#include <ingot/kernel.hpp>

using namespace ingot;

kernel void brighten(buffer<float> colours, param<float> value) { colours[global_id.x] += value; }

// Metal has no double.
kernel void add_double(buffer<double> sums, param<double> value) { sums[global_id.x] += value; }
