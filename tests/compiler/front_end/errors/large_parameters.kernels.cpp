// Arguments that are together larger than the maximum of a launch.
#include <ingot/kernel.hpp>
#include "types.hpp"

using namespace ingot;

kernel void fits(param<large> all) { (void)all; }
kernel void too_large(buffer<float> out, param<large> all) { out[0] = all.values[1]; }  // error: the parameters of kernel 'too_large' up to 'all' take 4360 bytes; the limit is 4352 bytes
// advice: pass large data in a buffer<const T> or a constant_buffer<T>
