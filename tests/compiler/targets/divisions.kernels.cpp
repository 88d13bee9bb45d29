// Divisions and square roots in Vulkan's code. Those of half and double are rounded to the nearest: where the driver's own are
// not known to be, the code computes them by functions. Those of float are the driver's.
// RUN: %ingotc %s -o %t.ingot --targets vulkan --emit-asm
// RUN: %check --input-file=%t.vulkan.spvasm
// RUN: %ingotc %s -o %t.fast.ingot --targets vulkan --emit-asm --fast-math
// RUN: %check --input-file=%t.fast.vulkan.spvasm --check-prefix=FAST
#include <ingot/kernel.hpp>

using namespace ingot;

// FAST-NOT: OpFunctionCall
// FAST: OpFDiv %double
// FAST-NOT: OpFunctionCall
// FAST: Sqrt
// FAST-NOT: OpFunctionCall
// FAST: Kernel: of_float

// CHECK: Kernel: quotients_of_double
// CHECK: OpDecorate %[[IS_EXACT:[0-9]+]] SpecId 8
// CHECK: %[[IS_EXACT]] = OpSpecConstant %uint 0
// CHECK: %quotient_of_double = OpFunction %double
// CHECK: OpINotEqual %bool %[[IS_EXACT]] %{{[a-z0-9_]+}}
// CHECK: OpFDiv %double
// CHECK-NOT: OpFDiv %double
// CHECK: OpFunctionEnd
// CHECK: %quotients_of_double = OpFunction %void
// CHECK: OpFunctionCall %double %quotient_of_double
// CHECK: OpFunctionEnd
kernel void quotients_of_double(buffer<const double> a, buffer<const double> b, buffer<double> results) {
    results[global_id.x] = a[global_id.x] / b[global_id.x];
}

// CHECK: Kernel: roots_of_double
// CHECK: %root_of_double = OpFunction %double
// CHECK: Sqrt
// CHECK: OpFunctionCall %double %root_of_double
kernel void roots_of_double(buffer<const double> a, buffer<const double> b, buffer<double> results) {
    results[global_id.x] = sqrt(a[global_id.x]);
}

// Half divides and takes roots as float.
// CHECK: Kernel: quotients_of_half
// CHECK: OpDecorate %{{[0-9]+}} SpecId 7
// CHECK-NOT: OpFDiv %half
// CHECK: OpFunctionCall %half %quotient_of_half
// CHECK-NOT: OpFDiv %half
// CHECK: OpFunctionEnd
kernel void quotients_of_half(buffer<const half> a, buffer<const half> b, buffer<half> results) {
    results[global_id.x] = a[global_id.x] / b[global_id.x];
}

// CHECK: Kernel: roots_of_half
// CHECK: OpFunctionCall %float %root_of_float
kernel void roots_of_half(buffer<const half> a, buffer<const half> b, buffer<half> results) {
    results[global_id.x] = sqrt(a[global_id.x]);
}

// CHECK: Kernel: of_float
// CHECK-NOT: OpFunctionCall
// CHECK: OpFDiv %float
// CHECK: OpExtInst %float %{{[0-9]+}} Sqrt
// CHECK-NOT: OpFunctionCall
kernel void of_float(buffer<float> values) {
    values[global_id.x] = values[0] / values[1];
    values[2] = sqrt(values[3]);
}
