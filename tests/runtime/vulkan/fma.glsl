#version 460
// The kernels of compute/runtime/vulkan/fma_words.hpp: REAL is float or double, and BYTES its size.
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
    numbers factors;
    numbers results;
} launch;
void main() {
    const uint i = gl_GlobalInvocationID.x;
    precise REAL result = fma(launch.factors[3 * i].at, launch.factors[3 * i + 1].at, launch.factors[3 * i + 2].at);
    launch.results[i].at = result;
}
