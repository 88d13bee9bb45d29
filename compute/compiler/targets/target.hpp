// From a lowered module to a device's code.
#pragma once

#include <string>
#include <vector>

#include "../device_module.hpp"

namespace ingot::compiler {

struct target_options {
    std::string architecture = "sm_70";  ///< for PTX: the lowest compute capability that runs it
    bool fast_math = false;              ///< for PTX: flush denormal numbers of single precision, approximate
    unsigned optimisation = 2;           ///< for PTX: 0 and 1 little, 3 most
};

/// The module's code for its kind of target: for spirv "spirv" and, where the translator is there, "spir"; for ptx "ptx".
/// Throws std::runtime_error with the back end's own words where it refuses the module.
std::vector<archive::code> emit(device_module& unit, const target_options& options);

/// The code as text for a person: SPIR-V as assembly, SPIR as LLVM IR, PTX as it is.
std::string disassemble(const archive::code& code);

}  // namespace ingot::compiler
