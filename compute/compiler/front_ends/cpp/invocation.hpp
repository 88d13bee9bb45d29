// How Clang is called: as a plain C++20 compiler for the build machine itself, with the macros of a device.
#pragma once

#include <clang/Frontend/CompilerInvocation.h>

#include <memory>

#include "../../front_end.hpp"

namespace ingot::compiler {

/// The invocation for a target and one of its profiles of devices. Null, with Clang's words printed, where an
/// option is malformed.
std::shared_ptr<clang::CompilerInvocation> create_invocation(const source_options& options, const target& made_for,
                                                             const archive::device_profile& profile);

}  // namespace ingot::compiler
