// The readers of video_stream, and what they share.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <ingot/files/file_descriptor.hpp>
#include <ingot/media/video_stream.hpp>
#include <span>
#include <string>
#include <string_view>

namespace ingot::media::video {

/// What the first line of a Y4M stream says.
struct y4m_header {
    video_format format;
    size_t chroma_bytes = 0;  ///< of a frame, behind its luma; with alpha, if there is any
};

/// The longest first line, and the longest line before a frame.
inline constexpr size_t longest_y4m_line = 1'024;

/// Reads the first line of a Y4M stream, without its newline. Throws std::invalid_argument that says what is wrong.
y4m_header parse_y4m_header(std::string_view line);

/// Throws std::invalid_argument if width, height, bits or the rate are out of range.
void check_format(const video_format& format);

/// A regular file that is read in pieces.
class regular_file {
public:
    /// Throws video_error that names the file if it cannot be opened or is no regular file.
    explicit regular_file(const std::filesystem::path& file);

    /// Reads at the position `offset`. Returns the number of bytes; fewer than asked for only at the end of the file.
    size_t read(uint64_t offset, std::span<std::byte> bytes) const;
    uint64_t size() const { return size_; }
    const std::filesystem::path& path() const { return path_; }
    /// Throws video_error: "cannot read 'FILE': REASON".
    [[noreturn]] void fail(std::string_view reason) const;

private:
    std::filesystem::path path_;
    files::file_descriptor descriptor_;
    uint64_t size_ = 0;
};

/// The error of all readers of files.
[[noreturn]] void fail(const std::filesystem::path& file, std::string_view reason);

}  // namespace ingot::media::video
