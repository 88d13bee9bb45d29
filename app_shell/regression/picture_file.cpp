#include "picture_file.hpp"

#include <ingot/media/picture_file.hpp>

namespace ingot::regression {

image read_png(const std::filesystem::path& file) {
    const media::picture picture = media::read_picture(file);
    return {picture.width, picture.height, media::to_srgb8(picture)};
}

std::vector<std::byte> encoded_png(const image& of) { return media::encode_png(of.width, of.height, of.rgb); }

}  // namespace ingot::regression
