// Which compute capabilities PTX can be made for.
#pragma once

#include <string>

namespace ingot::compiler {

/// Does LLVM know the compute capability: "sm_70"?
bool is_ptx_architecture(const std::string& name);

}  // namespace ingot::compiler
