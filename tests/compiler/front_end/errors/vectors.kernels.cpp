// Errors about vectors name `float3` and say what to write instead of listing the library's candidates.
#include <ingot/kernel.hpp>

using namespace ingot;

kernel void wrong(buffer<float4> fours, buffer<float3> threes, buffer<int3> integers) {
    threes[0] = threes[1] + integers[1];  // error: invalid operands to binary expression ('float3' and 'int3')
    // advice: both sides are vectors of the same type, or one of them is a number: convert one side, as in float3(v) * m
    threes[1] = normalize(integers[0]);  // error: no matching function for call to 'normalize'
    // advice: this function takes vectors of float, double or half: convert the argument, as in float3(v)
    threes[2] = fours[0].xyz.normalize();  // error: no member named 'normalize' in 'float3'
    // advice: components by name have the functions that change nothing, such as normalized(): keep them in a variable (float3 a = v.xyz) to change it
    threes[3] = float3(1, 2);  // error: no matching constructor for initialization of 'float3'
    // advice: a float3 is made of one number for all components, of 3 numbers, of smaller vectors and numbers that have 3 components together, or of a vector of at least 3 components
    threes[5] = dot(fours[0].xyz, fours[1].xy);  // error: no matching function for call to 'dot'
    // advice: the arguments are vectors of the same type, or some of them are numbers: convert them, as in float3(v)
    fours[0].xx = float2(1);  // error: no viable overloaded '='
    // advice: a name that has a component twice, such as v.xx, cannot be assigned to
    threes[0].yz = threes[1].yz;  // error: 'operator=' is unavailable: name the vector type: a.xz = float2(b.xz)
    float3 e = 1.0f;              // error: no viable conversion from 'float' to 'float3'
    // advice: write the type, as in float3(v): it converts each component, or uses one number for all of them
    integers[0] = threes[0];  // error: no viable overloaded '='
}
