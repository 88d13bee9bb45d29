// Pictures in all formats; the first bytes of an input decide the format.
#include <ingot/media/picture_file.hpp>

#include "all_targets.hpp"

namespace ingot::reader_fuzzing {

namespace {

constexpr size_t most_pixels_to_write = 4096;  // writing larger pictures would take most of the time

outcome read(std::span<const std::byte> input) {
    const auto picture = read_or_reject<media::picture_error>([&] { return media::decode_picture(input, "input"); });
    if (!picture) return outcome::rejected;
    require(picture->width > 0 && picture->height > 0 &&
                picture->pixels.size() == static_cast<size_t>(picture->width) * static_cast<size_t>(picture->height),
            "a picture has all pixels of its size");
    if (picture->pixels.size() > most_pixels_to_write) return outcome::accepted;
    for (const media::picture_format format :
         {media::picture_format::png, media::picture_format::hdr, media::picture_format::exr}) {
        const media::picture again = media::decode_picture(media::encode_picture(*picture, format), "written");
        require(again.width == picture->width && again.height == picture->height,
                "a picture that is written is read back in its size");
    }
    return outcome::accepted;
}

}  // namespace

const target picture_target {"picture", memory_use::by_content, &read};

}  // namespace ingot::reader_fuzzing
