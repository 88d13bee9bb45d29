// Reads whole files. Only regular files are opened: a read of a pipe or a device may never end.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

namespace ingot::files {

/// Returns the contents of a regular file. Throws std::filesystem::filesystem_error if the file cannot be opened or read to its
/// end, or if it is not a regular file. The message of its code() then names what the file is: "it is a folder", "it is a pipe".
std::vector<std::byte> read_whole_file(const std::filesystem::path& file);

/// The same, as text.
std::string read_text(const std::filesystem::path& file);

}  // namespace ingot::files
