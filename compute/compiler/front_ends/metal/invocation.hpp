// Builds the invocation of Clang for a Metal file: C++20 in the mode for SYCL's device code, whose rules for address spaces are
// those of Metal. The default space contains the global and the local one there, so that member functions and copies work for
// objects in every space, and overloads and templates still distinguish them.
#pragma once

#include <clang/Frontend/CompilerInvocation.h>

#include <memory>

#include "../../front_end.hpp"
#include "../clang/invocation.hpp"

namespace ingot::compiler::metal {

/// Returns the invocation, or null if an option is invalid; if `printed` is on, Clang's driver has then printed the error.
std::shared_ptr<clang::CompilerInvocation> create_invocation(const source_options& options, messages printed = messages::on);

}  // namespace ingot::compiler::metal
