// From a lowered module to a device's code.
#pragma once

#include <string>
#include <vector>

#include "../device_module.hpp"

namespace ingot::compiler {

struct target_options {
    std::string architecture = "sm_70";  ///< for PTX: the lowest compute capability that runs it
    bool fast_math = false;              ///< for PTX: flush denormal numbers of single precision, approximate
};

/// The module's code for its kind of target: for spirv "spirv" and, where the translator is there, "spir"; for ptx "ptx".
/// Throws std::runtime_error with the back end's own words where it refuses the module.
std::vector<archive::code> emit(device_module& unit, const target_options& options);

/// The code as text for a person: SPIR-V assembly, PTX, LLVM IR.
std::string disassemble(const archive::code& code);

}  // namespace ingot::compiler
