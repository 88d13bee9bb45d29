#include "image.hpp"

#include <algorithm>
#include <ingot/language/image_names.hpp>
#include <ingot/runtime/error.hpp>
#include <optional>

#include "../images/formats.hpp"
#include "known_drivers.hpp"

namespace ingot::backends::opencl {

namespace {

// Returns OpenCL's channel type; nothing if OpenCL does not have it. A depth image is created as an image with one channel of
// numbers, because the extension cl_khr_depth_images has only two formats and few drivers support it.
std::optional<cl_channel_type> channel_data_type(channel_type type) {
    switch (type) {
        case channel_type::unsigned_8:
            return CL_UNSIGNED_INT8;
        case channel_type::unsigned_16:
            return CL_UNSIGNED_INT16;
        case channel_type::unsigned_32:
        case channel_type::depth_24_stencil_8:
            return CL_UNSIGNED_INT32;
        case channel_type::signed_8:
            return CL_SIGNED_INT8;
        case channel_type::signed_16:
            return CL_SIGNED_INT16;
        case channel_type::signed_32:
            return CL_SIGNED_INT32;
        case channel_type::float_16:
            return CL_HALF_FLOAT;
        case channel_type::float_32:
        case channel_type::depth_32_float:
            return CL_FLOAT;
        case channel_type::unorm_8:
            return CL_UNORM_INT8;
        case channel_type::unorm_16:
        case channel_type::depth_16:
            return CL_UNORM_INT16;
        case channel_type::snorm_8:
            return CL_SNORM_INT8;
        case channel_type::snorm_16:
            return CL_SNORM_INT16;
        default:
            return std::nullopt;
    }
}

std::optional<cl_image_format> native_format(pixel_format format) {
    constexpr std::array<cl_channel_order, 4> orders {CL_R, CL_RG, 0, CL_RGBA};
    const auto type = channel_data_type(format.channel);
    // CL_RGB exists only for packed formats.
    if (!type || format.channels == 3) return std::nullopt;
    return cl_image_format {orders[format.channels - 1], *type};
}

cl_mem_object_type object_type(image_shape shape) {
    // A cube is an array of its faces, and a buffer image is an image of one dimension.
    const bool is_array = detail::is_array(shape) || detail::is_cube(shape);
    switch (detail::dimensions_of(shape)) {
        case 1:
            return is_array ? CL_MEM_OBJECT_IMAGE1D_ARRAY : CL_MEM_OBJECT_IMAGE1D;
        case 2:
            return is_array ? CL_MEM_OBJECT_IMAGE2D_ARRAY : CL_MEM_OBJECT_IMAGE2D;
        default:
            return CL_MEM_OBJECT_IMAGE3D;
    }
}

}  // namespace

image::image(std::shared_ptr<device> owner, const image_description& description)
    : device_(std::move(owner)), description_(description) {
    for (uint32_t level = 0; level < description.mip_levels; ++level)
        levels_.push_back(objects_.emplace_back(create(level)).get());
}

owned<cl_mem> image::create(uint32_t level) {
    const driver& functions = device_->functions();
    const std::array<uint32_t, 3> extent = images::extent_of_level(description_, level);
    const cl_image_format format = native_format(description_.format).value();
    cl_image_desc description {};
    description.image_type = object_type(description_.shape);
    description.image_width = extent[0];
    description.image_height = detail::dimensions_of(description_.shape) > 1 ? extent[1] : 0;
    description.image_depth = description_.shape == image_shape::image_3d ? extent[2] : 0;
    description.image_array_size = description_.shape == image_shape::image_3d ? 0 : extent[2];
    cl_int code = CL_SUCCESS;
    owned<cl_mem> memory_object(
        functions.create_image(device_->context(), CL_MEM_READ_WRITE, &format, &description, nullptr, &code),
        {functions.release_mem_object});
    check(code, device_->error_context("creating " + to_string(description_)) + ": clCreateImage");
    return memory_object;
}

image_box::image_box(const image_position& place, const std::array<uint32_t, 3>& extent) {
    const auto& shape = static_cast<const image&>(*place.image);
    object = shape.handle(place.level);
    for (size_t i = 0; i < 3; ++i) {
        origin[i] = place.origin[i];
        region[i] = extent[i];
    }
    if (object_type(shape.description().shape) != CL_MEM_OBJECT_IMAGE1D_ARRAY) return;
    std::swap(origin[1], origin[2]);
    std::swap(region[1], region[2]);
}

std::vector<pixel_format> supported_formats(device& device, image_shape shape) {
    if (!device.has_images()) return {};
    cl_uint count = 0;
    const auto ask = [&](cl_uint room, cl_image_format* destination, cl_uint* found) {
        return device.functions().get_supported_image_formats(device.context(), CL_MEM_READ_WRITE, object_type(shape), room,
                                                              destination, found);
    };
    if (ask(0, nullptr, &count) != CL_SUCCESS || count == 0) return {};
    std::vector<cl_image_format> native(count);
    check(ask(count, native.data(), nullptr), device.error_context("clGetSupportedImageFormats"));
    std::vector<pixel_format> formats;
    for (const pixel_format format : images::valid_formats(shape)) {
        const auto expected = native_format(format);
        const auto same = [&](const cl_image_format& other) {
            return expected && other.image_channel_order == expected->image_channel_order &&
                   other.image_channel_data_type == expected->image_channel_data_type;
        };
        if (std::ranges::any_of(native, same) && handles_format(device.properties().driver, format)) formats.push_back(format);
    }
    return formats;
}

}  // namespace ingot::backends::opencl
