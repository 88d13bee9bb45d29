// Writes a lowered module as text in Metal's language. docs/metal-output.md describes the text.
#pragma once

#include <string>

#include "../../device_module.hpp"

namespace ingot::compiler::msl {

/// Returns the text of all kernels. With `is_fast`, mathematical functions may be Metal's fast ones. Throws std::logic_error
/// for anything that metal_support.hpp should have rejected.
std::string write_msl(const device_module& unit, bool is_fast);

}  // namespace ingot::compiler::msl
