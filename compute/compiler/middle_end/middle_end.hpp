// From Clang's module to one that a target can emit.
#pragma once

#include <vector>

#include "../device_module.hpp"
#include "../diagnostic.hpp"

namespace ingot::compiler {

/// Inlines everything into the kernels, gives every pointer its address space, lets the target lower device functions and
/// mathematics, and fills in what only now is known of the kernels (`uses_barrier`, `local_memory`).
///
/// Afterwards the module holds one function for each kernel, named as it, and no generic pointer. Returns what a device cannot
/// do; where that is not empty the module is not to be used.
std::vector<diagnostic> lower(device_module& unit);

}  // namespace ingot::compiler
