// The commands of a queue on images.
#include <algorithm>
#include <cstring>
#include <utility>

#include "image.hpp"
#include "queue.hpp"
#include "queue_commands.hpp"

namespace ingot::backends::metal::hardware {

namespace {

const image& texture_at(const image_position& place) { return static_cast<const image&>(*place.image); }

// The box of pixels that one of Metal's commands copies. A command copies one slice of an array; a slice of a 3D image is a part
// of the box.
struct copied_box {
    count commands;  // one for each layer or face
    count first_slice;
    hardware::origin origin;
    hardware::size extent;  // of each command
    count row_bytes;
    count slice_bytes;
};

copied_box box_of(const image_position& place, const std::array<uint32_t, 3>& extent) {
    const bool in_slices = has_slices(texture_at(place).description());
    const count row = count {extent[0]} * bytes_per_pixel(texture_at(place).description().format);
    copied_box box {};
    box.commands = in_slices ? extent[2] : 1;
    box.first_slice = in_slices ? place.origin[2] : 0;
    box.origin = {place.origin[0], place.origin[1], in_slices ? 0 : place.origin[2]};
    box.extent = {extent[0], extent[1], in_slices ? 1 : extent[2]};
    box.row_bytes = row;
    box.slice_bytes = row * extent[1];
    return box;
}

object memory_of(const std::shared_ptr<buffer_interface>& memory) { return static_cast<const buffer&>(*memory).get(); }

// Can Metal copy pixels at this offset of a buffer? It must be a multiple of a pixel's size.
bool is_pixel_offset(const image_position& place, size_t offset) {
    return offset % bytes_per_pixel(texture_at(place).description().format) == 0;
}

}  // namespace

void queue::enqueue_from_image(transfer direction, const std::shared_ptr<buffer_interface>& destination, size_t offset,
                               const image_position& source, const std::array<uint32_t, 3>& extent) {
    enqueue({destination, source.image}, {{}, transfer_size {direction, byte_count(source, extent)}},
            [&](object command_buffer, const used_objects&) {
                const encoder blit(metal_, metal_.blit_encoder(command_buffer));
                const copied_box box = box_of(source, extent);
                for (count i = 0; i < box.commands; ++i)
                    metal_.copy_texture_to_buffer(blit.get(), texture_at(source).get(), box.first_slice + i, source.level,
                                                  box.origin, box.extent, memory_of(destination), offset + i * box.slice_bytes,
                                                  box.row_bytes, box.slice_bytes);
            });
}

void queue::enqueue_to_image(transfer direction, const image_position& destination,
                             const std::shared_ptr<buffer_interface>& source, size_t offset,
                             const std::array<uint32_t, 3>& extent) {
    enqueue({destination.image, source}, {{}, transfer_size {direction, byte_count(destination, extent)}},
            [&](object command_buffer, const used_objects&) {
                const encoder blit(metal_, metal_.blit_encoder(command_buffer));
                const copied_box box = box_of(destination, extent);
                for (count i = 0; i < box.commands; ++i)
                    metal_.copy_buffer_to_texture(blit.get(), memory_of(source), offset + i * box.slice_bytes, box.row_bytes,
                                                  box.slice_bytes, box.extent, texture_at(destination).get(), box.first_slice + i,
                                                  destination.level, box.origin);
            });
}

void queue::read_image(const image_position& source, const std::array<uint32_t, 3>& extent, std::span<std::byte> destination) {
    const std::lock_guard lock(mutex_);
    const autorelease_pool pool(metal_.runtime());
    const std::shared_ptr<buffer> staging = shared_buffer(destination.size());
    enqueue_from_image(transfer::to_host, staging, 0, source, extent);
    wait_for_all();
    std::memcpy(destination.data(), staging->contents(), destination.size());
}

void queue::write_image(const image_position& destination, const std::array<uint32_t, 3>& extent,
                        std::span<const std::byte> source) {
    const std::lock_guard lock(mutex_);
    const autorelease_pool pool(metal_.runtime());
    const std::shared_ptr<buffer> staging = shared_buffer(source.size());
    std::memcpy(staging->contents(), source.data(), source.size());
    enqueue_to_image(transfer::to_device, destination, staging, 0, extent);
}

void queue::copy_image(const image_position& destination, const image_position& source, const std::array<uint32_t, 3>& extent) {
    const std::lock_guard lock(mutex_);
    const autorelease_pool pool(metal_.runtime());
    const copied_box from = box_of(source, extent);
    const copied_box to = box_of(destination, extent);
    // Between a 3D image and an array, each slice is a command.
    const count commands = std::max(from.commands, to.commands);
    enqueue({destination.image, source.image}, {{}, transfer_size {transfer::on_device, byte_count(source, extent)}},
            [&](object command_buffer, const used_objects&) {
                const encoder blit(metal_, metal_.blit_encoder(command_buffer));
                for (count i = 0; i < commands; ++i) {
                    const auto place = [&](const copied_box& box) {
                        const bool in_slices = box.commands == commands;
                        return std::pair(
                            in_slices ? box.first_slice + i : box.first_slice,
                            hardware::origin {box.origin.x, box.origin.y, in_slices ? box.origin.z : box.origin.z + i});
                    };
                    const auto [from_slice, from_origin] = place(from);
                    const auto [to_slice, to_origin] = place(to);
                    metal_.copy_texture(blit.get(), texture_at(source).get(), from_slice, source.level, from_origin,
                                        {extent[0], extent[1], commands == 1 ? extent[2] : 1}, texture_at(destination).get(),
                                        to_slice, destination.level, to_origin);
                }
            });
}

void queue::copy_image_to_buffer(const std::shared_ptr<buffer_interface>& destination, size_t offset,
                                 const image_position& source, const std::array<uint32_t, 3>& extent) {
    const std::lock_guard lock(mutex_);
    const autorelease_pool pool(metal_.runtime());
    if (is_pixel_offset(source, offset)) {
        enqueue_from_image(transfer::on_device, destination, offset, source, extent);
        return;
    }
    const size_t bytes = byte_count(source, extent);
    const std::shared_ptr<buffer> between = shared_buffer(bytes);
    enqueue_from_image(transfer::on_device, between, 0, source, extent);
    enqueue_copy(transfer::on_device, destination, offset, between, 0, bytes);
}

void queue::copy_buffer_to_image(const image_position& destination, const std::shared_ptr<buffer_interface>& source,
                                 size_t offset, const std::array<uint32_t, 3>& extent) {
    const std::lock_guard lock(mutex_);
    const autorelease_pool pool(metal_.runtime());
    if (is_pixel_offset(destination, offset)) {
        enqueue_to_image(transfer::on_device, destination, source, offset, extent);
        return;
    }
    const size_t bytes = byte_count(destination, extent);
    const std::shared_ptr<buffer> between = shared_buffer(bytes);
    enqueue_copy(transfer::on_device, between, 0, source, offset, bytes);
    enqueue_to_image(transfer::on_device, destination, between, 0, extent);
}

}  // namespace ingot::backends::metal::hardware
