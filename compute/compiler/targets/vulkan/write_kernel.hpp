// Writes one kernel of a lowered module as a SPIR-V module.
#pragma once

#include "kernel_state.hpp"

namespace ingot::compiler::vulkan {

/// Returns the kernel's module, validated, and what the host needs to launch it. Throws cannot_write if the target cannot express
/// the kernel, and std::logic_error if the module is not valid, which is a defect of the compiler.
archive::vulkan_kernel write_kernel(const device_module& unit, const kernel_entry& kernel, llvm::Function& function,
                                    bool is_fast);

}  // namespace ingot::compiler::vulkan
