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

std::string text_of(const std::array<uint32_t, 3>& size) {
    return "(" + std::to_string(size[0]) + ", " + std::to_string(size[1]) + ", " + std::to_string(size[2]) + ")";
}

std::string known_formats(const device& device, image_shape shape) {
    std::string format_names;
    for (const pixel_format format : device.image_formats(shape))
        format_names += (format_names.empty() ? "" : ", ") + to_string(format);
    if (format_names.empty()) return "it has no images of this shape";
    return "it supports: " + format_names;
}

// Returns the reason why an image is too large for the device, or has too many layers; empty if the device supports the size. A
// limit of 0 is not checked, because the driver does not report it.
std::string too_large(const image_description& description, const image_limits& max_size) {
    const uint32_t dimensions = detail::dimensions_of(description.shape);
    const std::array<uint32_t, 3> size {description.width, description.height, description.depth};
    const std::array<uint32_t, 3> limits = dimensions == 1   ? std::array {max_size.width_1d, 1u, 1u}
                                           : dimensions == 2 ? std::array {max_size.size_2d[0], max_size.size_2d[1], 1u}
                                                             : max_size.size_3d;
    for (uint32_t i = 0; i < dimensions; ++i)
        if (limits[i] != 0 && size[i] > limits[i])
            return "the device supports such images with at most " + text_of(limits) + " pixels";
    // A device counts each face of a cube as a layer.
    const uint32_t faces = detail::faces_of(description.shape);
    const bool is_layered = detail::is_array(description.shape) || faces > 1;
    if (is_layered && max_size.layers != 0 && description.layers > max_size.layers / faces)
        return "the device supports such images with at most " + std::to_string(max_size.layers / faces) + " layers";
    return {};
}

std::shared_ptr<backends::image_interface> create(const device& device, const image_description& description) {
    const auto fail = [&](const std::string& reason) {
        throw error("creating " + to_string(description) + " on '" + device.name() + "': " + reason);
    };
    if (const std::string fault = images::find_error(description); !fault.empty()) fail(fault);
    const std::vector<pixel_format> formats = device.image_formats(description.shape);
    if (std::ranges::find(formats, description.format) == formats.end())
        fail("the device does not support this format; " + known_formats(device, description.shape));
    if (const std::string fault = too_large(description, device.properties().images); !fault.empty()) fail(fault);
    return device.implementation().create_image(description);
}

// Do a region and a region of the same size at another position have pixels in common?
bool overlap(const image_region& first, const std::array<uint32_t, 3>& second, uint32_t second_level) {
    if (first.level != second_level) return false;
    for (size_t i = 0; i < 3; ++i) {
        const uint64_t distance = first.origin[i] < second[i] ? second[i] - first.origin[i] : first.origin[i] - second[i];
        if (distance >= first.extent[i]) return false;
    }
    return true;
}

// Reads pixels, then throws the failure of a work-item if there was one.
void read_and_check(backends::queue_interface& queue, const backends::image_position& source,
                    const std::array<uint32_t, 3>& extent, std::span<std::byte> destination) {
    queue.image_commands()->read_image(source, extent, destination);
    queue.failures().check(queue);
}

}  // namespace

void mapped_image::aligned_delete::operator()(std::byte* bytes) const { ::operator delete(bytes, mapped_alignment); }

mapped_image::mapped_image(std::shared_ptr<backends::image_interface> image, std::shared_ptr<backends::queue_interface> queue,
                           const image_region& mapped, size_t count, map_access access)
    : image_(std::move(image)),
      queue_(std::move(queue)),
      region_(mapped),
      writes_back_(access != map_access::read),
      memory_(static_cast<std::byte*>(::operator new(count, mapped_alignment))),
      range_(memory_.get(), count) {
    if (access == map_access::write) {
        std::ranges::fill(range_, std::byte {});
    } else {
        read_and_check(*queue_, {image_, region_.level, region_.origin}, region_.extent, range_);
    }
}

mapped_image::mapped_image(mapped_image&& other) noexcept
    : image_(std::move(other.image_)),
      queue_(std::move(other.queue_)),
      region_(other.region_),
      writes_back_(other.writes_back_),
      memory_(std::move(other.memory_)),
      range_(std::exchange(other.range_, {})) {}

mapped_image::~mapped_image() {
    if (range_.empty() || !writes_back_) return;
    queue_->write_in_destructor(
        [this] { queue_->image_commands()->write_image({image_, region_.level, region_.origin}, region_.extent, range_); });
}

device_image::device_image(const device& owner, const image_description& description)
    : owner_(owner), description_(description), shared_(create(owner, description)) {}

device_image::device_image(const device& owner, const image_description& description,
                           std::shared_ptr<backends::image_interface> image)
    : owner_(owner), description_(description), shared_(std::move(image)) {}

device_image::device_image(device_image&& other) noexcept
    : owner_(other.owner_), description_(other.description_), shared_(std::move(other.shared_)) {}

device_image& device_image::operator=(device_image&& other) noexcept {
    if (this == &other) return *this;
    owner_ = other.owner_;
    description_ = other.description_;
    shared_ = std::move(other.shared_);
    return *this;
}

device_image::~device_image() = default;

backends::image_interface& device_image::implementation() const {
    if (!shared_) throw error("an image on '" + owner_.name() + "' was moved from");
    return *shared_;
}

void device_image::fail(const std::string& doing, const std::string& reason) const {
    throw error(doing + " " + to_string(description_) + " on '" + owner_.name() + "': " + reason);
}

void device_image::check(const char* doing, const queue& queue, const image_region& region) const {
    if (!shared_) fail(doing, "the image was moved from");
    queue.implementation();
    if (queue.owner() != owner_) fail(doing, "the queue belongs to another device, '" + queue.owner().name() + "'");
    if (region.level >= description_.mip_levels) fail(doing, "it has no mip level " + std::to_string(region.level));
    const std::array<uint32_t, 3> whole = images::extent_of_level(description_, region.level);
    for (size_t i = 0; i < 3; ++i) {
        if (region.extent[i] == 0) fail(doing, "a region of " + text_of(region.extent) + " has no pixels");
        if (region.origin[i] > whole[i] || region.extent[i] > whole[i] - region.origin[i])
            fail(doing, "a region of " + text_of(region.extent) + " at " + text_of(region.origin) + " is outside of level " +
                            std::to_string(region.level) + ", which has " + text_of(whole));
    }
}

size_t device_image::bytes(uint32_t level) const {
    return images::byte_count(description_.format, images::extent_of_level(description_, level));
}

size_t device_image::bytes() const {
    size_t all = 0;
    for (uint32_t level = 0; level < description_.mip_levels; ++level) all += bytes(level);
    return all;
}

std::vector<std::byte> device_image::read(queue& queue, uint32_t level) const {
    const image_region region = whole_level(description_, level);
    check("reading", queue, region);
    std::vector<std::byte> pixels(bytes(level));
    read(queue, region, pixels);
    return pixels;
}

void device_image::read(queue& queue, const image_region& source, std::span<std::byte> destination) const {
    check("reading", queue, source);
    const size_t bytes = images::byte_count(description_.format, source.extent);
    if (destination.size() != bytes)
        fail("reading",
             "the region has " + std::to_string(bytes) + " bytes; room for " + std::to_string(destination.size()) + " was given");
    read_and_check(queue.implementation(), {shared_, source.level, source.origin}, source.extent, destination);
}

void device_image::write(queue& queue, std::span<const std::byte> source, uint32_t level) {
    write(queue, whole_level(description_, level), source);
}

void device_image::write(queue& queue, const image_region& destination, std::span<const std::byte> source) {
    check("writing", queue, destination);
    const size_t bytes = images::byte_count(description_.format, destination.extent);
    if (source.size() != bytes)
        fail("writing", "the region has " + std::to_string(bytes) + " bytes; " + std::to_string(source.size()) + " were given");
    queue.implementation().image_commands()->write_image({shared_, destination.level, destination.origin}, destination.extent,
                                                         source);
}

void device_image::copy(queue& queue, const device_image& source) {
    if (images::extent_of_level(source.description_, 0) != images::extent_of_level(description_, 0))
        fail("copying to", "the source has another size: " + to_string(source.description_) + "; pass a region");
    copy(queue, source, whole_level(source.description_), {0, 0, 0});
}

void device_image::copy(queue& queue, const device_image& source, const image_region& region,
                        const std::array<uint32_t, 3>& destination, uint32_t to_level) {
    check("copying to", queue, {destination, region.extent, to_level});
    source.check("copying from", queue, region);
    if (source.description_.format != description_.format)
        fail("copying to", "the source has another format: " + to_string(source.description_));
    if (source.shared_ == shared_ && overlap(region, destination, to_level))
        fail("copying to", "the source region of the same image overlaps the destination");
    queue.implementation().image_commands()->copy_image({shared_, to_level, destination},
                                                        {source.shared_, region.level, region.origin}, region.extent);
}

void device_image::copy_from(queue& queue, const memory& source, size_t offset, const image_region& destination) {
    check("copying a buffer to", queue, destination);
    const size_t bytes = images::byte_count(description_.format, destination.extent);
    if (source.owner() != owner_)
        fail("copying a buffer to", "the buffer belongs to another device, '" + source.owner().name() + "'");
    if (offset > source.bytes() || bytes > source.bytes() - offset)
        fail("copying a buffer to", "bytes " + std::to_string(offset) + " to " + std::to_string(offset + bytes) +
                                        " are outside of the buffer of " + std::to_string(source.bytes()));
    source.implementation();
    queue.implementation().image_commands()->copy_buffer_to_image({shared_, destination.level, destination.origin},
                                                                  source.shared_implementation(), offset, destination.extent);
}

void device_image::copy_to(queue& queue, memory& destination, size_t offset, const image_region& source) const {
    check("copying to a buffer", queue, source);
    const size_t bytes = images::byte_count(description_.format, source.extent);
    if (destination.owner() != owner_)
        fail("copying to a buffer", "the buffer belongs to another device, '" + destination.owner().name() + "'");
    if (offset > destination.bytes() || bytes > destination.bytes() - offset)
        fail("copying to a buffer", "bytes " + std::to_string(offset) + " to " + std::to_string(offset + bytes) +
                                        " are outside of the buffer of " + std::to_string(destination.bytes()));
    destination.implementation();
    queue.implementation().image_commands()->copy_image_to_buffer(destination.shared_implementation(), offset,
                                                                  {shared_, source.level, source.origin}, source.extent);
}

void device_image::fill_bytes(queue& queue, std::span<const std::byte> pixel) {
    for (uint32_t level = 0; level < description_.mip_levels; ++level) {
        const image_region region = whole_level(description_, level);
        check("filling", queue, region);
        std::vector<std::byte> pixels(bytes(level));
        for (size_t i = 0; i < pixels.size(); i += pixel.size())
            std::ranges::copy(pixel, pixels.begin() + static_cast<std::ptrdiff_t>(i));
        write(queue, region, pixels);
    }
}

void device_image::fill(queue& queue, const float4& value) {
    if (type().sample != sample_kind::floating && !detail::is_depth_stencil(description_.format.channel))
        fail("filling", "its channels are integers: fill it with an int4 or a uint4");
    fill_bytes(queue, images::encode_pixel(description_.format, {value.x, value.y, value.z, value.w}));
}

void device_image::fill(queue& queue, const int4& value) {
    if (type().sample != sample_kind::signed_integer) fail("filling", "its channels are not signed integers");
    std::vector<std::byte> pixel(bytes_per_pixel(description_.format));
    images::encode(description_.format, images::signed_integers {value.x, value.y, value.z, value.w}, pixel.data());
    fill_bytes(queue, pixel);
}

void device_image::fill(queue& queue, const uint4& value) {
    if (type().sample != sample_kind::unsigned_integer || detail::is_depth_stencil(description_.format.channel))
        fail("filling", "its channels are not unsigned integers");
    std::vector<std::byte> pixel(bytes_per_pixel(description_.format));
    images::encode(description_.format, images::unsigned_integers {value.x, value.y, value.z, value.w}, pixel.data());
    fill_bytes(queue, pixel);
}

void device_image::zero(queue& queue) { fill_bytes(queue, std::vector<std::byte>(bytes_per_pixel(description_.format))); }

mapped_image device_image::map(queue& queue, map_access access, uint32_t level) {
    const image_region region = whole_level(description_, level);
    check("mapping", queue, region);
    return {shared_, queue.shared_implementation(), region, bytes(level), access};
}

void device_image::generate_mip_levels(queue& queue) {
    check("making mip levels of", queue, whole_level(description_));
    images::level_pixels pixels {images::extent_of_level(description_, 0), read(queue)};
    for (uint32_t level = 1; level < description_.mip_levels; ++level) {
        pixels = images::next_level(pixels, description_.format, description_.shape == image_shape::image_3d);
        write(queue, pixels.bytes, level);
    }
}

device_image device_image::level_view(uint32_t level) const {
    implementation();
    if (level >= description_.mip_levels) fail("viewing a level of", "it has no mip level " + std::to_string(level));
    const std::array<uint32_t, 3> extent = images::extent_of_level(description_, level);
    image_description description = description_;
    description.width = extent[0];
    description.height = extent[1];
    if (description_.shape == image_shape::image_3d) description.depth = extent[2];
    description.mip_levels = 1;
    return {owner_, description, owner_.implementation().create_level_view(shared_, description, level)};
}

void detail::check_typed(const device& device, const image_description& description, const image_type& type, bool any_channels) {
    const sample_kind sample = sample_of(description.format.channel);
    const auto fail = [&](const std::string& reason) {
        throw error("creating " + to_string(description) + " on '" + device.name() + "': " + reason);
    };
    if (sample != type.sample)
        fail("the type's samples are " + std::string(to_string(type.sample)) + ", the format's " +
             std::string(to_string(sample)));
    const bool one_channel = is_depth(type.shape) || is_depth_stencil(type.shape);
    if (!any_channels && !one_channel && description.format.channels != type.channels)
        fail("the type has " + std::to_string(type.channels) + " channels");
}

}  // namespace ingot
