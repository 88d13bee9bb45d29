// Emits SPIR-V for OpenCL from a lowered module.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "../../device_module.hpp"

namespace ingot::compiler::spirv {

/// SPIR-V and what it requires of a device.
struct spirv_code {
    std::vector<std::byte> bytes;
    /// The optional device features that the capabilities require, by the names in archive::required_features.
    std::vector<std::string> required_features;
};

/// Emits SPIR-V that SPIRV-Tools' validator accepts and that has no generic pointer. Does not change the module: it
/// calls prepare(), if there is one, with a copy, and emits the copy. Throws std::logic_error if LLVM cannot emit the
/// module, if the validator rejects the result or if the result has a generic pointer.
spirv_code emit_spirv(const device_module& unit, const std::function<void(llvm::Module&)>& prepare = {});

/// Returns whether the module writes integers to layers of images. No capability of SPIR-V describes this feature.
bool writes_layers(const device_module& unit);

}  // namespace ingot::compiler::spirv
