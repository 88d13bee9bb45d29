// Whole files, read and replaced at once.
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <utility>
#include <vector>

namespace ingot::archive {

/// New contents of a file, written beside it until `commit` puts them in its place. A reader sees the old contents or the new
/// ones, never a part. What a symbolic link points to is replaced, not the link.
class file_replacement {
public:
    /// Throws std::filesystem::filesystem_error; then nothing is left behind.
    file_replacement(const std::filesystem::path& of, std::span<const std::byte> bytes);
    file_replacement(file_replacement&& other) noexcept : file(std::move(other.file)), temporary(std::move(other.temporary)) {
        other.temporary.clear();
    }
    file_replacement& operator=(file_replacement&&) = delete;
    /// What was not committed leaves no trace.
    ~file_replacement() { discard(); }

    /// Once. Throws std::filesystem::filesystem_error; then the old file is as it was.
    void commit();
    /// The file that is replaced, behind links.
    const std::filesystem::path& replaced() const { return file; }

private:
    void discard() noexcept;

    std::filesystem::path file;
    std::filesystem::path temporary;  // empty where nothing is to be removed
};

/// Replaces a file at once, as `file_replacement` does. A device or a pipe (/dev/stdout) cannot be replaced: it is written to.
/// Throws std::filesystem::filesystem_error; then the old file is as it was.
void replace_file(const std::filesystem::path& file, std::span<const std::byte> bytes);

/// Would replacing one of the two replace the other? Neither need be there.
bool is_same_file(const std::filesystem::path& one, const std::filesystem::path& other);

/// The contents of a regular file. Throws std::filesystem::filesystem_error.
std::vector<std::byte> read_whole_file(const std::filesystem::path& file);

}  // namespace ingot::archive
