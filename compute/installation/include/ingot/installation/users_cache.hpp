// The folder for files that can be made again: compiled kernels, precompiled headers and the like.
#pragma once

#include <filesystem>

namespace ingot::installation {

/// Returns $XDG_CACHE_HOME/ingot/NAME, or $HOME/.cache/ingot/NAME if XDG_CACHE_HOME does not hold an absolute path. Returns an
/// empty path if neither XDG_CACHE_HOME nor HOME holds an absolute path. Does not create the folder.
std::filesystem::path users_cache_folder(const char* name);

}  // namespace ingot::installation
