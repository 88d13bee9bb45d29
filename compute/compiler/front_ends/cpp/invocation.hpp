// How Clang is called: as a plain C++20 compiler for the build machine itself, with the macros of a device.
#pragma once

#include <clang/Frontend/CompilerInvocation.h>

#include <memory>

#include "front_end.hpp"

namespace ingot::compiler {

/// The invocation for one kind of target, and of SPIR-V for one profile of devices. Null, with Clang's words printed, where an
/// option is malformed.
std::shared_ptr<clang::CompilerInvocation> create_invocation(const source_options& options, target_kind kind,
                                                             const archive::device_profile& profile);

}  // namespace ingot::compiler
