#include "image.hpp"

#include <array>
#include <ingot/language/image_names.hpp>
#include <ingot/runtime/error.hpp>
#include <optional>

#include "../images/formats.hpp"
#include "queue.hpp"

namespace ingot::backends::cuda {

namespace {

// Depth images are images of one channel here, as a graphics library does not share others either.
std::optional<array_format> native_format(channel_type of) {
    switch (of) {
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

bool is_integer(channel_type of) { return detail::sample_of(of) != sample_kind::floating; }

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

// The texture of an index in the descriptor: how it reads. Its border is 0 in all channels, which is what the language says of
// those that a format has; the others are filled in by the kernel.
texture_description texture_for(uint32_t index, image_shape shape, bool integers) {
    texture_description made {};
    uint32_t mode = 0;
    bool linear = false;
    if (index >= detail::first_sampled) {
        const uint32_t sampler = index - detail::first_sampled;
        mode = sampler & 3u;
        linear = (sampler & detail::linear_filter) != 0 && !integers;
        made.flags = texture_normalized_coordinates;
    } else if (index == detail::fetch_border) {
        mode = static_cast<uint32_t>(address_mode::border);
    }
    // Filtering looks at dimensions that a one-dimensional texture has not: a border there would be half of the result.
    for (uint32_t i = 0; i < std::size(made.address_modes); ++i)
        made.address_modes[i] = native_mode(i < detail::dimensions_of(shape) ? address_mode {mode} : address_mode::edge);
    made.filter = linear ? texture_filter_mode::linear : texture_filter_mode::point;
    if (integers) made.flags |= texture_read_as_integer;
    return made;
}

array_description array_for(const image_description& what, uint32_t level) {
    const std::array<uint32_t, 3> extent = images::extent_of_level(what, level);
    const bool is_layered = detail::is_array(what.shape) || detail::is_cube(what.shape);
    array_description made {};
    made.width = extent[0];
    // A dimension that is none is 0; layers are counted in the third.
    made.height = detail::dimensions_of(what.shape) > 1 ? extent[1] : 0;
    made.depth = what.shape == image_shape::image_3d || is_layered ? extent[2] : 0;
    made.format = native_format(what.format.channel).value();
    made.channels = what.format.channels;
    made.flags = array_surface_load_store | (is_layered ? array_layered : 0u);
    return made;
}

}  // namespace

array::array(std::shared_ptr<primary_context> of, const image_description& what, uint32_t level) : context(std::move(of)) {
    const current_context here(*context);
    const array_description made = array_for(what, level);
    const auto& create = here.calls().create_array;
    if (const result answer = here.attempt(create, &handle, &made); answer != result::success)
        here.refuse("creating " + to_string(what), create.name(), answer);
}

array::~array() { context->release(context->calls().destroy_array, handle); }

array_access::array_access(std::shared_ptr<primary_context> of, array_handle pixels, const image_description& what)
    : context(std::move(of)) {
    try {
        create(pixels, what);
    } catch (...) {
        destroy();
        throw;
    }
}

array_access::~array_access() { destroy(); }

void array_access::create(array_handle of, const image_description& what) {
    const current_context here(*context);
    const driver& calls = here.calls();
    resource_description resource {};
    resource.type = resource_type::array;
    resource.contents.array = of;
    const auto refuse = [&](const char* call, result answer) {
        here.refuse("making " + to_string(what) + " readable and writable", call, answer);
    };
    for (uint32_t i = 0; i < detail::texture_count; ++i) {
        const texture_description how = texture_for(i, what.shape, is_integer(what.format.channel));
        texture_object made = 0;
        const result answer = here.attempt(calls.create_texture_object, &made, &resource, &how, nullptr);
        if (answer != result::success) refuse(calls.create_texture_object.name(), answer);
        textures.push_back(made);
    }
    const result answer = here.attempt(calls.create_surface_object, &surface, &resource);
    if (answer != result::success) refuse(calls.create_surface_object.name(), answer);
}

void array_access::destroy() noexcept {
    for (const texture_object one : textures) context->release(context->calls().destroy_texture_object, one);
    if (surface) context->release(context->calls().destroy_surface_object, surface);
}

void array_access::describe(detail::image_descriptor& to) const {
    for (uint32_t i = 0; i < detail::texture_count; ++i) to.textures[i] = textures[i];
    to.surface = surface;
}

image::image(std::shared_ptr<primary_context> of, const image_description& what) : context(std::move(of)), described(what) {
    for (uint32_t level = 0; level < what.mip_levels; ++level)
        levels.push_back(arrays.emplace_back(std::make_unique<array>(context, what, level))->get());
    make_descriptors();
}

image::image(std::shared_ptr<primary_context> of, const image_description& what, array_handle existing,
             std::shared_ptr<const void> owner)
    : context(std::move(of)), described(what), levels {existing}, kept(std::move(owner)) {
    make_descriptors();
}

void image::make_descriptors() {
    std::vector<detail::image_descriptor> made;
    for (uint32_t i = 0; i < levels.size(); ++i) {
        detail::image_descriptor one {};
        accesses.push_back(std::make_unique<array_access>(context, levels[i], described));
        accesses.back()->describe(one);
        const std::array<uint32_t, 3> extent = images::extent_of_level(described, i);
        const bool is_3d = described.shape == image_shape::image_3d;
        const auto set = [&](detail::image_query what, uint32_t value) { one.queries[static_cast<size_t>(what)] = value; };
        set(detail::image_query::width, extent[0]);
        set(detail::image_query::height, extent[1]);
        set(detail::image_query::depth, is_3d ? extent[2] : 1);
        set(detail::image_query::layers, is_3d ? 1 : extent[2]);
        set(detail::image_query::levels, static_cast<uint32_t>(levels.size()));
        set(detail::image_query::format, detail::number_of(described.format));
        made.push_back(one);
    }
    const size_t bytes = made.size() * sizeof(made.front());
    table = std::make_unique<buffer>(context, bytes);
    // A stream of its own, which is waited for: other streams wait for no copy.
    const stream once(context);
    const current_context here(*context);
    here.call(here.calls().copy_to_device, table->address(), made.data(), bytes, once.get());
    here.call(here.calls().synchronize_stream, once.get());
}

std::vector<pixel_format> formats_of(image_shape shape) {
    std::vector<pixel_format> known;
    // Arrays have 1, 2 or 4 channels.
    for (const pixel_format one : images::formats_of_shape(shape))
        if (native_format(one.channel) && one.channels != 3) known.push_back(one);
    return known;
}

namespace {

array_copy copy_of(const image& of, const std::array<uint32_t, 3>& extent) {
    const size_t pixel = bytes_per_pixel(of.description().format);
    array_copy made {};
    made.width_in_bytes = extent[0] * pixel;
    made.height = extent[1];
    made.depth = extent[2];
    // Memory on the other side has no gaps.
    made.source.pitch = made.destination.pitch = made.width_in_bytes;
    made.source.height = made.destination.height = made.height;
    return made;
}

void set_array(array_copy_side& side, const image_place& place) {
    const auto& of = static_cast<const image&>(*place.image);
    side.x_in_bytes = size_t {place.origin[0]} * bytes_per_pixel(of.description().format);
    side.y = place.origin[1];
    side.z = place.origin[2];
    side.kind = memory_kind::array;
    side.array = of.level(place.level);
}

}  // namespace

array_copy copy_from(const image_place& place, const std::array<uint32_t, 3>& extent) {
    array_copy made = copy_of(static_cast<const image&>(*place.image), extent);
    set_array(made.source, place);
    return made;
}

array_copy copy_to(const image_place& place, const std::array<uint32_t, 3>& extent) {
    array_copy made = copy_of(static_cast<const image&>(*place.image), extent);
    set_array(made.destination, place);
    return made;
}

}  // namespace ingot::backends::cuda
