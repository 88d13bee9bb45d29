// Values that do not fit into what a launch takes.
#include <ingot/kernel.hpp>
#include "types.hpp"

using namespace ingot;

kernel void fits(param<large> all) { (void)all; }
kernel void too_large(buffer<float> out, param<large> all) { out[0] = all.values[1]; }  // error: the parameters of kernel 'too_large' take 4360 bytes up to 'all': devices take 4352 at most
// advice: pass what is large in a buffer<const T> or a constant_buffer<T>
