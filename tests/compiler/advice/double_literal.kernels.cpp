// Rule double-literal.
#include <ingot/kernel.hpp>

using namespace ingot;

kernel void scales(buffer<float> values) {
    values[global_id.x] = values[global_id.x] * 0.1;  // remark: double-literal
}

kernel void adds_and_scales(buffer<float> values, param<float> offset) {
    values[global_id.x] = (values[global_id.x] + offset) * 3.14159 +  // remark: double-literal
                          1.0;
}

// A float literal, a literal that is the same in float, and arithmetic of doubles.
kernel void scales_in_float(buffer<float> values) { values[global_id.x] = values[global_id.x] * 0.1f; }

kernel void halves(buffer<float> values) { values[global_id.x] = values[global_id.x] * 0.5; }

kernel void rounds(buffer<const double> values, buffer<float> rounded) {
    rounded[global_id.x] = static_cast<float>(values[global_id.x] * 0.1);
}

kernel void rounds_once(buffer<float> values, param<float> scale) {
    values[global_id.x] = static_cast<float>(static_cast<double>(values[global_id.x]) * 0.1 * static_cast<double>(scale));
}

kernel void sums_in_double(buffer<float> values, param<float> scale) {
    const double exact = values[global_id.x];
    const double factor = scale;

    const double sum = exact * exact;

    values[global_id.x] = static_cast<float>(sum * 0.1 + factor);
}
