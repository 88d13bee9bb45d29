// LLVM's back end for PTX, and the compute capabilities that it supports.
#pragma once

#include <string>

namespace ingot::compiler::ptx {

/// Registers LLVM's back end for PTX. Must be called before the back end is used; further calls have no effect.
void initialise_nvptx();

/// Returns whether LLVM supports a compute capability, like "sm_70".
bool is_architecture(const std::string& name);

}  // namespace ingot::compiler::ptx
