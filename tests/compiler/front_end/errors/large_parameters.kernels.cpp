// Arguments that are together larger than the maximum of a launch.
#include <ingot/kernel.hpp>
#include "types.hpp"

using namespace ingot;

kernel void fits(param<large> all) { (void)all; }
kernel void too_large(buffer<float> out, param<large> all) { out[0] = all.values[1]; }  // error: the arguments of kernel 'too_large' take 4360 bytes; the limit is 4352 bytes
kernel void value_first(param<large> all, buffer<float> out) { out[0] = all.values[1]; }  // error: the arguments of kernel 'value_first' take 4360 bytes; the limit is 4352 bytes
kernel void with_image(param<large> all, image_2d<float4, true> out) { out.write(int2 {0, 0}, float4(all.values[1])); }  // error: the arguments of kernel 'with_image' take 4360 bytes; the limit is 4352 bytes
// advice: pass large data in a buffer<const T> or a constant_buffer<T>
