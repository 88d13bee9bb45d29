// PTX, NVIDIA's virtual assembly.
#pragma once

#include <string_view>
#include <vector>

#include "../device_module.hpp"

namespace ingot::compiler {

/// PTX as text for a compute capability and all above it. Throws std::runtime_error where LLVM refuses the module.
std::vector<std::byte> emit_ptx(device_module& unit, std::string_view architecture);

}  // namespace ingot::compiler
