// Function constants. The host passes their values after a kernel's own arguments, in the order of their indices.
#include <metal_stdlib>
using namespace metal;

constant int factor [[function_constant(3)]];
constexpr constant bool negate [[function_constant(1)]];
constant float2 shift [[function_constant(2)]];
constant uint unused [[function_constant(9)]];

static float moved(float x) { return negate ? -x : x + shift.y; }
template <typename T>
static T multiplied(T x) {
    return is_function_constant_defined(factor) ? moved(x) * factor : x;
}
static uint not_called() { return unused; }

kernel void transform(device float* p, uint i [[thread_position_in_grid]]) { p[i] = multiplied(p[i]) + moved(1); }
kernel void plain(device float* p, uint i [[thread_position_in_grid]]) { p[i] = i; }
kernel void only_factor(device int* p, uint i [[thread_position_in_grid]]) {
    for (int n = 0; n < factor; ++n) p[i] += factor;
}
