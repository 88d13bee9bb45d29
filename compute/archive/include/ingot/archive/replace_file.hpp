// Reads whole files and replaces whole files atomically.
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

namespace ingot::archive {

/// New contents of a file. The constructor writes them to a temporary file in the same folder; commit() renames the
/// temporary file. A reader therefore sees either all of the old contents or all of the new ones. If the file is a
/// symbolic link, the file that it points to is replaced.
class file_replacement {
public:
    /// Writes the temporary file. If this fails, throws std::filesystem::filesystem_error and leaves no temporary file.
    file_replacement(const std::filesystem::path& file, std::span<const std::byte> bytes);
    file_replacement(file_replacement&& other) noexcept : file_(std::move(other.file_)), temporary_(std::move(other.temporary_)) {
        other.temporary_.clear();
    }
    file_replacement& operator=(file_replacement&&) = delete;
    /// Removes the temporary file if commit() was not called.
    ~file_replacement() { discard(); }

    /// Replaces the file. Call this once. If it fails, throws std::filesystem::filesystem_error and leaves the old file
    /// unchanged.
    void commit();
    /// The path of the replaced file, with symbolic links resolved.
    const std::filesystem::path& replaced() const { return file_; }

private:
    void discard() noexcept;

    std::filesystem::path file_;
    std::filesystem::path temporary_;  // empty if there is no temporary file to remove
};

/// Replaces a file atomically, as `file_replacement` does. A device or a pipe (/dev/stdout) cannot be replaced, so the
/// bytes are written to it. If this fails, throws std::filesystem::filesystem_error. A regular file is then unchanged.
void replace_file(const std::filesystem::path& file, std::span<const std::byte> bytes);

/// Do the two paths name the same file once symbolic links are resolved? The files need not exist.
bool is_same_file(const std::filesystem::path& path, const std::filesystem::path& other);

/// Returns the reason why `file` cannot be written: "there is no folder 'x'" if its folder does not exist, otherwise the
/// message of `problem`.
std::string reason_not_written(const std::filesystem::path& file, const std::error_code& problem);

/// Returns the contents of a regular file. Throws std::filesystem::filesystem_error if the file cannot be opened.
std::vector<std::byte> read_whole_file(const std::filesystem::path& file);

}  // namespace ingot::archive
