// Replaces whole files atomically: new contents are written to a temporary file, which is then renamed.
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

namespace ingot::files {

/// The permissions of a new file: those of the file that it replaces, or for a file of a new name those that the process gives
/// its files (umask); or only for this user.
enum class permissions { usual, only_this_user };

/// A temporary file in the folder of another file, which it can replace. Its name is random and begins with `.ingot-`, and it
/// is created anew: an existing file or a symbolic link of that name is not used. While the object exists, the temporary file is
/// locked (flock). A temporary file without a lock was left by a process that was killed. The first time that a process creates a
/// temporary file in a folder, it removes those of them that were last written at least an hour ago.
class temporary_file {
public:
    /// Creates the temporary file, in the folder of `file` after symbolic links are resolved. Throws
    /// std::filesystem::filesystem_error that names `file` if this fails. The name of the temporary file ends with `suffix`.
    explicit temporary_file(const std::filesystem::path& file, permissions allowed = permissions::usual,
                            const std::string& suffix = ".tmp");
    temporary_file(temporary_file&& other) noexcept;
    temporary_file& operator=(temporary_file&&) = delete;
    /// Removes the temporary file if commit() was not called.
    ~temporary_file();

    /// Appends bytes. If this fails, throws std::filesystem::filesystem_error that names the file to replace.
    void write(std::span<const std::byte> bytes);
    /// Gives the temporary file the name of the file that it replaces. Call this once. If it fails, throws
    /// std::filesystem::filesystem_error and leaves the old file unchanged.
    void commit();

    /// The path of the replaced file, with symbolic links resolved.
    const std::filesystem::path& replaced() const { return file_; }
    /// The path of the temporary file, for a program that writes it. That program may only write to it, not replace it.
    const std::filesystem::path& path() const { return temporary_; }

private:
    std::filesystem::path file_;
    std::filesystem::path temporary_;  // empty if there is no temporary file to remove
    int descriptor_ = -1;
};

/// Removes the temporary files of all temporary_file objects of this process, which is about to end without their destructors.
void remove_temporary_files() noexcept;

/// New contents of a file. The constructor writes them to a temporary file; commit() renames it. A reader therefore sees
/// either all of the old contents or all of the new ones. If the file is a symbolic link, the file that it points to is
/// replaced.
class file_replacement {
public:
    /// Writes the temporary file. If this fails, throws std::filesystem::filesystem_error and leaves no temporary file.
    file_replacement(const std::filesystem::path& file, std::span<const std::byte> bytes,
                     permissions allowed = permissions::usual)
        : contents_(file, allowed) {
        contents_.write(bytes);
    }

    /// Replaces the file, as temporary_file::commit() does. The destructor removes the temporary file if this was not called.
    void commit() { contents_.commit(); }
    /// The path of the replaced file, with symbolic links resolved.
    const std::filesystem::path& replaced() const { return contents_.replaced(); }

private:
    temporary_file contents_;
};

/// Replaces a file atomically, as `file_replacement` does. A device or a pipe (/dev/stdout) cannot be replaced, so the
/// bytes are written to it. If this fails, throws std::filesystem::filesystem_error. A regular file is then unchanged.
void replace_file(const std::filesystem::path& file, std::span<const std::byte> bytes, permissions allowed = permissions::usual);

/// Do the two paths name the same file once symbolic links are resolved? The files need not exist.
bool is_same_file(const std::filesystem::path& path, const std::filesystem::path& other);

/// Returns the reason why `file` cannot be written: "there is no folder 'x'" if its folder does not exist, otherwise the
/// message of `problem`.
std::string reason_not_written(const std::filesystem::path& file, const std::error_code& problem);

}  // namespace ingot::files
