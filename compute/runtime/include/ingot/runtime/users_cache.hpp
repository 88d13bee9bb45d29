// The folder of the user's cache, which holds files that can be made again, such as compiled kernels.
#pragma once

#include <filesystem>

namespace ingot {

/// Returns $XDG_CACHE_HOME/ingot/NAME, or $HOME/.cache/ingot/NAME if XDG_CACHE_HOME is not set or holds no absolute path.
/// Returns an empty path if neither XDG_CACHE_HOME nor HOME holds an absolute path. Does not create the folder.
std::filesystem::path users_cache_folder(const char* name);

}  // namespace ingot
