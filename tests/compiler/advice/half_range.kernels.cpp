// Rule half-range (TALK-18).
#include <ingot/kernel.hpp>
#include <limits>

using namespace ingot;

kernel void limits_to_too_much(buffer<half> values) {
    values[global_id.x] = min(values[global_id.x], half(70000.0f));  // remark: half-range
}

kernel void starts_with_too_much(buffer<half> values) {
    const half first {1e5f};                           // remark: half-range
    values[global_id.x] = static_cast<half>(-65'520);  // remark: half-range
    values[global_id.y] = first;
}

// The largest number, an infinity that is meant, and arithmetic of floats.
kernel void limits_to_most(buffer<half> values) { values[global_id.x] = min(values[global_id.x], half(65504.0f)); }

kernel void rounds_to_most(buffer<half> values) { values[global_id.x] = min(values[global_id.x], half(65519.0f)); }

kernel void starts_with_infinity(buffer<half> values) { values[global_id.x] = half(std::numeric_limits<float>::infinity()); }

kernel void scales_in_float(buffer<half> values) {
    values[global_id.x] = half(static_cast<float>(values[global_id.x]) / 70000.0f);
    values[global_id.y] = half(70000.0f / static_cast<float>(values[global_id.y]));
}
