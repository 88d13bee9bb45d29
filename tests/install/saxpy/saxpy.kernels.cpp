#include <ingot/kernel.hpp>

using namespace ingot;

kernel void saxpy(buffer<const float> x, buffer<float> y, param<float> a, param<uint32_t> count) {
    if (global_id.x < count) y[global_id.x] += a * x[global_id.x];
}
