#include <ingot/kernel.hpp>

using namespace ingot;

kernel void later(buffer<float> values);  // error: kernel 'later' has no body
// advice: define it in this file
