// Values that are computed in a loop and used after it, in Vulkan's SPIR-V. Each loop has a first exit that is never taken and
// stores zeros: lavapipe needs it (docs/vulkan.md). A loop after which no such value is used has none.
// RUN: %ingotc %s -o %t.ingot --targets vulkan --emit-asm
// RUN: %check --input-file=%t.vulkan.spvasm
#include <ingot/kernel.hpp>

using namespace ingot;

// CHECK: OpDecorate %[[IS_LAVAPIPE:[0-9]+]] SpecId 6
// CHECK-LABEL: %leaves = OpFunction
// CHECK: OpLoopMerge %[[AFTER:[0-9]+]]
// CHECK: OpAccessChain %_ptr_PushConstant_uint %{{[0-9]+}} %uint_0 %uint_7
// CHECK-NEXT: %[[ZERO:[0-9]+]] = OpLoad
// CHECK-NEXT: %[[IS_ONE:[0-9]+]] = OpIEqual %bool %[[ZERO]] %uint_1
// CHECK-NEXT: %[[CONDITION:[0-9]+]] = OpINotEqual %bool %[[IS_LAVAPIPE]] %uint_0
// CHECK-NEXT: %[[NEVER:[0-9]+]] = OpLogicalAnd %bool %[[CONDITION]] %[[IS_ONE]]
// CHECK-NEXT: OpSelectionMerge %[[ON:[0-9]+]] None
// CHECK-NEXT: OpBranchConditional %[[NEVER]] %[[EXIT:[0-9]+]] %[[ON]]
// CHECK-NEXT: %[[EXIT]] = OpLabel
// CHECK-NEXT: OpStore %[[KEPT:[0-9]+]] %{{[0-9]+}}
// CHECK-NEXT: OpBranch %[[AFTER]]
// CHECK-NEXT: %[[ON]] = OpLabel
// CHECK: %[[PRODUCT:[0-9]+]] = OpIMul %uint
// CHECK-NEXT: OpStore %[[KEPT]] %[[PRODUCT]]
// CHECK: %[[AFTER]] = OpLabel
// CHECK: %[[LOADED:[0-9]+]] = OpLoad %uint %[[KEPT]]
// CHECK: OpStore %{{[0-9]+}} %[[LOADED]] Aligned 4
kernel void leaves(buffer<uint32_t> values, buffer<const uint32_t> table) {
    uint32_t found = 0;
    for (uint32_t place = 0;; ++place) {
        found = table[place] * 3;
        if (found >= 3 * global_id.x) break;
    }
    values[global_id.x] = found;
}

// CHECK-LABEL: %stays = OpFunction
// CHECK: OpLoopMerge
// CHECK-NOT: OpLogicalAnd
// CHECK: OpFunctionEnd
kernel void stays(buffer<uint32_t> values, buffer<const uint32_t> table) {
    for (uint32_t place = 0; table[place] < global_id.x; ++place) values[place] = 0;
}
