#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <fstream>
#include <ingot/archive/replace_file.hpp>
#include <string>
#include <system_error>

namespace ingot::archive {

namespace fs = std::filesystem;

namespace {

// Throws a filesystem_error with the error code errno, or with `otherwise` if errno is 0.
[[noreturn]] void fail(const char* description, const fs::path& file, std::errc otherwise) {
    const std::error_code reason = errno != 0 ? std::error_code(errno, std::generic_category()) : std::make_error_code(otherwise);
    throw fs::filesystem_error(description, file, reason);
}

// Returns the path of a new file in the folder of `file`. Each process and each call gets another name, because several
// processes and threads may write the same file at once.
fs::path temporary_beside(const fs::path& file) {
    static std::atomic<uint64_t> count {0};
    fs::path name = file;
    name += "." + std::to_string(::getpid()) + "-" + std::to_string(count++) + ".tmp";
    return name;
}

// Writes the bytes to `target`. An exception names `named_file` instead: the file that the caller wants to replace.
void write_to(const fs::path& target, const fs::path& named_file, std::span<const std::byte> bytes) {
    errno = 0;
    std::ofstream stream(target, std::ios::binary | std::ios::trunc);
    if (!stream) fail("cannot write", named_file, std::errc::io_error);
    stream.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    stream.close();
    if (!stream) fail("cannot write", named_file, std::errc::io_error);
}

// Returns the path with all symbolic links resolved, so that a link's target is replaced and not the link.
fs::path behind_links(const fs::path& file) {
    std::error_code unresolved;
    if (fs::path resolved_path = fs::weakly_canonical(fs::absolute(file, unresolved), unresolved); !unresolved)
        return resolved_path;
    return file;
}

}  // namespace

file_replacement::file_replacement(const fs::path& file, std::span<const std::byte> bytes)
    : file_(behind_links(file)), temporary_(temporary_beside(file_)) {
    try {
        write_to(temporary_, file_, bytes);
    } catch (...) {
        discard();
        throw;
    }
}

void file_replacement::commit() {
    fs::rename(temporary_, file_);
    temporary_.clear();
}

void file_replacement::discard() noexcept {
    if (temporary_.empty()) return;
    std::error_code ignored;
    fs::remove(temporary_, ignored);
}

void replace_file(const fs::path& file, std::span<const std::byte> bytes) {
    std::error_code ignored;
    const fs::file_status present = fs::status(file, ignored);
    const bool is_node = fs::exists(present) && !fs::is_regular_file(present) && !fs::is_directory(present);
    if (is_node) return write_to(file, file, bytes);
    file_replacement(file, bytes).commit();
}

bool is_same_file(const fs::path& path, const fs::path& other) { return behind_links(path) == behind_links(other); }

std::string reason_not_written(const fs::path& file, const std::error_code& problem) {
    const fs::path folder = file.parent_path();
    std::error_code unknown;
    if (folder.empty() || fs::is_directory(folder, unknown)) return problem.message();
    return "there is no folder '" + folder.string() + "'";
}

std::vector<std::byte> read_whole_file(const fs::path& file) {
    if (fs::is_directory(file)) throw fs::filesystem_error("cannot read", file, std::make_error_code(std::errc::is_a_directory));
    const uintmax_t size = fs::file_size(file);
    errno = 0;
    std::ifstream stream(file, std::ios::binary);
    if (!stream) fail("cannot read", file, std::errc::io_error);
    std::vector<std::byte> bytes(size);
    stream.read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(size));
    // If the file shrank since its size was queried, return only the bytes that were read.
    bytes.resize(static_cast<size_t>(stream.gcount()));
    return bytes;
}

}  // namespace ingot::archive
