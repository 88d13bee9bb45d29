// Constants of 0 in Vulkan's SPIR-V. For lavapipe they come from the push constants: it assumes that a product with a constant
// of 0 is 0 (docs/vulkan.md). All other drivers see the constant.
// RUN: %ingotc %s -o %t.ingot --targets vulkan --emit-asm
// RUN: %check --input-file=%t.vulkan.spvasm
// RUN: %ingotc %s -o %t.fast.ingot --targets vulkan --emit-asm --fast-math
// RUN: %check --input-file=%t.fast.vulkan.spvasm --check-prefix=FAST
#include <ingot/kernel.hpp>

using namespace ingot;

// CHECK: OpExecutionMode %product SignedZeroInfNanPreserve 32
// CHECK-NOT: OpExecutionMode %product SignedZeroInfNanPreserve
// CHECK: OpDecorate %[[IS_LAVAPIPE:[0-9]+]] SpecId 6
// CHECK-LABEL: %product = OpFunction
// CHECK: %[[X:[0-9]+]] = OpLoad %float
// CHECK-NEXT: OpAccessChain %_ptr_PushConstant_uint %{{[0-9]+}} %uint_0 %uint_7
// CHECK-NEXT: %[[WORD:[0-9]+]] = OpLoad %uint
// CHECK-NEXT: %[[HIDDEN:[0-9]+]] = OpBitcast %float %[[WORD]]
// CHECK-NEXT: %[[CONDITION:[0-9]+]] = OpINotEqual %bool %[[IS_LAVAPIPE]] %uint_0
// CHECK-NEXT: %[[ZERO:[0-9]+]] = OpSelect %float %[[CONDITION]] %[[HIDDEN]] %{{[0-9]+}}
// CHECK-NEXT: OpFMul %float %[[X]] %[[ZERO]]
// FAST-LABEL: %product = OpFunction
// FAST-NOT: OpSelect
// FAST: OpFunctionEnd
kernel void product(buffer<float> values) { values[global_id.x] *= 0.0f; }

// A function that drivers may inline: fma where the driver's own rounds twice.
// CHECK-LABEL: %sum = OpFunction
// CHECK: %[[HIDDEN_ADDEND:[0-9]+]] = OpSelect %float
// CHECK-NEXT: OpFunctionCall %float %fma_of_float %{{[0-9]+}} %{{[0-9]+}} %[[HIDDEN_ADDEND]]
kernel void sum(buffer<float> values) { values[global_id.x] = fma(values[global_id.x], values[0], 0.0f); }

// x - x
// CHECK: OpExecutionMode %difference SignedZeroInfNanPreserve 32
// CHECK: OpExecutionMode %difference SignedZeroInfNanPreserve 64
// CHECK-LABEL: %difference = OpFunction
// CHECK: %[[D:[0-9]+]] = OpLoad %double
// CHECK: %[[ZERO_D:[0-9]+]] = OpSelect %double
// CHECK-NEXT: %[[PRODUCT:[0-9]+]] = OpFMul %double %[[D]] %[[ZERO_D]]
// CHECK-NEXT: OpExtInst %double %{{[0-9]+}} FAbs %[[PRODUCT]]
kernel void difference(buffer<double> values) { values[global_id.x] -= values[global_id.x]; }
