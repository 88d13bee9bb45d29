// The advisor: says where a kernel could be faster, and why.
#pragma once

#include <span>
#include <vector>

#include "../device_module.hpp"
#include "remark.hpp"

namespace ingot::compiler::advice {

/// Returns the remarks about all kernels of a module, in any order. Call inline_functions() before, and set
/// `compiled_for`. The module cannot be lowered afterwards. `resources` are what the kernels need on each architecture, or
/// nothing if that is not known.
std::vector<remark> advise(device_module& unit, std::span<const resource_report> resources = {});

}  // namespace ingot::compiler::advice
