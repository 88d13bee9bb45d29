// Limits the number of files or folders in the folder of a cache.
#pragma once

#include <cstddef>
#include <filesystem>

namespace ingot {

/// Removes the files in a folder with the oldest modification times until `limit` files are left. Ignores files that
/// another process removes at the same time. Throws std::filesystem::filesystem_error if the folder cannot be read.
void remove_oldest_files(const std::filesystem::path& folder, size_t limit);

/// Does the same with the folders in a folder, and removes all that they contain. The modification time of a folder is the
/// time at which a file was last added, removed or replaced in it.
void remove_oldest_folders(const std::filesystem::path& folder, size_t limit);

}  // namespace ingot
