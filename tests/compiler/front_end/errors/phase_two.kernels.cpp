// An error that occurs only when the file is compiled for the second target.
#include <ingot/kernel.hpp>

using namespace ingot;

#if defined(INGOT_TARGET_PTX)
static_assert(sizeof(float) == 2);  // error: static assertion failed due to requirement 'sizeof(float) == 2'
#endif

kernel void twice(buffer<float> values) { values[global_id.x] *= 2; }
