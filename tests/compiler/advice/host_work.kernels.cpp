// Rule host-work.
#include <ingot/kernel.hpp>

using namespace ingot;

kernel void fades(buffer<float> values, param<float> time, param<float> rate) {
    values[global_id.x] *= exp(-time * rate);  // remark: host-work
}

// A function of data, and of the position.
kernel void fades_by_age(buffer<float> values, buffer<const float> ages, param<float> rate) {
    values[global_id.x] *= exp(-ages[global_id.x] * rate);
}

kernel void fades_by_place(buffer<float> values, param<float> rate) {
    values[global_id.x] *= exp(-static_cast<float>(global_id.x) * rate);
}

// A function of a parameter and of many data.
kernel void weakens(buffer<float> values, buffer<const float> weights, param<float> limit) {
    float sum = 0;
#pragma GCC unroll 128
    for (uint32_t k = 0; k < 128; ++k) sum = fma(weights[k], values[global_id.x + k], sum);
    values[global_id.x] = exp(sum / limit);
}
