// Y4M videos: all frames in order, and one of them again after a seek.
#include <ingot/media/video_stream.hpp>
#include <optional>
#include <vector>

#include "all_targets.hpp"
#include "input.hpp"

namespace ingot::reader_fuzzing {

namespace {

outcome read(std::span<const std::byte> input) {
    const std::filesystem::path file = write_input("video.y4m", input);
    auto stream = read_or_reject<media::video_error>([&] { return media::open_y4m(file); });
    if (!stream) return outcome::rejected;
    const size_t luma_bytes = stream->format().luma_bytes();
    std::vector<std::byte> luma;
    std::vector<std::byte> first;
    for (;;) {
        const uint64_t number = stream->next_frame();
        const std::optional<bool> is_read = read_or_reject<media::video_error>([&] { return stream->read(luma); });
        if (!is_read) return outcome::rejected;
        if (!*is_read) break;
        require(luma.size() == luma_bytes && luma_bytes <= input.size(), "a frame has the size of the header");
        require(stream->next_frame() == number + 1, "frames are counted");
        if (number == 0) first = luma;
    }
    const uint64_t frames = stream->next_frame();
    require(stream->frames() && frames <= *stream->frames(), "there are at most as many frames as expected");
    if (frames == 0) return outcome::accepted;
    stream->seek(0);
    require(stream->read(luma) && luma == first, "the first frame is read again");
    return outcome::accepted;
}

}  // namespace

const target y4m_target {"y4m", memory_use::by_size, &read};

}  // namespace ingot::reader_fuzzing
