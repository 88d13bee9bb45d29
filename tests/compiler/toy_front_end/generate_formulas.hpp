// LLVM IR from formulas.
#pragma once

#include <compiler/device_module.hpp>
#include <span>

#include "formula.hpp"

namespace ingot::compiler::formula {

/// A module as every front end makes one: an entry for each kernel that reads its arguments through pointers, and the work-item's
/// place in ingot_device_global_id.
device_module generate(std::span<const kernel> kernels, const target& made_for);

}  // namespace ingot::compiler::formula
