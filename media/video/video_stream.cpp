#include <algorithm>
#include <cctype>
#include <ingot/media/video_stream.hpp>
#include <string>

namespace ingot::media {

size_t chroma_bytes(const video_format& format, chroma_layout chroma) {
    const size_t half_width = (size_t {format.width} + 1) / 2;
    const size_t half_height = (size_t {format.height} + 1) / 2;
    switch (chroma) {
        case chroma_layout::none:
            return 0;
        case chroma_layout::yuv_420:
            return 2 * half_width * half_height * format.bytes_of_sample();
        case chroma_layout::yuv_422:
            return 2 * half_width * format.height * format.bytes_of_sample();
        case chroma_layout::yuv_444:
            return 2 * format.luma_bytes();
    }
    return 0;
}

bool video_stream::read(std::vector<std::byte>& luma) {
    if (!source_->read(luma)) return false;
    ++next_;
    return true;
}

void video_stream::seek(uint64_t frame) {
    source_->seek(frame);
    next_ = frame;
}

video_stream open_video(const std::filesystem::path& file, const raw_layout& layout) {
    std::string extension = file.extension().string();
    std::ranges::transform(extension, extension.begin(), [](unsigned char letter) { return std::tolower(letter); });
    if (extension == ".y4m") return open_y4m(file);
    if (extension == ".yuv" || extension == ".raw") return open_raw(file, layout);
    return open_with_ffmpeg(file);
}

}  // namespace ingot::media
