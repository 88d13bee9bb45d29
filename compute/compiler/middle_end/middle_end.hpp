// The middle end: lowers the module that the front end made with Clang to a module that a target can emit.
#pragma once

#include <vector>

#include "../device_module.hpp"
#include "../diagnostic.hpp"

namespace ingot::compiler {

/// Inlines all functions into the entries. The result does not depend on the target, so that one module can serve
/// several targets.
void inline_functions(device_module& unit);

/// Infers the address space of every pointer, lets the target lower device functions and mathematics, and sets the
/// fields of the kernels' reflection that are known only then: `uses_barrier`, `local_memory` and `reads_levels` of
/// images. Call inline_functions() before.
///
/// Afterwards the module has one function for each kernel, with the kernel's name, and no generic pointer. Returns an
/// error for each construct that the device does not support; if there is an error, the module must not be used.
std::vector<diagnostic> lower_module(device_module& unit);

}  // namespace ingot::compiler
