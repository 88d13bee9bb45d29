// SPIR-V for OpenCL out of a lowered module.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "../../device_module.hpp"

namespace ingot::compiler::spirv {

struct spirv_code {
    std::vector<std::byte> bytes;
    std::vector<std::string> needs;  ///< what its capabilities ask of a device, by the names of archive::needs
};

/// Words of SPIR-V that SPIRV-Tools' validator accepts, without a generic pointer. The module stays as it is. Throws
/// std::runtime_error where LLVM or the validator refuses it.
spirv_code emit_spirv(const device_module& unit);

/// Does the module write integers to layers of images? No capability of SPIR-V asks for it.
bool writes_layers(const device_module& unit);

}  // namespace ingot::compiler::spirv
