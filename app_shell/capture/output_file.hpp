// Output files. Before a run begins, the shell checks that they can be written; at the end it replaces each file as a
// whole.
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <stdexcept>
#include <string_view>

namespace ingot::shell {

/// An output file cannot be written.
class unwritable_file : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// Throws unwritable_file if `file` cannot be written: it is a folder or has no name, it exists and is not writable,
/// or its folder is missing or not writable.
void require_writable(const std::filesystem::path& file);

/// Replaces a regular file atomically, and writes to a device or a pipe such as /dev/stdout (files::replace_file). Throws
/// std::runtime_error with a message like those of require_writable(); then an old regular file stays as it was.
void replace_file(const std::filesystem::path& file, std::span<const std::byte> bytes);
void replace_file(const std::filesystem::path& file, std::string_view text);

}  // namespace ingot::shell
