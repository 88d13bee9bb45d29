// A call that fits no function of the language: one sentence says why, instead of a list of the overloads.
#include <ingot/kernel.hpp>

using namespace ingot;

// The notes about the file's own functions are Clang's.
float helper(float value) { return value; }

kernel void wrong(buffer<float> values, buffer<float3> threes) {
    values[0] = clamp(values[1], 2.0f);  // error: no matching function for call to 'clamp'
    // advice: clamp() takes 1 or 3 arguments
    values[1] = slerp(values[0], values[1]);  // error: no matching function for call to 'slerp'
    // advice: slerp() takes 3 arguments
    values[2] = sqrt();  // error: no matching function for call to 'sqrt'
    // advice: sqrt() takes 1 argument
    values[3] = helper(threes[0]);  // error: no matching function for call to 'helper'
}
