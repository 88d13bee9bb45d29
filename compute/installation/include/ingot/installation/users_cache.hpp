// The folder for files that can be made again: compiled kernels, precompiled headers and the like. Programs run code from this
// folder. Therefore it is used only if nobody but this user can have written it.
#pragma once

#include <filesystem>
#include <string>

namespace ingot::installation {

/// The folder of a cache, or the reason why there is none.
struct users_cache {
    std::filesystem::path folder;  ///< empty if there is no cache
    /// Why a folder that the environment names is not used; empty if it is used, or if the environment names none.
    std::string unused_reason;
};

/// Returns $XDG_CACHE_HOME/ingot/NAME, or $HOME/.cache/ingot/NAME if XDG_CACHE_HOME does not hold an absolute path. Returns no
/// folder if neither XDG_CACHE_HOME nor HOME holds an absolute path, or if another user can write to one of the folders of the
/// path, from $XDG_CACHE_HOME or $HOME on. That is so where root runs a program with the HOME of another user. Does not create
/// the folder.
users_cache find_users_cache(const char* name);

/// Returns the folder of find_users_cache().
std::filesystem::path users_cache_folder(const char* name);

/// Creates a folder of find_users_cache() for this user alone (mode 0700), with the folders that contain it. Throws
/// std::filesystem::filesystem_error if it cannot be created.
void create_users_cache(const std::filesystem::path& folder);

/// May code from this file be run? The file must be a regular file of this user to which nobody else may write.
bool is_users_own_file(const std::filesystem::path& file);

}  // namespace ingot::installation
