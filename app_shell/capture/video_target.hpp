// Where a video goes to, as `--video` says it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <string_view>

namespace ingot::shell {

enum class video_kind { y4m_file, standard_output, command, encoder, pictures };

struct video_target {
    video_kind kind = video_kind::y4m_file;
    std::string text;  ///< as it was given: the file, the command without its |, or the pictures' pattern
};

/// The program that a video's file needs is not on this machine; what() says what else to do.
class encoder_missing : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

inline constexpr std::string_view video_takes =
    "FILE.y4m, FILE.mp4, .webm or .mkv (needs ffmpeg), a pattern of pictures as DIR/%05d.png, '|COMMAND' that reads Y4M, or - "
    "for "
    "standard output";

/// Throws std::runtime_error where the text is none of these, or the file could not be written; encoder_missing where it needs
/// ffmpeg and that is not on the PATH.
video_target video_target_from(std::string_view text);

/// Is the program `ffmpeg` on the PATH?
bool has_ffmpeg();

/// "frames/%05d.png" with a number: "frames/00007.png".
std::filesystem::path numbered(const std::string& pattern, uint64_t number);

}  // namespace ingot::shell
