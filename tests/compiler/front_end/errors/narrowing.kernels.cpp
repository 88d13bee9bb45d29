// Integers in the braces of a vector of float.
#include <ingot/kernel.hpp>

using namespace ingot;

kernel void narrows(buffer<float3> values, param<int32_t> i, param<int32_t> j) {
    values[0] = float3 {i, 0, 1};  // error: non-constant-expression cannot be narrowed from type 'param<int32_t>' (aka 'const int') to 'float' in initializer list [-Wc++11-narrowing]
    // advice: parentheses convert the numbers of a vector, as in float3(i, j, k); elsewhere write the type, as in float(i)
    values[1] = float3(i, j, 2);
}
