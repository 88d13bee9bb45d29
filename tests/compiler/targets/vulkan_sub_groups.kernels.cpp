// The size of a sub-group for Vulkan is a specialisation constant where all sub-groups of a launch have the same number of
// work-items. Otherwise it is 0, and the size is computed, because the last sub-group can have fewer.
// RUN: %ingotc %s -o %t.ingot --targets vulkan --emit-asm
// RUN: %check --input-file=%t.vulkan.spvasm
#include <ingot/kernel.hpp>

using namespace ingot;

// CHECK: OpDecorate [[KNOWN:%[0-9]+]] SpecId 9
// CHECK: [[KNOWN]] = OpSpecConstant %uint 0
// CHECK: [[COUNTED:%[0-9]+]] = OpSelect %uint
// CHECK: [[IS_KNOWN:%[0-9]+]] = OpINotEqual %bool [[KNOWN]] %uint_0
// CHECK: OpSelect %uint [[IS_KNOWN]] [[KNOWN]] [[COUNTED]]
kernel void sizes(buffer<uint32_t> results) { results[global_id.x] = sub_group_size(); }
