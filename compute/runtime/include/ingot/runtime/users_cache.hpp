// Where programs keep what can be made again.
#pragma once

#include <filesystem>

namespace ingot {

/// $XDG_CACHE_HOME/ingot/NAME, or ~/.cache/ingot/NAME; empty where the environment names neither.
std::filesystem::path users_cache_folder(const char* name);

}  // namespace ingot
