// Kept functions in the code for Vulkan: the driver is asked not to inline them, because a kernel that calls a large function
// often would become very large. They leave their results in variables, because NVIDIA's compiler mixes up the results of such
// functions.
// RUN: %ingotc %s -o %t.ingot --targets vulkan --emit-asm
// RUN: %check --input-file=%t.vulkan.spvasm
#include <ingot/kernel.hpp>
#include <utility>

using namespace ingot;

template <size_t... step>
uint32_t mix_in_steps(const uint32_t* values, uint32_t x, std::index_sequence<step...>) {
    ((x = (x ^ values[(x + step) % 16]) * (2 * static_cast<uint32_t>(step) + 0x9e3779b1u)), ...);
    return x;
}
template <unsigned depth>
uint32_t mix_often(const uint32_t* values, uint32_t x) {
    if constexpr (depth == 0)
        return mix_in_steps(values, x, std::make_index_sequence<60>());
    else
        return mix_often<depth - 1>(values, x + depth) + 31 * mix_often<depth - 1>(values, x * 5 + depth);
}

// CHECK: Kernel: mixes
// CHECK: [[RESULT:%[0-9]+]] = OpVariable %_ptr_Private_uint Private
// CHECK: OpFunction %void DontInline
// CHECK: OpStore [[RESULT]]
// CHECK-NEXT: OpReturn
// CHECK: OpFunctionCall %void {{.*}}
// CHECK-NEXT: OpLoad %uint [[RESULT]]
// CHECK: %mixes = OpFunction %void None
// CHECK: OpFunctionCall %void
kernel void mixes(buffer<const uint32_t> values, buffer<uint32_t> results) {
    results[global_id.x] = mix_often<7>(values.data(), global_id.x);
}
