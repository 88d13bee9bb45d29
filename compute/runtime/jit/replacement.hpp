// Replaces kernels of a program by kernel files in the folder that the environment variable INGOT_KERNELS names.
#pragma once

#include <filesystem>
#include <ingot/runtime/compile.hpp>
#include <ingot/runtime/device.hpp>
#include <optional>

namespace ingot::jit {

/// Looks for the file BACKEND/NAME in the folder that INGOT_KERNELS names, where BACKEND is the device's backend and NAME is
/// the name of the kernel file: "opencl/nbody.kernels.cpp". Returns its absolute path, or nothing if there is no such file or
/// `source` is not built into the program.
std::optional<std::filesystem::path> find_replacement(const device& device, const program_source& source);

/// Compiles the file that find_replacement() has returned, with replacement_options(). Throws the exceptions of compile(), and
/// archive::archive_error if the archive of `source` is damaged.
compiled_program compile_replacement(const std::filesystem::path& file, const device& device, const program_source& source);

}  // namespace ingot::jit
