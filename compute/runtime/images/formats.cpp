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

uint32_t full_mip_levels(const image_description& of) {
    return static_cast<uint32_t>(std::bit_width(std::max({of.width, of.height, of.depth, 1u})));
}

image_region whole_level(const image_description& of, uint32_t level) {
    return {{0, 0, 0}, images::extent_of_level(of, level), level};
}

std::string to_string(const image_description& of) {
    const uint32_t dimensions = detail::dimensions_of(of.shape);
    std::string text = "an image of " + std::to_string(of.width);
    if (dimensions > 1) text += " x " + std::to_string(of.height);
    if (dimensions > 2) text += " x " + std::to_string(of.depth);
    if (detail::is_array(of.shape)) text += " in " + std::to_string(of.layers) + " layers";
    if (of.mip_levels != 1) text += " with " + std::to_string(of.mip_levels) + " mip levels";
    return text + " (" + std::string(to_string(of.shape)) + ", " + to_string(of.format) + ")";
}

}  // namespace ingot

namespace ingot::images {

std::array<uint32_t, 3> extent_of_level(const image_description& of, uint32_t level) {
    const auto size = [&](uint32_t first) { return std::max(level < 32 ? first >> level : 0u, 1u); };
    const uint32_t slices = of.shape == image_shape::image_3d ? size(of.depth) : of.layers * detail::faces_of(of.shape);
    return {size(of.width), size(of.height), slices};
}

size_t byte_count(pixel_format format, const std::array<uint32_t, 3>& extent) {
    size_t bytes = bytes_per_pixel(format);
    for (const uint32_t size : extent) bytes = bytes == SIZE_MAX ? bytes : ingot::detail::byte_count(bytes, std::max(size, 1u));
    return bytes;
}

std::string find_fault(const image_description& of) {
    const std::string shape(to_string(of.shape));
    if (static_cast<uint32_t>(of.shape) >= image_shape_count) return "there is no such shape";
    if (static_cast<uint32_t>(of.format.channel) >= channel_type_count) return "there is no such channel type";
    if (of.width == 0 || of.height == 0 || of.depth == 0 || of.layers == 0) return "it has no pixels: a size is 0";
    if (of.format.channels == 0 || of.format.channels > 4) return "a pixel has 1 to 4 channels";
    const uint32_t dimensions = detail::dimensions_of(of.shape);
    if (dimensions < 2 && of.height != 1) return "the height of an " + shape + " is 1";
    if (dimensions < 3 && of.depth != 1) return "the depth of an " + shape + " is 1";
    if (!detail::is_array(of.shape) && of.layers != 1) return "an " + shape + " has 1 layer";
    if (detail::is_cube(of.shape) && of.height != of.width) return "the faces of a cube are squares";
    if (uint64_t {of.layers} * 6 > UINT32_MAX) return "these are more layers than 32 bits count";
    if (of.mip_levels == 0 || of.mip_levels > full_mip_levels(of))
        return "it can have 1 to " + std::to_string(full_mip_levels(of)) + " mip levels";
    if (of.shape == image_shape::image_1d_buffer && of.mip_levels != 1) return "a buffer image has no mip levels";
    if (detail::is_depth_stencil(of.shape) != detail::is_depth_stencil(of.format.channel))
        return "an image_2d_depth_stencil, and no other, has a depth and stencil format";
    if (detail::is_depth(of.format.channel) && !detail::is_depth(of.shape))
        return "a depth format needs the shape of a depth image";
    if (detail::is_depth(of.shape) && !detail::is_depth(of.format.channel)) return "a depth image needs a depth format";
    if ((detail::is_depth(of.format.channel) || detail::is_depth_stencil(of.format.channel)) && of.format.channels != 1)
        return "a depth format has 1 channel";
    return {};
}

std::vector<pixel_format> formats_of_shape(image_shape shape) {
    std::vector<pixel_format> found;
    for (uint32_t type = 0; type < channel_type_count; ++type)
        for (uint32_t channels = 1; channels <= 4; ++channels) {
            const image_description one {.shape = shape, .format = {channel_type {type}, channels}};
            if (find_fault(one).empty()) found.push_back(one.format);
        }
    return found;
}

std::vector<std::byte> pixel_of(pixel_format format, const std::array<double, 4>& value) {
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
