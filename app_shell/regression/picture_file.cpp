#include "picture_file.hpp"

#include <ingot/media/picture_file.hpp>

namespace ingot::regression {

image read_png(const std::filesystem::path& file) {
    const media::picture picture = media::read_picture(file);
    return {picture.width, picture.height, media::to_srgb8(picture)};
}

std::vector<std::byte> encode_png(const image& image) { return media::encode_png(image.width, image.height, image.rgb); }

}  // namespace ingot::regression
