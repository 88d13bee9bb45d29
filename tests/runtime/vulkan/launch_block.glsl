// The beginning of the push constants (archive::vulkan_launch_block) and the work-item's ids, as the target vulkan makes them.
#extension GL_EXT_buffer_reference : require
#extension GL_EXT_buffer_reference2 : require
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require
#extension GL_EXT_scalar_block_layout : require

layout(local_size_x_id = 0, local_size_y_id = 1, local_size_z_id = 2) in;
layout(constant_id = 3) const uint dynamic_words = 1;
layout(constant_id = 6) const uint is_lavapipe = 0;

layout(buffer_reference, scalar, buffer_reference_align = 4) buffer floats { float at; };
layout(buffer_reference, scalar, buffer_reference_align = 4) buffer numbers { uint at; };

#define LAUNCH_BLOCK      \
    uvec3 group_base;     \
    uint work_dimensions; \
    uvec3 group_count;    \
    uint zero;

#define GROUP (gl_WorkGroupID + launch.group_base)
#define GLOBAL (GROUP * gl_WorkGroupSize + gl_LocalInvocationID)
