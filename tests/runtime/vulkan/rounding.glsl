#version 460
// The kernels of compute/runtime/vulkan/rounding_words.hpp: REAL is float or double, and BYTES its size.
#extension GL_EXT_buffer_reference : require
#extension GL_EXT_buffer_reference2 : require
#extension GL_EXT_scalar_block_layout : require
layout(local_size_x_id = 0, local_size_y_id = 1, local_size_z_id = 2) in;
layout(buffer_reference, scalar, buffer_reference_align = BYTES) buffer numbers { REAL at; };
layout(push_constant, scalar) uniform block {
    uvec3 group_base;
    uint work_dimensions;
    uvec3 group_count;
    uint zero;
    numbers operands;
    numbers results;
} launch;
void main() {
    const uint i = 3 * gl_GlobalInvocationID.x;
    const REAL a = launch.operands[i].at;
    const REAL b = launch.operands[i + 1].at;
    precise REAL fused = fma(a, b, launch.operands[i + 2].at);
    precise REAL quotient = a / b;
    precise REAL root = sqrt(a);
    launch.results[i].at = fused;
    launch.results[i + 1].at = quotient;
    launch.results[i + 2].at = root;
}
