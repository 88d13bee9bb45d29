// error: this file has no kernel
// advice: include <ingot/kernel.hpp> and mark a function: `kernel void name(buffer<float> values) { … }`
float square(float value) { return value * value; }
