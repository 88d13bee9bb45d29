// The folder of the user's cache, which holds files that can be made again, such as compiled kernels.
#pragma once

#include <filesystem>
#include <string>

namespace ingot {

/// Returns $XDG_CACHE_HOME/ingot/NAME, or $HOME/.cache/ingot/NAME if XDG_CACHE_HOME is not set or holds no absolute path. Returns
/// an empty path if neither holds an absolute path, or if another user can write to the folder; then prints one line on the
/// standard error in each process that says why. Does not create the folder.
std::filesystem::path users_cache_folder(const char* name);

/// Creates a folder of users_cache_folder() for this user alone. Throws std::filesystem::filesystem_error if it cannot be
/// created.
void create_users_cache(const std::filesystem::path& folder);

/// Prints on the standard error that a cache cannot be written, and why: once in each process, because everything works without
/// the cache, and each further file would have the same problem.
void report_unwritable_cache(const std::filesystem::path& folder, const std::string& reason);

}  // namespace ingot
