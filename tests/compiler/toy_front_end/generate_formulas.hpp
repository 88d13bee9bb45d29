// Generates LLVM IR from formulas.
#pragma once

#include <compiler/device_module.hpp>
#include <span>

#include "formula.hpp"

namespace ingot::compiler::formula {

/// Returns the module of the kernels, in the form that device_module.hpp describes: each kernel has an entry function
/// that reads its arguments through pointers, and the variable ingot_device_global_id holds the work-item's global id.
device_module generate(std::span<const kernel> kernels, const target& made_for);

}  // namespace ingot::compiler::formula
