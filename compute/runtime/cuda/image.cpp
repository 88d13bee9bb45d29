#include "image.hpp"

#include <array>
#include <ingot/language/image_names.hpp>
#include <ingot/runtime/error.hpp>
#include <optional>

#include "../images/formats.hpp"
#include "queue.hpp"

namespace ingot::backends::cuda {

namespace {

// Returns the array format of a channel type; nothing if CUDA arrays do not support the type. A depth format is stored in the
// array as one channel of numbers.
std::optional<array_format> native_format(channel_type type) {
    switch (type) {
        case channel_type::unsigned_8:
        case channel_type::unorm_8:
            return array_format::unsigned_int8;
        case channel_type::unsigned_16:
        case channel_type::unorm_16:
        case channel_type::depth_16:
            return array_format::unsigned_int16;
        case channel_type::unsigned_32:
        case channel_type::depth_24_stencil_8:
            return array_format::unsigned_int32;
        case channel_type::signed_8:
        case channel_type::snorm_8:
            return array_format::signed_int8;
        case channel_type::signed_16:
        case channel_type::snorm_16:
            return array_format::signed_int16;
        case channel_type::signed_32:
            return array_format::signed_int32;
        case channel_type::float_16:
            return array_format::half;
        case channel_type::float_32:
        case channel_type::depth_32_float:
            return array_format::single;
        default:
            return std::nullopt;
    }
}

bool is_integer(channel_type type) { return detail::sample_of(type) != sample_kind::floating; }

texture_address_mode native_mode(address_mode mode) {
    switch (mode) {
        case address_mode::edge:
            return texture_address_mode::clamp;
        case address_mode::repeat:
            return texture_address_mode::wrap;
        case address_mode::mirrored_repeat:
            return texture_address_mode::mirror;
        case address_mode::border:
            break;
    }
    return texture_address_mode::border;
}

// Returns the address mode and the filter of the texture object at an index of the descriptor. The border color is 0 in all
// channels. The kernel language requires that for the channels that a format has; kernels set the other channels themselves.
texture_description texture_for(uint32_t index, image_shape shape, bool integers) {
    texture_description result {};
    uint32_t mode = 0;
    bool linear = false;
    if (index >= detail::first_sampled) {
        const uint32_t sampler = index - detail::first_sampled;
        mode = sampler & 3u;
        linear = (sampler & detail::linear_filter) != 0 && !integers;
        result.flags = texture_normalized_coordinates;
    } else if (index == detail::fetch_border) {
        mode = static_cast<uint32_t>(address_mode::border);
    }
    // Linear filtering of a one-dimensional texture also uses the dimensions that the texture does not have. If these had the
    // border mode, half of the result would be the border color.
    for (uint32_t i = 0; i < std::size(result.address_modes); ++i)
        result.address_modes[i] = native_mode(i < detail::dimensions_of(shape) ? address_mode {mode} : address_mode::edge);
    result.filter = linear ? texture_filter_mode::linear : texture_filter_mode::point;
    if (integers) result.flags |= texture_read_as_integer;
    return result;
}

array_description array_for(const image_description& description, uint32_t level) {
    const std::array<uint32_t, 3> extent = images::extent_of_level(description, level);
    const bool is_layered = detail::is_array(description.shape) || detail::is_cube(description.shape);
    array_description result {};
    result.width = extent[0];
    // Dimensions that the array does not have are 0, and the depth of a layered array is its number of layers.
    result.height = detail::dimensions_of(description.shape) > 1 ? extent[1] : 0;
    result.depth = description.shape == image_shape::image_3d || is_layered ? extent[2] : 0;
    result.format = native_format(description.format.channel).value();
    result.channels = description.format.channels;
    result.flags = array_surface_load_store | (is_layered ? array_layered : 0u);
    return result;
}

}  // namespace

array::array(std::shared_ptr<primary_context> context, const image_description& description, uint32_t level)
    : context_(std::move(context)) {
    const current_context current_context(*context_);
    const array_description native_description = array_for(description, level);
    const auto& create = current_context.driver_functions().create_array;
    if (const result answer = current_context.try_call(create, &handle_, &native_description); answer != result::success)
        current_context.fail("creating " + to_string(description), create.name(), answer);
}

array::~array() { context_->release(context_->driver_functions().destroy_array, handle_); }

image_objects::image_objects(std::shared_ptr<primary_context> context, array_handle pixels, const image_description& description)
    : context_(std::move(context)) {
    try {
        create(pixels, description);
    } catch (...) {
        destroy();
        throw;
    }
}

image_objects::~image_objects() { destroy(); }

void image_objects::create(array_handle pixels, const image_description& description) {
    const current_context context(*context_);
    const driver& calls = context.driver_functions();
    resource_description resource {};
    resource.type = resource_type::array;
    resource.contents.array = pixels;
    const auto reject = [&](const char* call, result answer) {
        context.fail("creating the texture and surface objects of " + to_string(description), call, answer);
    };
    for (uint32_t i = 0; i < detail::texture_count; ++i) {
        const texture_description texture_settings = texture_for(i, description.shape, is_integer(description.format.channel));
        texture_object texture = 0;
        const result answer = context.try_call(calls.create_texture_object, &texture, &resource, &texture_settings, nullptr);
        if (answer != result::success) reject(calls.create_texture_object.name(), answer);
        textures_.push_back(texture);
    }
    const result answer = context.try_call(calls.create_surface_object, &surface_, &resource);
    if (answer != result::success) reject(calls.create_surface_object.name(), answer);
}

void image_objects::destroy() noexcept {
    for (const texture_object texture : textures_)
        context_->release(context_->driver_functions().destroy_texture_object, texture);
    if (surface_) context_->release(context_->driver_functions().destroy_surface_object, surface_);
}

void image_objects::write_handles(detail::image_descriptor& descriptor) const {
    for (uint32_t i = 0; i < detail::texture_count; ++i) descriptor.textures[i] = textures_[i];
    descriptor.surface = surface_;
}

image::image(std::shared_ptr<primary_context> context, const image_description& description)
    : context_(std::move(context)), description_(description) {
    for (uint32_t level = 0; level < description.mip_levels; ++level)
        levels_.push_back(arrays_.emplace_back(std::make_unique<array>(context_, description, level))->get());
    create_descriptors();
}

image::image(std::shared_ptr<primary_context> context, const image_description& description, array_handle existing,
             std::shared_ptr<const void> owner)
    : context_(std::move(context)), description_(description), levels_ {existing}, owner_(std::move(owner)) {
    create_descriptors();
}

void image::create_descriptors() {
    std::vector<detail::image_descriptor> descriptors;
    for (uint32_t i = 0; i < levels_.size(); ++i) {
        detail::image_descriptor descriptor {};
        objects_.push_back(std::make_unique<image_objects>(context_, levels_[i], description_));
        objects_.back()->write_handles(descriptor);
        const std::array<uint32_t, 3> extent = images::extent_of_level(description_, i);
        const bool is_3d = description_.shape == image_shape::image_3d;
        const auto set = [&](detail::image_query description, uint32_t value) {
            descriptor.queries[static_cast<size_t>(description)] = value;
        };
        set(detail::image_query::width, extent[0]);
        set(detail::image_query::height, extent[1]);
        set(detail::image_query::depth, is_3d ? extent[2] : 1);
        set(detail::image_query::layers, is_3d ? 1 : extent[2]);
        set(detail::image_query::levels, static_cast<uint32_t>(levels_.size()));
        set(detail::image_query::format, detail::number_of(description_.format));
        descriptors.push_back(descriptor);
    }
    const size_t bytes = descriptors.size() * sizeof(descriptors.front());
    descriptor_table_ = std::make_unique<buffer>(context_, bytes);
    // The copy has a stream of its own, and the host waits for it. So no queue that uses the image has to wait for the copy.
    const stream temporary_stream(context_);
    const current_context context(*context_);
    context.call(context.driver_functions().copy_to_device, descriptor_table_->address(), descriptors.data(), bytes,
                 temporary_stream.get());
    context.call(context.driver_functions().synchronize_stream, temporary_stream.get());
}

std::vector<pixel_format> supported_formats(image_shape shape) {
    std::vector<pixel_format> formats;
    // CUDA arrays have 1, 2 or 4 channels.
    for (const pixel_format format : images::valid_formats(shape))
        if (native_format(format.channel) && format.channels != 3) formats.push_back(format);
    return formats;
}

namespace {

array_copy copy_of(const image& image, const std::array<uint32_t, 3>& extent) {
    const size_t pixel = bytes_per_pixel(image.description().format);
    array_copy copy {};
    copy.width_in_bytes = extent[0] * pixel;
    copy.height = extent[1];
    copy.depth = extent[2];
    // If the other side of the copy is memory, it has no gaps between rows.
    copy.source.pitch = copy.destination.pitch = copy.width_in_bytes;
    copy.source.height = copy.destination.height = copy.height;
    return copy;
}

void set_array(array_copy_side& side, const image_position& place) {
    const auto& placed = static_cast<const image&>(*place.image);
    side.x_in_bytes = size_t {place.origin[0]} * bytes_per_pixel(placed.description().format);
    side.y = place.origin[1];
    side.z = place.origin[2];
    side.kind = memory_kind::array;
    side.array = placed.level(place.level);
}

}  // namespace

array_copy copy_from_image(const image_position& place, const std::array<uint32_t, 3>& extent) {
    array_copy copy = copy_of(static_cast<const image&>(*place.image), extent);
    set_array(copy.source, place);
    return copy;
}

array_copy copy_to_image(const image_position& place, const std::array<uint32_t, 3>& extent) {
    array_copy copy = copy_of(static_cast<const image&>(*place.image), extent);
    set_array(copy.destination, place);
    return copy;
}

}  // namespace ingot::backends::cuda
