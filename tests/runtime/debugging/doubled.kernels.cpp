// A kernel for a debugger of the code that the device cpu-native runs. It is compiled with -g.
#include <ingot/kernel.hpp>

using namespace ingot;

kernel void double_values(buffer<float> values) {
    const float value = values[global_id.x];
    values[global_id.x] = value + value;  // where the debugger stops
}
