// PTX, NVIDIA's virtual assembly.
#pragma once

#include <vector>

#include "../device_module.hpp"
#include "target.hpp"

namespace ingot::compiler {

/// PTX as text for a compute capability and all above it. Throws std::runtime_error where LLVM refuses the module.
std::vector<std::byte> emit_ptx(device_module& unit, const target_options& options);

}  // namespace ingot::compiler
