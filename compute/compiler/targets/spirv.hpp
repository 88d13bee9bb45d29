// SPIR-V for OpenCL, and SPIR made from it for drivers that take no SPIR-V.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "../device_module.hpp"

namespace ingot::compiler {

/// Words of SPIR-V that SPIRV-Tools' validator accepts, without a generic pointer. Throws std::runtime_error otherwise.
std::vector<std::byte> emit_spirv(device_module& unit);

/// The same code as LLVM 15 bitcode for cl_khr_spir, by the program llvm-spirv-15; nothing where that is not installed.
std::optional<std::vector<std::byte>> translate_to_spir(std::span<const std::byte> spirv);

/// SPIR-V as text.
std::string disassemble_spirv(std::span<const std::byte> spirv);

}  // namespace ingot::compiler
