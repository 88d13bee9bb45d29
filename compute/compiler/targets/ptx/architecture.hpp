// LLVM's back end for PTX, and the compute capabilities that it supports.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "../../target.hpp"

namespace ingot::compiler::ptx {

/// Registers LLVM's back end for PTX. Must be called before the back end is used; further calls have no effect.
void initialise_nvptx();

/// Returns whether LLVM supports a compute capability, like "sm_70".
bool is_architecture(const std::string& name);

/// Returns the compute capability of an architecture as a number: 80 for "sm_80", 90 for "sm_90a".
unsigned compute_capability_of(std::string_view architecture);

/// Returns what a multiprocessor of this compute capability can hold, or nothing if it is not known.
std::optional<compute_unit_limits> limits_of(std::string_view architecture);

}  // namespace ingot::compiler::ptx
