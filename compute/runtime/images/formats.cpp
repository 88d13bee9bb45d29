#include "formats.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <ingot/language/image_encoding.hpp>
#include <ingot/language/image_names.hpp>
#include <ingot/runtime/error.hpp>

#include "../backend.hpp"
#include "pixels.hpp"

namespace ingot {

uint32_t full_mip_levels(const image_description& description) {
    return static_cast<uint32_t>(std::bit_width(std::max({description.width, description.height, description.depth, 1u})));
}

image_region whole_level(const image_description& description, uint32_t level) {
    return {{0, 0, 0}, images::extent_of_level(description, level), level};
}

std::string to_string(const image_description& description) {
    const uint32_t dimensions = detail::dimensions_of(description.shape);
    std::string text = "an image of " + std::to_string(description.width);
    if (dimensions > 1) text += " x " + std::to_string(description.height);
    if (dimensions > 2) text += " x " + std::to_string(description.depth);
    if (detail::is_array(description.shape)) text += " in " + std::to_string(description.layers) + " layers";
    if (description.mip_levels != 1) text += " with " + std::to_string(description.mip_levels) + " mip levels";
    return text + " (" + std::string(to_string(description.shape)) + ", " + to_string(description.format) + ")";
}

}  // namespace ingot

namespace ingot::images {

std::array<uint32_t, 3> extent_of_level(const image_description& description, uint32_t level) {
    const auto size = [&](uint32_t first) { return std::max(level < 32 ? first >> level : 0u, 1u); };
    const uint32_t slices = description.shape == image_shape::image_3d ? size(description.depth)
                                                                       : description.layers * detail::faces_of(description.shape);
    return {size(description.width), size(description.height), slices};
}

size_t byte_count(pixel_format format, const std::array<uint32_t, 3>& extent) {
    size_t bytes = bytes_per_pixel(format);
    for (const uint32_t size : extent) bytes = bytes == SIZE_MAX ? bytes : ingot::detail::byte_count(bytes, std::max(size, 1u));
    return bytes;
}

std::string find_error(const image_description& description) {
    const std::string shape(to_string(description.shape));
    if (static_cast<uint32_t>(description.shape) >= image_shape_count) return "there is no such shape";
    if (static_cast<uint32_t>(description.format.channel) >= channel_type_count) return "there is no such channel type";
    if (description.width == 0 || description.height == 0 || description.depth == 0 || description.layers == 0)
        return "it has no pixels: a size is 0";
    if (description.format.channels == 0 || description.format.channels > 4) return "a pixel has 1 to 4 channels";
    const uint32_t dimensions = detail::dimensions_of(description.shape);
    if (dimensions < 2 && description.height != 1)
        return "the height of an " + shape + " must be 1, not " + std::to_string(description.height);
    if (dimensions < 3 && description.depth != 1)
        return "the depth of an " + shape + " must be 1, not " + std::to_string(description.depth);
    if (!detail::is_array(description.shape) && description.layers != 1)
        return "an " + shape + " must have 1 layer, not " + std::to_string(description.layers);
    if (detail::is_cube(description.shape) && description.height != description.width) return "the faces of a cube are squares";
    if (detail::is_cube(description.shape) && uint64_t {description.layers} * 6 > UINT32_MAX)
        return "the number of faces, 6 for each layer, does not fit 32 bits";
    if (description.mip_levels == 0 || description.mip_levels > full_mip_levels(description))
        return "it can have 1 to " + std::to_string(full_mip_levels(description)) + " mip levels";
    if (description.shape == image_shape::image_1d_buffer && description.mip_levels != 1)
        return "a buffer image has no mip levels";
    if (detail::is_depth_stencil(description.shape) != detail::is_depth_stencil(description.format.channel))
        return "the shape image_2d_depth_stencil and a depth and stencil format can only be used together";
    if (detail::is_depth(description.format.channel) && !detail::is_depth(description.shape))
        return "a depth format needs the shape of a depth image";
    if (detail::is_depth(description.shape) && !detail::is_depth(description.format.channel))
        return "a depth image needs a depth format";
    if ((detail::is_depth(description.format.channel) || detail::is_depth_stencil(description.format.channel)) &&
        description.format.channels != 1)
        return "a depth format has 1 channel";
    return {};
}

std::vector<pixel_format> valid_formats(image_shape shape) {
    std::vector<pixel_format> found;
    for (uint32_t type = 0; type < channel_type_count; ++type)
        for (uint32_t channels = 1; channels <= 4; ++channels) {
            const image_description description {.shape = shape, .format = {channel_type {type}, channels}};
            if (find_error(description).empty()) found.push_back(description.format);
        }
    return found;
}

std::vector<std::byte> encode_pixel(pixel_format format, const std::array<double, 4>& value) {
    std::vector<std::byte> pixel(bytes_per_pixel(format));
    const auto stencil = [&] { return static_cast<uint64_t>(std::clamp(value[1], 0.0, 255.0)); };
    if (format.channel == channel_type::depth_24_stencil_8) {
        const uint64_t depth = detail::normalised_bits(value[0], 16777215.0, 0.0);
        encode(format, unsigned_integers {depth << 8 | stencil(), 0, 0, 0}, pixel.data());
    } else if (format.channel == channel_type::depth_32_stencil_8) {
        encode(format, unsigned_integers {std::bit_cast<uint32_t>(static_cast<float>(value[0])), stencil(), 0, 0}, pixel.data());
    } else {
        encode(format, value, pixel.data());
    }
    return pixel;
}

}  // namespace ingot::images
