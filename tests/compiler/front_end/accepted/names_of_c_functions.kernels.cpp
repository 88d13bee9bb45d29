// C headers such as <unistd.h> declare functions with these names. A kernel file that does not include them may use the
// names.
#include <ingot/kernel.hpp>

using namespace ingot;

kernel void write(buffer<float> to) { to[global_id.x] = 1.0f; }
kernel void read(buffer<const float> from, buffer<float> to) { to[global_id.x] = from[global_id.x]; }
kernel void link(buffer<float> to, param<float> by) { to[global_id.x] += by; }
