// Kernels that take the place of those in the program.
#pragma once

#include <ingot/runtime/compile.hpp>
#include <ingot/runtime/device.hpp>
#include <optional>

namespace ingot::run_time {

/// Where the variable INGOT_KERNELS names a folder, and it holds BACKEND/NAME for the backend of `on` and the kernel file
/// `source` ("opencl/nbody.kernels.cpp"): that file, compiled with the options of the one in the program. Nothing otherwise.
/// Throws as compile() does.
std::optional<compiled_program> replacement_for(const device& on, const program_source& source);

}  // namespace ingot::run_time
