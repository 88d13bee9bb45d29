// Writes pictures one after the other: into a file, a program, or files of their own.
#pragma once

#include <cstdint>
#include <cstdio>
#include <memory>
#include <span>
#include <string>

#include "capture/video_target.hpp"
#include "capture/y4m.hpp"

namespace ingot::shell {

class video_writer {
public:
    /// Opens the target. Throws std::runtime_error where that does not work.
    video_writer(video_target to, extent size, frame_rate rate);
    video_writer(const video_writer&) = delete;
    video_writer& operator=(const video_writer&) = delete;
    /// Ends what was not finished; what then fails is not told of.
    ~video_writer();

    /// Adds a picture, as y4m_frame takes it. Throws std::runtime_error where it cannot be written, or the reading program has
    /// ended.
    void add(std::span<const uint8_t> rgb);
    /// Closes the file, or waits for the program. Throws std::runtime_error where the last bytes did not arrive or the program
    /// failed.
    void finish();

    extent size() const { return pixels; }
    frame_rate rate() const { return pace; }
    uint64_t pictures() const { return written; }
    /// The file, the pattern, or the command.
    std::string name() const;

private:
    void write(std::span<const uint8_t> bytes);
    [[noreturn]] void refuse(const std::string& why) const;
    int close();

    video_target target;
    extent pixels;
    frame_rate pace;
    std::FILE* stream = nullptr;
    uint64_t written = 0;
};

}  // namespace ingot::shell
