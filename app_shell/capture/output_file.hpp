// Files that the program writes: checked before the work, replaced as a whole after it.
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string_view>

namespace ingot::shell {

/// Throws std::runtime_error where `file` could not be written: its folder is missing or closed to us, or it is a folder itself.
void require_writable(const std::filesystem::path& file);

/// `archive::replace_file` with our own words: throws std::runtime_error and leaves what was there.
void replace_file(const std::filesystem::path& file, std::span<const std::byte> bytes);
void replace_file(const std::filesystem::path& file, std::string_view text);

}  // namespace ingot::shell
