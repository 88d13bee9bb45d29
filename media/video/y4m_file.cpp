// YUV4MPEG2: a line of text with the size, the rate and the layout of colours; then for each frame a line "FRAME", with
// parameters or without, and its planes. The format is described in the manual page yuv4mpeg(5) of MJPEG Tools; ffmpeg added the
// names of layouts with more than 8 bits.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>

#include "readers.hpp"

namespace ingot::media::video {

namespace {

uint32_t number_in(std::string_view text, std::string_view meaning) {
    uint32_t value = 0;
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (problem != std::errc() || end != text.data() + text.size())
        throw std::invalid_argument(fmt::format("the {} '{}' is not a whole number", meaning, text.substr(0, 40)));
    return value;
}

// A rate of 0:0 means that it is unknown.
void read_rate(std::string_view text, video_format& format) {
    const size_t colon = text.find(':');
    if (colon == std::string_view::npos) throw std::invalid_argument("the rate has no colon; expected a fraction such as F25:1");
    format.rate_numerator = number_in(text.substr(0, colon), "rate");
    format.rate_denominator = number_in(text.substr(colon + 1), "rate");
    if (format.rate_numerator != 0 || format.rate_denominator != 0) return;
    format.rate_numerator = 25;
    format.rate_denominator = 1;
}

// The names of layouts without the number of bits. Those of 4:2:0 differ in the place of the samples of colour.
enum class planes { grey, yuv_420, yuv_422, yuv_444, yuv_444_alpha, yuv_411 };
struct named_layout {
    std::string_view name;
    planes layout;
};
constexpr std::array<named_layout, 10> layouts_of_8_bits {{{"420", planes::yuv_420},
                                                           {"420jpeg", planes::yuv_420},
                                                           {"420mpeg2", planes::yuv_420},
                                                           {"420paldv", planes::yuv_420},
                                                           {"422", planes::yuv_422},
                                                           {"444", planes::yuv_444},
                                                           {"444alpha", planes::yuv_444_alpha},
                                                           {"411", planes::yuv_411},
                                                           {"mono", planes::grey},
                                                           {"400", planes::grey}}};
constexpr std::array<named_layout, 4> layouts_of_more_bits {
    {{"420p", planes::yuv_420}, {"422p", planes::yuv_422}, {"444p", planes::yuv_444}, {"mono", planes::grey}}};

// Reads a layout such as "420jpeg", "422p10" or "mono12".
planes read_layout(std::string_view text, video_format& format) {
    for (const named_layout& each : layouts_of_8_bits)
        if (text == each.name) return each.layout;
    for (const named_layout& each : layouts_of_more_bits) {
        if (!text.starts_with(each.name)) continue;
        format.bits = number_in(text.substr(each.name.size()), "number of bits");
        return each.layout;
    }
    throw std::invalid_argument(
        fmt::format("the layout of colours 'C{}' is unknown; videos in 4:2:0, 4:2:2, 4:1:1, 4:4:4 and grey with 8 to 16 bits are "
                    "read",
                    text.substr(0, 40)));
}

size_t bytes_of(planes layout, const video_format& format) {
    switch (layout) {
        case planes::grey:
            return 0;
        case planes::yuv_420:
            return chroma_bytes(format, chroma_layout::yuv_420);
        case planes::yuv_422:
            return chroma_bytes(format, chroma_layout::yuv_422);
        case planes::yuv_444:
            return chroma_bytes(format, chroma_layout::yuv_444);
        case planes::yuv_444_alpha:
            return 3 * format.luma_bytes();
        case planes::yuv_411:
            return 2 * ((size_t {format.width} + 3) / 4) * format.height * format.bytes_of_sample();
    }
    return 0;
}

class y4m_file final : public video_stream::reader {
public:
    explicit y4m_file(const std::filesystem::path& file) : file_(file) {
        std::string line;
        if (!read_line(0, line)) {
            file_.fail(file_.size() == 0
                           ? "the file is empty"
                           : fmt::format("it is no Y4M file: its first line does not end within {} bytes", longest_y4m_line));
        }
        try {
            header_ = parse_y4m_header(line);
        } catch (const std::invalid_argument& problem) {
            file_.fail(problem.what());
        }
        first_frame_ = line.size() + 1;
        next_header_ = first_frame_;
        accept_short_rows();
    }

    const video_format& format() const override { return header_.format; }

    // All frames are the same size if none of them has parameters.
    std::optional<uint64_t> frames() const override {
        const uint64_t frame = std::string_view("FRAME\n").size() + frame_bytes();
        return (file_.size() - first_frame_ + frame - 1) / frame;
    }

    bool read(std::vector<std::byte>& luma) override {
        if (next_header_ >= file_.size()) return false;
        const uint64_t picture = next_header_ + bytes_of_frame_header();
        if (file_.size() - picture < frame_bytes())
            file_.fail(fmt::format("the file ends within frame {}, which has {} of {} bytes; the frames before it are complete",
                                   next_, file_.size() - picture, frame_bytes()));
        luma.resize(header_.format.luma_bytes());
        if (file_.read(picture, luma) != luma.size()) file_.fail(fmt::format("the file became shorter in frame {}", next_));
        next_header_ = picture + frame_bytes();
        ++next_;
        return true;
    }

    void seek(uint64_t frame) override {
        if (frame < next_) {
            next_ = 0;
            next_header_ = first_frame_;
        }
        for (; next_ < frame; ++next_) {
            if (next_header_ >= file_.size()) return;
            const uint64_t picture = next_header_ + bytes_of_frame_header();
            next_header_ = frame_bytes() > file_.size() - picture ? file_.size() : picture + frame_bytes();
        }
    }

private:
    uint64_t frame_bytes() const { return uint64_t {header_.format.luma_bytes()} + header_.chroma_bytes; }

    // If the width is odd and samples have two bytes, ffmpeg 5.1 writes rows of chroma of `width` bytes, one too few. Such a file
    // is recognised by the place where its first frame ends.
    void accept_short_rows() {
        const video_format& format = header_.format;
        if (header_.chroma_bytes == 0 || format.width % 2 == 0 || format.bytes_of_sample() != 2) return;
        std::string line;
        if (!read_line(first_frame_, line)) return;
        const uint64_t chroma = first_frame_ + line.size() + 1 + format.luma_bytes();
        const size_t short_bytes = header_.chroma_bytes / (size_t {format.width} + 1) * format.width;
        if (!ends_at(chroma + header_.chroma_bytes) && ends_at(chroma + short_bytes)) header_.chroma_bytes = short_bytes;
    }

    // Can a frame end at this position?
    bool ends_at(uint64_t position) const {
        std::string line;
        return position == file_.size() || (position < file_.size() && read_line(position, line) && is_frame_header(line));
    }

    static bool is_frame_header(std::string_view line) { return line == "FRAME" || line.starts_with("FRAME "); }

    // Reads a line without its newline. Returns false if it does not end within the longest length.
    bool read_line(uint64_t offset, std::string& line) const {
        std::array<std::byte, longest_y4m_line> bytes {};
        const auto read = std::span(bytes).first(file_.read(offset, bytes));
        const auto end = std::ranges::find(read, std::byte {'\n'});
        if (end == read.end()) return false;
        line.assign(reinterpret_cast<const char*>(read.data()), static_cast<size_t>(end - read.begin()));
        return true;
    }

    uint64_t bytes_of_frame_header() const {
        std::string line;
        const bool ends = read_line(next_header_, line);
        if (!ends && file_.size() - next_header_ < longest_y4m_line)
            file_.fail(fmt::format("the file ends in the line before frame {}; the frames before it are complete", next_));
        if (!ends || !is_frame_header(line))
            file_.fail(fmt::format("the file is damaged: there is no line 'FRAME' before frame {}", next_));
        return line.size() + 1;
    }

    regular_file file_;
    y4m_header header_;
    uint64_t first_frame_ = 0;
    uint64_t next_header_ = 0;
    uint64_t next_ = 0;
};

}  // namespace

void check_format(const video_format& format) {
    if (format.width < 1 || format.height < 1 || format.width > most_video_width || format.height > most_video_width)
        throw std::invalid_argument(fmt::format("the video has {} x {} pixels; width and height must be 1 to {}", format.width,
                                                format.height, most_video_width));
    if (format.bits < 8 || format.bits > 16)
        throw std::invalid_argument(fmt::format("the video has {} bits in a sample; expected 8 to 16", format.bits));
    if (format.rate_numerator == 0 || format.rate_denominator == 0)
        throw std::invalid_argument(fmt::format("the video has {}/{} pictures per second; expected a rate above 0",
                                                format.rate_numerator, format.rate_denominator));
}

y4m_header parse_y4m_header(std::string_view line) {
    constexpr std::string_view magic = "YUV4MPEG2";
    if (!line.starts_with(magic) || (line.size() > magic.size() && line[magic.size()] != ' '))
        throw std::invalid_argument("it is no Y4M file: it does not begin with 'YUV4MPEG2'");
    y4m_header header;
    planes layout = planes::yuv_420;
    line.remove_prefix(magic.size());
    while (!line.empty()) {
        const size_t end = std::min(line.find(' '), line.size());
        const std::string_view word = line.substr(0, end);
        line.remove_prefix(std::min(end + 1, line.size()));
        if (word.empty()) continue;
        const std::string_view value = word.substr(1);
        if (word[0] == 'W') header.format.width = number_in(value, "width");
        if (word[0] == 'H') header.format.height = number_in(value, "height");
        if (word[0] == 'F') read_rate(value, header.format);
        if (word[0] == 'C') layout = read_layout(value, header.format);
    }
    check_format(header.format);
    header.chroma_bytes = bytes_of(layout, header.format);
    return header;
}

}  // namespace ingot::media::video

namespace ingot::media {

video_stream open_y4m(const std::filesystem::path& file) { return video_stream(std::make_unique<video::y4m_file>(file)); }

}  // namespace ingot::media
