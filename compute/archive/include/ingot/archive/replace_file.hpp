// Whole files, read and replaced at once.
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <vector>

namespace ingot::archive {

/// Writes `bytes` beside `file` and renames: a reader sees the old contents or the new ones, never a part. Throws
/// std::filesystem::filesystem_error; then the old file is as it was.
void replace_file(const std::filesystem::path& file, std::span<const std::byte> bytes);

/// The contents of a regular file. Throws std::filesystem::filesystem_error.
std::vector<std::byte> read_whole_file(const std::filesystem::path& file);

}  // namespace ingot::archive
