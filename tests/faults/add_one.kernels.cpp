// Kernels for the tests of failing calls.
#include <ingot/kernel.hpp>

using namespace ingot;

kernel void add_one(buffer<uint32_t> values) { values[global_id.x] += 1; }

kernel void paint(image_2d<float, true> picture) { picture.write(uint2(global_id.x, global_id.y), float4(0.5f)); }
