#include <ingot/kernel.hpp>

using namespace ingot;

kernel void plain(buffer<float> values, float factor) { values[0] *= factor; }  // error: parameter 'factor' of kernel 'plain' is not a buffer<T>, an image, a param<T> or a local_buffer<T>
// advice: use param<float> for a value that the host passes

kernel void pointer(float* values) { values[0] = 0; }  // error: parameter 'values' of kernel 'pointer' is a pointer
// advice: use buffer<float>, for memory that the host passes to the kernel

kernel void reference(float4& value) { value = float4(1); }  // error: parameter 'value' of kernel 'reference' is a reference
// advice: use param<float4> for a value, or buffer<float4> for memory that the kernel writes

kernel void buffer_reference(const buffer<float>& values) { values[0] = 0; }  // error: parameter 'values' of kernel 'buffer_reference' is a reference
// advice: pass the buffer by value, which does not copy its memory

kernel void constant(const float factor, buffer<float> values) { values[0] *= factor; }  // error: parameter 'factor' of kernel 'constant' is not a buffer<T>, an image, a param<T> or a local_buffer<T>

kernel void sized(local_buffer<float, 16> tile, buffer<float> values) { values[0] = tile[0]; }  // error: parameter 'tile' of kernel 'sized' is a local_buffer of a known size
// advice: declare it as a variable inside the kernel; as a parameter, a local_buffer<T> has no size: the launch gives it
