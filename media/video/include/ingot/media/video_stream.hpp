// Videos as sequences of pictures in grey: the luma of each frame. Frames are read one after the other, so a video may have
// any length.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

namespace ingot::media {

/// Thrown if a video cannot be read. what() names the file.
class video_error : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// The largest width or height of a video.
inline constexpr uint32_t most_video_width = 16'384;

/// The size and the numbers of a video's luma.
struct video_format {
    uint32_t width = 0;
    uint32_t height = 0;
    uint32_t bits = 8;             ///< of a sample, 8 to 16
    uint32_t rate_numerator = 25;  ///< pictures per second, as a fraction
    uint32_t rate_denominator = 1;

    /// A sample of more than 8 bits is two bytes, the lower one first.
    uint32_t bytes_of_sample() const { return bits > 8 ? 2 : 1; }
    size_t samples() const { return size_t {width} * height; }
    size_t luma_bytes() const { return samples() * bytes_of_sample(); }
    double pictures_per_second() const { return static_cast<double>(rate_numerator) / static_cast<double>(rate_denominator); }
    friend bool operator==(const video_format&, const video_format&) = default;
};

/// How many samples of colour a frame has beside its luma.
enum class chroma_layout { none, yuv_420, yuv_422, yuv_444 };

/// Returns the bytes of a frame's colours.
size_t chroma_bytes(const video_format& format, chroma_layout chroma);

/// The layout of a raw file, which has no header: frames of luma and then colours, in planes.
struct raw_layout {
    video_format format;
    chroma_layout chroma = chroma_layout::yuv_420;
};

/// A video that is read from its start to its end. The object owns the file or the process that decodes it.
class video_stream {
public:
    /// What reads a video. Functions throw video_error.
    class reader {
    public:
        virtual ~reader() = default;
        virtual const video_format& format() const = 0;
        virtual std::optional<uint64_t> frames() const = 0;
        virtual bool read(std::vector<std::byte>& luma) = 0;
        virtual void seek(uint64_t frame) = 0;
    };

    explicit video_stream(std::unique_ptr<reader> source) : source_(std::move(source)) {}

    const video_format& format() const { return source_->format(); }
    /// The number of frames if it is known before they are read. A damaged file may have fewer.
    std::optional<uint64_t> frames() const { return source_->frames(); }
    /// The number of the frame that read() returns next.
    uint64_t next_frame() const { return next_; }

    /// Reads the luma of the next frame: format().luma_bytes() bytes, rows from the top. Returns false at the end. Throws
    /// video_error if the file ends within the frame or is damaged there; the frames before were read correctly.
    bool read(std::vector<std::byte>& luma);
    /// Goes to a frame, which read() then returns. Behind the last frame, read() returns false.
    void seek(uint64_t frame);

private:
    std::unique_ptr<reader> source_;
    uint64_t next_ = 0;
};

/// Opens a Y4M file (.y4m, YUV4MPEG2): 8 to 16 bits; grey, 4:2:0, 4:2:2, 4:1:1 or 4:4:4. Throws video_error.
video_stream open_y4m(const std::filesystem::path& file);
/// Opens a file without a header. Throws video_error if it cannot be opened or the layout is not valid.
video_stream open_raw(const std::filesystem::path& file, const raw_layout& layout);
/// Opens what the program ffmpeg decodes, which runs as a child process. Throws video_error, also if there is no ffmpeg. To
/// seek, it decodes all frames before.
video_stream open_with_ffmpeg(const std::filesystem::path& file);
/// Opens a file by its extension: .y4m; .yuv or .raw with `layout`; all others by ffmpeg. Throws video_error.
video_stream open_video(const std::filesystem::path& file, const raw_layout& layout);

/// A clip of ten seconds that is computed, with movements and cuts. The frames at which its scenes begin are clip_cuts().
video_stream bundled_clip(uint32_t width, uint32_t height, uint32_t bits);
/// The frames of bundled_clip() that are the first ones of a scene, without frame 0.
std::span<const uint64_t> clip_cuts();

}  // namespace ingot::media
