#include "image.hpp"

#include <array>
#include <ingot/language/image_names.hpp>
#include <ingot/runtime/error.hpp>

#include "../../images/formats.hpp"

namespace ingot::backends::metal::hardware {

namespace {

// The values of MTLPixelFormat for one, two and four channels of a type: MTLPixelFormatR8Unorm and so on. 0 means that Metal has
// no such format.
struct format_row {
    channel_type channel;
    std::array<count, 3> values;
};
constexpr std::array<format_row, 15> format_rows {{
    {channel_type::unorm_8, {10, 30, 70}},
    {channel_type::snorm_8, {12, 32, 72}},
    {channel_type::unsigned_8, {13, 33, 73}},
    {channel_type::signed_8, {14, 34, 74}},
    {channel_type::unorm_16, {20, 60, 110}},
    {channel_type::snorm_16, {22, 62, 112}},
    {channel_type::unsigned_16, {23, 63, 113}},
    {channel_type::signed_16, {24, 64, 114}},
    {channel_type::float_16, {25, 65, 115}},
    {channel_type::unsigned_32, {53, 103, 123}},
    {channel_type::signed_32, {54, 104, 124}},
    {channel_type::float_32, {55, 105, 125}},
    {channel_type::depth_16, {20, 0, 0}},
    {channel_type::depth_32_float, {55, 0, 0}},
    {channel_type::depth_24_stencil_8, {53, 0, 0}},
}};

texture_type type_of(image_shape shape) {
    const bool is_layered = detail::is_array(shape) || detail::is_cube(shape);
    switch (detail::dimensions_of(shape)) {
        case 1:
            return is_layered ? texture_type::one_dimension_array : texture_type::one_dimension;
        case 2:
            return is_layered ? texture_type::two_dimensions_array : texture_type::two_dimensions;
        default:
            return texture_type::three_dimensions;
    }
}

count slices_of(const image_description& description) {
    return has_slices(description) ? count {description.layers} * detail::faces_of(description.shape) : 1;
}

retained create_texture(const native_device& device, const image_description& description) {
    const metal_library& metal = device.metal;
    const retained descriptor = retained::adopt(metal.runtime(), metal.make(metal.texture_descriptor_class));
    metal.set_texture_type(descriptor.get(), type_of(description.shape));
    metal.set_pixel_format(descriptor.get(), native_pixel_format(description.format));
    metal.set_width(descriptor.get(), description.width);
    metal.set_height(descriptor.get(), description.height);
    metal.set_depth(descriptor.get(), description.depth);
    metal.set_array_length(descriptor.get(), slices_of(description));
    metal.set_mip_levels(descriptor.get(), description.mip_levels);
    metal.set_storage_mode(descriptor.get(), storage_mode::device_only);
    metal.set_usage(descriptor.get(), texture_usage::read_and_write);
    return retained::adopt(metal.runtime(), metal.new_texture(device.handle, descriptor.get()));
}

}  // namespace

bool has_slices(const image_description& description) {
    return detail::is_array(description.shape) || detail::is_cube(description.shape);
}

count native_pixel_format(pixel_format format) {
    if (format.channels != 1 && format.channels != 2 && format.channels != 4) return 0;
    for (const format_row& row : format_rows)
        if (row.channel == format.channel) return row.values[format.channels / 2];
    return 0;
}

std::vector<pixel_format> texture_formats(image_shape shape) {
    // Metal's documentation does not describe how pixels are copied to a texture of the type MTLTextureTypeTextureBuffer.
    if (shape == image_shape::image_1d_buffer) return {};
    std::vector<pixel_format> formats;
    for (const pixel_format format : images::valid_formats(shape))
        if (native_pixel_format(format) != 0) formats.push_back(format);
    return formats;
}

image::image(const native_device& device, const image_description& description) : description_(description) {
    if (detail::dimensions_of(description.shape) == 1 && description.mip_levels > 1)
        throw error("creating " + to_string(description) + " on '" + device.name +
                    "': Metal's one-dimensional textures have one mip level");
    texture_ = create_texture(device, description);
    if (!texture_) throw error("creating " + to_string(description) + " on '" + device.name + "': there is not enough memory");
}

image::image(const native_device& device, const image_description& description, const image& whole, uint32_t level)
    : description_(description),
      texture_(
          retained::adopt(device.metal.runtime(),
                          device.metal.new_texture_view(whole.get(), native_pixel_format(description.format),
                                                        type_of(description.shape), {level, 1}, {0, slices_of(description)}))) {
    if (!texture_)
        throw error("creating a view of level " + std::to_string(level) + " of " + to_string(whole.description()) + " on '" +
                    device.name + "': Metal did not create it");
}

}  // namespace ingot::backends::metal::hardware
