// Folders of a cache that must not grow for ever.
#pragma once

#include <cstddef>
#include <filesystem>

namespace ingot {

/// Removes the files of a folder that were written longest ago, until `kept` are left. Files that another process removes
/// meanwhile are no error. Throws std::filesystem::filesystem_error where there is no such folder.
void remove_oldest_files(const std::filesystem::path& folder, size_t kept);

}  // namespace ingot
