// Replaces kernels of a program by kernel files in the folder that the environment variable INGOT_KERNELS names.
#pragma once

#include <ingot/runtime/compile.hpp>
#include <ingot/runtime/device.hpp>
#include <optional>

namespace ingot::jit {

/// Looks for the file BACKEND/NAME in the folder that INGOT_KERNELS names, where BACKEND is the device's backend and NAME is
/// the name of the kernel file: "opencl/nbody.kernels.cpp". If the file exists, compiles it with replacement_options() and
/// returns the result. Returns nothing if there is no such file, or if `source` is not built into the program. Throws the
/// exceptions of compile(), and archive::archive_error if the archive of `source` is damaged.
std::optional<compiled_program> find_replacement(const device& device, const program_source& source);

}  // namespace ingot::jit
