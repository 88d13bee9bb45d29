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

// Constants that are computed from function constants, and arguments that depend on one.
constant int doubled = factor * 2;
constant bool is_large = !negate && doubled > 5;
constant float2 moved_shift = shift + float2(float(doubled), 0);
static int largest(int a, int b) { return a > b ? a : b; }
constant int chained = largest(doubled + 1, 0);

static int read_if(device const int* values [[function_constant(is_large)]]) { return is_large ? values[0] : -1; }
kernel void computed(device float* out, device const int* values [[buffer(1), function_constant(is_large)]],
                     constant int& value [[buffer(1), function_constant(negate)]], uint i [[thread_position_in_grid]]) {
    out[4 * i] = doubled;
    out[4 * i + 1] = moved_shift.x + chained;
    out[4 * i + 2] = is_large ? read_if(values) : -1;
    out[4 * i + 3] = negate ? value : -2;
}
kernel void only_chained(device int* p) { p[0] = chained; }
