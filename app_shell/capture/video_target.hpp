// The destination of a video, as the value of `--video` describes it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <string_view>

namespace ingot::shell {

enum class video_kind { y4m_file, standard_output, command, encoder, pictures };

/// A parsed value of `--video`.
struct video_target {
    video_kind kind = video_kind::y4m_file;
    std::string text;  ///< the file, the command without its leading |, or the pattern of the file names; empty for stdout
};

/// Thrown if a .mp4, .webm or .mkv file is requested and the program ffmpeg, which encodes these files, is not on the PATH.
/// what() names the alternatives.
class missing_encoder : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

inline constexpr std::string_view video_formats =
    "FILE.y4m; FILE.mp4, .webm or .mkv (requires ffmpeg); a pattern for PNG files, such as DIR/%05d.png; '|COMMAND', which "
    "receives Y4M on its standard input; or - for standard output";

/// Parses the value of `--video`. Throws std::runtime_error if the text has none of the forms of video_formats or the
/// file cannot be written, and missing_encoder if the file requires ffmpeg and ffmpeg is not on the PATH.
video_target parse_video_target(std::string_view text);

/// Is the program `ffmpeg` on the PATH?
bool has_ffmpeg();

/// Replaces the placeholder of a pattern, such as "%d" or "%05d", by a number: "frames/%05d.png" with 7 becomes
/// "frames/00007.png".
std::filesystem::path numbered_file(const std::string& pattern, uint64_t number);

}  // namespace ingot::shell
