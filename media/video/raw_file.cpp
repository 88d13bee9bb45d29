// Files without a header: frames one after the other, each its luma and then its colours.
#include <fmt/format.h>

#include "readers.hpp"

namespace ingot::media {

namespace {

class raw_file final : public video_stream::reader {
public:
    raw_file(const std::filesystem::path& file, const raw_layout& layout) : file_(file), layout_(layout) {
        try {
            video::check_format(layout.format);
        } catch (const std::invalid_argument& problem) {
            file_.fail(problem.what());
        }
        if (file_.size() == 0) file_.fail("the file is empty");
        frame_bytes_ = layout.format.luma_bytes() + chroma_bytes(layout.format, layout.chroma);
    }

    const video_format& format() const override { return layout_.format; }
    std::optional<uint64_t> frames() const override { return (file_.size() + frame_bytes_ - 1) / frame_bytes_; }

    bool read(std::vector<std::byte>& luma) override {
        if (next_ >= *frames()) return false;
        const uint64_t start = next_ * frame_bytes_;
        if (file_.size() - start < frame_bytes_)
            file_.fail(
                fmt::format("the file ends within frame {}, which has {} of {} bytes; check the size, the bits and the layout "
                            "of colours, which the file does not state",
                            next_, file_.size() - start, frame_bytes_));
        luma.resize(layout_.format.luma_bytes());
        if (file_.read(start, luma) != luma.size()) file_.fail(fmt::format("the file became shorter in frame {}", next_));
        ++next_;
        return true;
    }

    void seek(uint64_t frame) override { next_ = frame; }

private:
    video::regular_file file_;
    raw_layout layout_;
    uint64_t frame_bytes_ = 0;
    uint64_t next_ = 0;
};

}  // namespace

video_stream open_raw(const std::filesystem::path& file, const raw_layout& layout) {
    return video_stream(std::make_unique<raw_file>(file, layout));
}

}  // namespace ingot::media
