// LLVM's back end for PTX, and which compute capabilities it knows.
#pragma once

#include <string>

namespace ingot::compiler::ptx {

/// Makes LLVM's back end known to it; once is enough, and more does no harm.
void initialise_nvptx();

/// Does LLVM know the compute capability: "sm_70"?
bool is_architecture(const std::string& name);

}  // namespace ingot::compiler::ptx
