#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <ingot/files/file_descriptor.hpp>
#include <ingot/files/read_file.hpp>
#include <system_error>

namespace ingot::files {

namespace fs = std::filesystem;

namespace {

// The kinds of files that are not read.
enum class unreadable_kind { folder = 1, pipe, device, socket };

class unreadable_category final : public std::error_category {
public:
    const char* name() const noexcept override { return "ingot file"; }
    std::string message(int value) const override {
        switch (static_cast<unreadable_kind>(value)) {
            case unreadable_kind::folder:
                return "it is a folder";
            case unreadable_kind::pipe:
                return "it is a pipe, not a regular file";
            case unreadable_kind::device:
                return "it is a device, not a regular file";
            case unreadable_kind::socket:
                return "it is a socket, not a regular file";
        }
        return "it is not a regular file";
    }
};

[[noreturn]] void fail(const fs::path& file, const std::error_code& reason) {
    throw fs::filesystem_error("cannot read", file, reason);
}
[[noreturn]] void fail(const fs::path& file, int number) { fail(file, std::error_code(number, std::generic_category())); }
[[noreturn]] void fail(const fs::path& file, unreadable_kind kind) {
    static const unreadable_category category;
    fail(file, std::error_code(static_cast<int>(kind), category));
}

// Opens a regular file and returns its size. With O_NONBLOCK, opening a pipe does not wait for a writer.
size_t open_regular(const fs::path& file, file_descriptor& opened) {
    opened = file_descriptor(::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
    if (opened.get() < 0) {
        // A socket cannot be opened at all.
        struct stat found {};
        if (const int reason = errno; reason != ENXIO || ::stat(file.c_str(), &found) != 0 || !S_ISSOCK(found.st_mode))
            fail(file, reason);
        fail(file, unreadable_kind::socket);
    }
    struct stat found {};
    if (::fstat(opened.get(), &found) != 0) fail(file, errno);
    if (S_ISDIR(found.st_mode)) fail(file, unreadable_kind::folder);
    if (S_ISFIFO(found.st_mode)) fail(file, unreadable_kind::pipe);
    if (!S_ISREG(found.st_mode)) fail(file, unreadable_kind::device);
    return static_cast<size_t>(found.st_size);
}

// Reads to the end of the file. The size is only an estimate: the file may grow or shrink meanwhile, and files below /proc
// have the size 0.
template <typename Bytes>
Bytes read_all(const fs::path& file) {
    file_descriptor opened;
    const size_t size = open_regular(file, opened);
    Bytes bytes;
    bytes.resize(size + 1);  // one byte more, so that the read that reports the end of the file needs no larger buffer
    size_t filled = 0;
    for (;;) {
        if (filled == bytes.size()) bytes.resize(std::max<size_t>(2 * bytes.size(), 65'536));
        const ssize_t count = ::read(opened.get(), bytes.data() + filled, bytes.size() - filled);
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) fail(file, errno);
        if (count == 0) break;
        filled += static_cast<size_t>(count);
    }
    bytes.resize(filled);
    return bytes;
}

}  // namespace

std::vector<std::byte> read_whole_file(const fs::path& file) { return read_all<std::vector<std::byte>>(file); }

std::string read_text(const fs::path& file) { return read_all<std::string>(file); }

}  // namespace ingot::files
