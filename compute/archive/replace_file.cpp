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

[[noreturn]] void fail(const char* what, const fs::path& file, std::errc otherwise) {
    const std::error_code reason = errno != 0 ? std::error_code(errno, std::generic_category()) : std::make_error_code(otherwise);
    throw fs::filesystem_error(what, file, reason);
}

// Processes and threads that write the same file at once must not share a temporary one.
fs::path temporary_beside(const fs::path& file) {
    static std::atomic<uint64_t> count {0};
    fs::path name = file;
    name += "." + std::to_string(::getpid()) + "-" + std::to_string(count++) + ".tmp";
    return name;
}

}  // namespace

void replace_file(const fs::path& file, std::span<const std::byte> bytes) {
    const fs::path temporary = temporary_beside(file);
    try {
        errno = 0;
        std::ofstream out(temporary, std::ios::binary | std::ios::trunc);
        if (!out) fail("cannot write", file, std::errc::io_error);
        out.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
        out.close();
        if (!out) fail("cannot write", file, std::errc::io_error);
        fs::rename(temporary, file);
    } catch (...) {
        std::error_code ignored;
        fs::remove(temporary, ignored);
        throw;
    }
}

std::vector<std::byte> read_whole_file(const fs::path& file) {
    if (fs::is_directory(file)) throw fs::filesystem_error("cannot read", file, std::make_error_code(std::errc::is_a_directory));
    const uintmax_t size = fs::file_size(file);
    errno = 0;
    std::ifstream in(file, std::ios::binary);
    if (!in) fail("cannot read", file, std::errc::io_error);
    std::vector<std::byte> bytes(size);
    in.read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(size));
    // A file that got shorter while it was read is read as far as it goes.
    bytes.resize(static_cast<size_t>(in.gcount()));
    return bytes;
}

}  // namespace ingot::archive
