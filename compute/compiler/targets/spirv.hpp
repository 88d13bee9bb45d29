// SPIR-V for OpenCL, and SPIR made from it for drivers that take no SPIR-V.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "../device_module.hpp"

namespace ingot::compiler {

struct spirv_code {
    std::vector<std::byte> bytes;
    std::vector<std::string> needs;  ///< what its capabilities ask of a device, by the names of archive::needs
};

/// Words of SPIR-V that SPIRV-Tools' validator accepts, without a generic pointer. Throws std::runtime_error otherwise.
spirv_code emit_spirv(device_module& unit);

/// The unit with functions in the place of instructions that llvm-spirv-15 would give the wrong function, or nothing where it has
/// none: fences as calls of OpenCL 2.0's function (PoCL's library for SPIR lacks that of OpenCL 1.2), and reads and
/// writes of unsigned integers in images. To be used for translate_to_spir() alone.
std::optional<device_module> with_spir_functions(const device_module& unit);

/// The path of the program that translates SPIR-V to SPIR; empty if it was missing when ingotc was built, or is missing now.
std::string spir_translator();

/// The same code as LLVM 15 bitcode for cl_khr_spir, by spir_translator(); nothing where there is none.
std::optional<std::vector<std::byte>> translate_to_spir(std::span<const std::byte> spirv);

/// SPIR-V as text.
std::string disassemble_spirv(std::span<const std::byte> spirv);

/// SPIR as LLVM IR. Throws std::runtime_error where it is no bitcode.
std::string disassemble_spir(std::span<const std::byte> spir);

}  // namespace ingot::compiler
