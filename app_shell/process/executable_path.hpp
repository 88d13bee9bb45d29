// The path of the running program.
#pragma once

#include <filesystem>

namespace ingot::process {

/// Returns the executable file of this process.
std::filesystem::path executable_path();

}  // namespace ingot::process
