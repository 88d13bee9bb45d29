// Limits the number of files in the folder of a cache.
#pragma once

#include <cstddef>
#include <filesystem>

namespace ingot {

/// Removes the files in a folder with the oldest modification times until `limit` files are left. Ignores files that
/// another process removes at the same time. Throws std::filesystem::filesystem_error if the folder does not exist.
void remove_oldest_files(const std::filesystem::path& folder, size_t limit);

}  // namespace ingot
