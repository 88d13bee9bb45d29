#include <algorithm>
#include <ingot/language/image_names.hpp>
#include <ingot/runtime/error.hpp>
#include <ingot/runtime/image.hpp>
#include <ingot/runtime/queue.hpp>
#include <new>
#include <string>
#include <utility>

#include "backend.hpp"
#include "images/formats.hpp"
#include "images/mip_levels.hpp"
#include "images/pixels.hpp"

namespace ingot {

namespace {

constexpr std::align_val_t mapped_alignment {128};

std::string text_of(const std::array<uint32_t, 3>& of) {
    return "(" + std::to_string(of[0]) + ", " + std::to_string(of[1]) + ", " + std::to_string(of[2]) + ")";
}

std::string known_formats(const device& on, image_shape shape) {
    std::string known;
    for (const pixel_format format : on.image_formats(shape)) known += (known.empty() ? "" : ", ") + to_string(format);
    if (known.empty()) return "it has no images of this shape";
    return "it takes: " + known;
}

// Why it is too large for the device; empty where it is not, or where the device does not say.
std::string too_large(const image_description& what, const image_limits& most) {
    const uint32_t dimensions = detail::dimensions_of(what.shape);
    const std::array<uint32_t, 3> size {what.width, what.height, what.depth};
    const std::array<uint32_t, 3> limits = dimensions == 1   ? std::array {most.width_1d, 1u, 1u}
                                           : dimensions == 2 ? std::array {most.size_2d[0], most.size_2d[1], 1u}
                                                             : most.size_3d;
    for (uint32_t i = 0; i < dimensions; ++i)
        if (limits[i] != 0 && size[i] > limits[i])
            return "the device has such images with at most " + text_of(limits) + " pixels";
    return {};
}

std::shared_ptr<backends::image_interface> create(const device& on, const image_description& what) {
    const auto refuse = [&](const std::string& why) {
        throw error("creating " + to_string(what) + " on '" + on.name() + "': " + why);
    };
    if (const std::string fault = images::find_fault(what); !fault.empty()) refuse(fault);
    const std::vector<pixel_format> formats = on.image_formats(what.shape);
    if (std::ranges::find(formats, what.format) == formats.end())
        refuse("the device has no such format; " + known_formats(on, what.shape));
    if (const std::string fault = too_large(what, on.properties().images); !fault.empty()) refuse(fault);
    return on.implementation().create_image(what);
}

bool overlap(const image_region& first, const std::array<uint32_t, 3>& second, uint32_t second_level) {
    if (first.level != second_level) return false;
    for (size_t i = 0; i < 3; ++i) {
        const uint64_t distance = first.origin[i] < second[i] ? second[i] - first.origin[i] : first.origin[i] - second[i];
        if (distance >= first.extent[i]) return false;
    }
    return true;
}

}  // namespace

void mapped_image::aligned_delete::operator()(std::byte* bytes) const { ::operator delete(bytes, mapped_alignment); }

mapped_image::mapped_image(std::shared_ptr<backends::image_interface> image, std::shared_ptr<backends::queue_interface> queue,
                           const image_region& mapped, size_t count, map_access how)
    : of(std::move(image)),
      in(std::move(queue)),
      region(mapped),
      written(how != map_access::read),
      memory(static_cast<std::byte*>(::operator new(count, mapped_alignment))),
      range(memory.get(), count) {
    if (how == map_access::write)
        std::ranges::fill(range, std::byte {});
    else
        in->image_commands()->read_image({of, region.level, region.origin}, region.extent, range);
}

mapped_image::mapped_image(mapped_image&& other) noexcept
    : of(std::move(other.of)),
      in(std::move(other.in)),
      region(other.region),
      written(other.written),
      memory(std::move(other.memory)),
      range(std::exchange(other.range, {})) {}

mapped_image::~mapped_image() {
    if (range.empty() || !written) return;
    try {
        in->image_commands()->write_image({of, region.level, region.origin}, region.extent, range);
    } catch (const error&) {
        // A destructor cannot say it; a queue that lost its device fails at its next call too.
    }
}

device_image::device_image(const device& owner, const image_description& what)
    : on(owner), described(what), shared(create(owner, what)) {}

device_image::device_image(const device& owner, const image_description& what, std::shared_ptr<backends::image_interface> made)
    : on(owner), described(what), shared(std::move(made)) {}

device_image::device_image(device_image&& other) noexcept
    : on(other.on), described(other.described), shared(std::move(other.shared)) {}

device_image& device_image::operator=(device_image&& other) noexcept {
    if (this == &other) return *this;
    on = other.on;
    described = other.described;
    shared = std::move(other.shared);
    return *this;
}

device_image::~device_image() = default;

backends::image_interface& device_image::implementation() const {
    if (!shared) throw error("an image on '" + on.name() + "' was moved from");
    return *shared;
}

void device_image::refuse(const std::string& doing, const std::string& why) const {
    throw error(doing + " " + to_string(described) + " on '" + on.name() + "': " + why);
}

void device_image::check(const char* doing, const queue& in, const image_region& region) const {
    if (!shared) refuse(doing, "the image was moved from");
    in.implementation();
    if (in.owner() != on) refuse(doing, "the queue belongs to another device, '" + in.owner().name() + "'");
    if (region.level >= described.mip_levels) refuse(doing, "it has no mip level " + std::to_string(region.level));
    const std::array<uint32_t, 3> whole = images::extent_of_level(described, region.level);
    for (size_t i = 0; i < 3; ++i) {
        if (region.extent[i] == 0) refuse(doing, "a region of " + text_of(region.extent) + " has no pixels");
        if (region.origin[i] > whole[i] || region.extent[i] > whole[i] - region.origin[i])
            refuse(doing, "a region of " + text_of(region.extent) + " at " + text_of(region.origin) + " is outside of level " +
                              std::to_string(region.level) + ", which has " + text_of(whole));
    }
}

size_t device_image::bytes(uint32_t level) const {
    return images::byte_count(described.format, images::extent_of_level(described, level));
}

size_t device_image::bytes() const {
    size_t all = 0;
    for (uint32_t level = 0; level < described.mip_levels; ++level) all += bytes(level);
    return all;
}

std::vector<std::byte> device_image::read(queue& in, uint32_t level) const {
    const image_region region = whole_level(described, level);
    check("reading", in, region);
    std::vector<std::byte> pixels(bytes(level));
    read(in, region, pixels);
    return pixels;
}

void device_image::read(queue& in, const image_region& from, std::span<std::byte> to) const {
    check("reading", in, from);
    const size_t wanted = images::byte_count(described.format, from.extent);
    if (to.size() != wanted)
        refuse("reading",
               "the region has " + std::to_string(wanted) + " bytes; room for " + std::to_string(to.size()) + " was given");
    in.implementation().image_commands()->read_image({shared, from.level, from.origin}, from.extent, to);
}

void device_image::write(queue& in, std::span<const std::byte> from, uint32_t level) {
    write(in, whole_level(described, level), from);
}

void device_image::write(queue& in, const image_region& to, std::span<const std::byte> from) {
    check("writing", in, to);
    const size_t wanted = images::byte_count(described.format, to.extent);
    if (from.size() != wanted)
        refuse("writing", "the region has " + std::to_string(wanted) + " bytes; " + std::to_string(from.size()) + " were given");
    in.implementation().image_commands()->write_image({shared, to.level, to.origin}, to.extent, from);
}

void device_image::copy(queue& in, const device_image& from) {
    if (images::extent_of_level(from.described, 0) != images::extent_of_level(described, 0))
        refuse("copying to", "the other is of another size: " + to_string(from.described) + "; name a region");
    copy(in, from, whole_level(from.described), {0, 0, 0});
}

void device_image::copy(queue& in, const device_image& from, const image_region& region, const std::array<uint32_t, 3>& to,
                        uint32_t to_level) {
    check("copying to", in, {to, region.extent, to_level});
    from.check("copying from", in, region);
    if (from.described.format != described.format)
        refuse("copying to", "the other has another format: " + to_string(from.described));
    if (from.shared == shared && overlap(region, to, to_level))
        refuse("copying to", "both regions are of one image, and overlap");
    in.implementation().image_commands()->copy_image({shared, to_level, to}, {from.shared, region.level, region.origin},
                                                     region.extent);
}

void device_image::copy_from(queue& in, const memory& from, size_t offset, const image_region& to) {
    check("copying a buffer to", in, to);
    const size_t wanted = images::byte_count(described.format, to.extent);
    if (from.owner() != on) refuse("copying a buffer to", "the buffer is one of '" + from.owner().name() + "'");
    if (offset > from.bytes() || wanted > from.bytes() - offset)
        refuse("copying a buffer to", "bytes " + std::to_string(offset) + " to " + std::to_string(offset + wanted) +
                                          " are outside of the buffer of " + std::to_string(from.bytes()));
    from.implementation();
    in.implementation().image_commands()->copy_buffer_to_image({shared, to.level, to.origin}, from.share(), offset, to.extent);
}

void device_image::copy_to(queue& in, memory& to, size_t offset, const image_region& from) const {
    check("copying to a buffer", in, from);
    const size_t wanted = images::byte_count(described.format, from.extent);
    if (to.owner() != on) refuse("copying to a buffer", "the buffer is one of '" + to.owner().name() + "'");
    if (offset > to.bytes() || wanted > to.bytes() - offset)
        refuse("copying to a buffer", "bytes " + std::to_string(offset) + " to " + std::to_string(offset + wanted) +
                                          " are outside of the buffer of " + std::to_string(to.bytes()));
    to.implementation();
    in.implementation().image_commands()->copy_image_to_buffer(to.share(), offset, {shared, from.level, from.origin},
                                                               from.extent);
}

void device_image::fill_bytes(queue& in, std::span<const std::byte> pixel) {
    for (uint32_t level = 0; level < described.mip_levels; ++level) {
        const image_region region = whole_level(described, level);
        check("filling", in, region);
        std::vector<std::byte> pixels(bytes(level));
        for (size_t i = 0; i < pixels.size(); i += pixel.size())
            std::ranges::copy(pixel, pixels.begin() + static_cast<std::ptrdiff_t>(i));
        write(in, region, pixels);
    }
}

void device_image::fill(queue& in, const float4& value) {
    if (type().sample != sample_kind::floating && !detail::is_depth_stencil(described.format.channel))
        refuse("filling", "its channels are integers: fill it with an int4 or a uint4");
    fill_bytes(in, images::pixel_of(described.format, {value.x, value.y, value.z, value.w}));
}

void device_image::fill(queue& in, const int4& value) {
    if (type().sample != sample_kind::signed_integer) refuse("filling", "its channels are no signed integers");
    std::vector<std::byte> pixel(bytes_per_pixel(described.format));
    images::encode(described.format, images::signed_integers {value.x, value.y, value.z, value.w}, pixel.data());
    fill_bytes(in, pixel);
}

void device_image::fill(queue& in, const uint4& value) {
    if (type().sample != sample_kind::unsigned_integer || detail::is_depth_stencil(described.format.channel))
        refuse("filling", "its channels are no unsigned integers");
    std::vector<std::byte> pixel(bytes_per_pixel(described.format));
    images::encode(described.format, images::unsigned_integers {value.x, value.y, value.z, value.w}, pixel.data());
    fill_bytes(in, pixel);
}

void device_image::zero(queue& in) { fill_bytes(in, std::vector<std::byte>(bytes_per_pixel(described.format))); }

mapped_image device_image::map(queue& in, map_access how, uint32_t level) {
    const image_region region = whole_level(described, level);
    check("mapping", in, region);
    return {shared, in.share(), region, bytes(level), how};
}

void device_image::generate_mip_levels(queue& in) {
    check("making mip levels of", in, whole_level(described));
    images::level_pixels made {images::extent_of_level(described, 0), read(in)};
    for (uint32_t level = 1; level < described.mip_levels; ++level) {
        made = images::next_level(made, described.format, described.shape == image_shape::image_3d);
        write(in, made.bytes, level);
    }
}

device_image device_image::level_view(uint32_t level) const {
    implementation();
    if (level >= described.mip_levels) refuse("viewing a level of", "it has no mip level " + std::to_string(level));
    const std::array<uint32_t, 3> extent = images::extent_of_level(described, level);
    image_description what = described;
    what.width = extent[0];
    what.height = extent[1];
    if (described.shape == image_shape::image_3d) what.depth = extent[2];
    what.mip_levels = 1;
    return {on, what, on.implementation().create_level_view(shared, what, level)};
}

void detail::check_typed(const device& on, const image_description& what, const image_type& wanted, bool any_channels) {
    const sample_kind sample = sample_of(what.format.channel);
    const auto refuse = [&](const std::string& why) {
        throw error("creating " + to_string(what) + " on '" + on.name() + "': " + why);
    };
    if (sample != wanted.sample)
        refuse("the type's samples are " + std::string(to_string(wanted.sample)) + ", the format's " +
               std::string(to_string(sample)));
    const bool one_channel = is_depth(wanted.shape) || is_depth_stencil(wanted.shape);
    if (!any_channels && !one_channel && what.format.channels != wanted.channels)
        refuse("the type has " + std::to_string(wanted.channels) + " channels");
}

}  // namespace ingot
