// SPIR-V and SPIR receive a struct as compilers of OpenCL C pass it: by a pointer to private memory that holds the struct
// (byval). For PTX the argument has a struct type.
// RUN: %ingotc %s -o %t.ingot --emit-llvm --emit-asm
// RUN: %check --check-prefix=IR --input-file=%t.spirv.ll
// RUN: %check --check-prefix=SPIRV --input-file=%t.spvasm
// RUN: %check --check-prefix=PTX --input-file=%t.ptx
// RUN: %if spir %{ %check --check-prefix=SPIR --input-file=%t.spir.ll %}
#include <array>
#include <ingot/kernel.hpp>

using namespace ingot;

// IR: define {{.*}}@scale(ptr addrspace(1) {{[^,]*}}, ptr {{.*}}byval({ i32, i32, i32 }) align 4 %{{[^,]*}}, i32 %{{[^,]*}})
// SPIRV: OpEntryPoint Kernel %[[KERNEL:.*]] "scale"
// SPIRV: OpDecorate %[[ARGUMENT:.*]] Alignment 4
// The argument must not have the decoration NoWrite, with which PoCL 6 would compute wrong values.
// SPIRV-NEXT: OpDecorate %[[ARGUMENT]] FuncParamAttr NoAlias
// SPIRV-NEXT: OpDecorate %[[ARGUMENT]] FuncParamAttr ByVal
// SPIRV: %[[STRUCT:.*]] = OpTypeStruct %uint %uint %uint
// SPIRV: %[[POINTER:.*]] = OpTypePointer Function %[[STRUCT]]
// SPIRV: %[[KERNEL]] = OpFunction %void
// SPIRV: OpFunctionParameter
// SPIRV: %[[ARGUMENT]] = OpFunctionParameter %[[POINTER]]
// SPIRV: OpFunctionParameter %uint
// SPIR: define spir_kernel void @scale(ptr addrspace(1) {{[^,]*}}, ptr {{.*}}byval({{[^)]*}}) align 4 {{.*}}, i32 {{.*}})
// PTX: .visible .entry scale(
// PTX: .param .align 4 .b8 scale_param_1[12]
kernel void scale(buffer<float3> values, param<float3> factors, param<uint32_t> count) {
    if (global_id.x < count) values[global_id.x] *= factors;
}

// A type that requires a larger alignment than 8 is copied to a variable of that alignment.
// IR: define {{.*}}@choose(ptr addrspace(1) {{[^,]*}}, ptr {{.*}}byval({ i64, i64, i64, i64 }) align 8 %[[ALL:.*]])
// IR: %[[COPY:.*]] = alloca %"struct.std::array", align 16
// IR: call void @llvm.memcpy{{.*}}(ptr {{.*}}align 16 {{.*}}%[[COPY]], ptr {{.*}}align 8 {{.*}}%[[ALL]], i64 32
// PTX: .visible .entry choose(
// PTX: .param .align 8 .b8 choose_param_1[32]
kernel void choose(buffer<float4> values, param<std::array<float4, 2>> all) { values[global_id.x] = all[global_id.x % 2]; }
