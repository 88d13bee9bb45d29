#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "readers.hpp"

namespace ingot::media::video {

void fail(const std::filesystem::path& file, std::string_view reason) {
    throw video_error(fmt::format("cannot read the video '{}': {}", file.string(), reason));
}

// With O_NONBLOCK, opening a pipe does not wait for a writer.
regular_file::regular_file(const std::filesystem::path& file)
    : path_(file), descriptor_(::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)) {
    if (!descriptor_.is_open()) video::fail(file, std::strerror(errno));
    struct stat found {};
    const bool is_known = ::fstat(descriptor_.get(), &found) == 0;
    if (!is_known || !S_ISREG(found.st_mode))
        video::fail(file, is_known && S_ISDIR(found.st_mode) ? "it is a folder" : "it is not a regular file");
    size_ = static_cast<uint64_t>(found.st_size);
}

void regular_file::fail(std::string_view reason) const { video::fail(path_, reason); }

size_t regular_file::read(uint64_t offset, std::span<std::byte> bytes) const {
    size_t filled = 0;
    while (filled < bytes.size()) {
        const ssize_t count =
            ::pread(descriptor_.get(), bytes.data() + filled, bytes.size() - filled, static_cast<off_t>(offset + filled));
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) fail(std::strerror(errno));
        if (count == 0) break;
        filled += static_cast<size_t>(count);
    }
    return filled;
}

}  // namespace ingot::media::video
