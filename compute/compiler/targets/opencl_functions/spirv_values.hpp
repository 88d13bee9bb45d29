// Values of the SPIR-V specification, for the calls that LLVM's SPIR-V back end turns into instructions.
#pragma once

#include <cstdint>

namespace ingot::compiler::spirv_values {

// SPIR-V specification, 3.27: Scope
inline constexpr uint32_t device_scope = 1;
inline constexpr uint32_t workgroup_scope = 2;
inline constexpr uint32_t sub_group_scope = 3;

// SPIR-V specification, 3.25: Memory Semantics
inline constexpr uint32_t relaxed = 0;
inline constexpr uint32_t acquire = 0x2;
inline constexpr uint32_t release = 0x4;
inline constexpr uint32_t acquire_release = 0x8;
inline constexpr uint32_t sequentially_consistent = 0x10;
inline constexpr uint32_t workgroup_memory = 0x100;
inline constexpr uint32_t cross_workgroup_memory = 0x200;

}  // namespace ingot::compiler::spirv_values
