// The program that runs.
#pragma once

#include <filesystem>

namespace ingot::process {

/// Its file.
std::filesystem::path own_program();

}  // namespace ingot::process
