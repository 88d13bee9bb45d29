#include "image_view.hpp"

#include <limits>

#include "../images/formats.hpp"

namespace ingot::backends::cpu_native {

namespace {

using archive::cpu::plane_encoding;

plane_encoding encoding_of(pixel_format format) {
    switch (format.channel) {
        case channel_type::float_32:
        case channel_type::depth_32_float:
            return plane_encoding::float_32;
        case channel_type::float_16:
            return plane_encoding::float_16;
        case channel_type::signed_32:
        case channel_type::unsigned_32:
            return plane_encoding::integer_32;
        case channel_type::unorm_8:
            return format.channels == 4 ? plane_encoding::unorm_8 : plane_encoding::none;
        default:
            return plane_encoding::none;
    }
}

}  // namespace

archive::cpu::image_view view_of(const host_memory::image& image) {
    const image_description& description = image.description();
    const host_memory::image_level& level = image.levels().front();
    const bool is_2d = description.shape == image_shape::image_2d || description.shape == image_shape::image_2d_depth;
    const bool is_small =
        images::byte_count(description.format, level.extent) <= static_cast<size_t>(std::numeric_limits<int32_t>::max());
    return {.image = &image,
            .pixels = level.pixels,
            .width = level.extent[0],
            .height = level.extent[1],
            .depth = description.shape == image_shape::image_3d ? level.extent[2] : 1,
            .encoding = is_2d && is_small ? encoding_of(description.format) : plane_encoding::none,
            .channels = description.format.channels};
}

}  // namespace ingot::backends::cpu_native
