// Writes a sequence of pictures to a video file, to a program, or to numbered PNG files.
#pragma once

#include <cstdint>
#include <cstdio>
#include <ingot/files/replace_file.hpp>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "capture/video_target.hpp"
#include "capture/y4m.hpp"

namespace ingot::shell {

/// Writes one video. All pictures have the same size. A file is written beside the named one and gets its name in finish(). So
/// an older video of that name is replaced only by a complete one.
class video_writer {
public:
    /// Opens the target. Throws std::runtime_error if it cannot be opened. If the target is standard output, all other
    /// text that the program prints there goes to standard error from then on.
    video_writer(video_target target, extent size, frame_rate rate);
    video_writer(const video_writer&) = delete;
    video_writer& operator=(const video_writer&) = delete;
    /// Closes the target and ignores errors. Removes the file if finish() was not called or has failed.
    ~video_writer();

    /// Adds a picture: three bytes per pixel (sRGB), the top row first. Throws std::runtime_error if writing fails, for
    /// example because the program that reads the video has ended.
    void add(std::span<const uint8_t> rgb);
    /// Closes the file, or waits for the program to end. Throws std::runtime_error if the last bytes could not be
    /// written or the program failed.
    void finish();

    extent size() const { return size_; }
    frame_rate rate() const { return rate_; }
    uint64_t pictures() const { return pictures_; }
    /// Names what is left of the video if it is not finished: "" for a file, which is removed; "12 pictures of the video", or
    /// "the first part of the video", which a program received.
    std::string kept_part() const;
    /// The file, the pattern, the quoted command, or "standard output", for messages.
    std::string name() const;

private:
    void write(std::span<const uint8_t> bytes);
    [[noreturn]] void fail(const std::string& reason) const;
    int close();
    void commit();

    video_target target_;
    extent size_;
    frame_rate rate_;
    std::optional<files::temporary_file> file_;  // the file that is written beside; nothing for other targets
    std::FILE* stream_ = nullptr;
    uint64_t pictures_ = 0;
    bool is_incomplete_ = false;  // a picture could not be written
};

}  // namespace ingot::shell
