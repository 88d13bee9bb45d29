// Calls a function on every element, and is compiled with --fast-math: work-item i writes function(x[i], y[i], 0.5).
#include <ingot/kernel.hpp>

#include "../mathematics/functions.hpp"

using namespace ingot;

kernel void call_fast(buffer<const float> x, buffer<const float> y, buffer<float> results, param<uint32_t> function) {
    results[global_id.x] = testing::call(static_cast<testing::function>(function), x[global_id.x], y[global_id.x], 0.5f);
}
