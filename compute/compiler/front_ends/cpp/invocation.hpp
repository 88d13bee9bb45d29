// Builds the invocation of Clang: an ordinary C++20 compiler for the build machine, with macros that describe the device.
#pragma once

#include <clang/Frontend/CompilerInvocation.h>

#include <memory>

#include "../../front_end.hpp"

namespace ingot::compiler {

/// Returns the invocation for a target and one of its device profiles. Returns null after Clang has printed its error if an
/// option is invalid.
std::shared_ptr<clang::CompilerInvocation> create_invocation(const source_options& options, const target& made_for,
                                                             const archive::device_profile& profile);

}  // namespace ingot::compiler
