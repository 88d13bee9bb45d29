// The advisor: says where a kernel could be faster, and why.
#pragma once

#include <vector>

#include "../device_module.hpp"
#include "remark.hpp"

namespace ingot::compiler::advice {

/// Returns the remarks about all kernels of a module, sorted by file and line. Call inline_functions() before, and set
/// `compiled_for`. The module cannot be lowered afterwards.
std::vector<remark> advise(device_module& unit);

}  // namespace ingot::compiler::advice
