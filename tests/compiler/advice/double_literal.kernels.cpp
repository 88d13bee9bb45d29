// Rule double-literal.
#include <ingot/kernel.hpp>

using namespace ingot;

kernel void scales(buffer<float> values) {
    values[global_id.x] = values[global_id.x] * 0.1;  // remark: double-literal [fix]
}

kernel void adds_and_scales(buffer<float> values, param<float> offset) {
    values[global_id.x] = (values[global_id.x] + offset) * 3.14159 +  // remark: double-literal [fix]
                          1.0;
}

kernel void scales_twice(buffer<float> values, buffer<const float> others) {
    values[global_id.x] = values[global_id.x] * 0.1 - others[global_id.x] * 0.1 - 1'000.7e-1;  // remark: double-literal [fix]
}

// A literal that has a name, one that something else needs in double, one beside an equal one, and one of a template.
constexpr auto tenth = 0.1;
kernel void scales_by_name(buffer<float> values) {
    values[global_id.x] = values[global_id.x] * tenth;  // remark: double-literal
}

kernel void scales_for_both(buffer<float> values, buffer<double> exact) {
    const auto scaled = values[global_id.x] * 0.1;  // remark: double-literal
    values[global_id.x] = static_cast<float>(scaled);
    exact[global_id.x] = scaled;
}

kernel void scales_beside(buffer<float> values, buffer<const double> exact) {
    const auto rounded = static_cast<float>(values[global_id.x] * 0.1), other = static_cast<float>(  // remark: double-literal
                                                                            exact[global_id.x] * 0.1);
    values[global_id.x] = rounded + other;
}

template <typename T>
void scale(buffer<T> values) {
    values[global_id.x] = static_cast<T>(values[global_id.x] * 0.1);  // remark: double-literal
}
kernel void scales_floats(buffer<float> values) { scale(values); }
kernel void scales_doubles(buffer<double> values) { scale(values); }

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
