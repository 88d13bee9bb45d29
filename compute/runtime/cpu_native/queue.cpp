#include "queue.hpp"

#include <chrono>
#include <cstring>
#include <ingot/runtime/error.hpp>

#include "../host_memory/buffer.hpp"
#include "../host_memory/device_memory.hpp"
#include "../host_memory/image.hpp"
#include "image_view.hpp"

namespace ingot::backends::cpu_native {

namespace {

using namespace host_memory;

std::byte* memory_of(const std::shared_ptr<buffer_interface>& memory) { return static_cast<const buffer&>(*memory).bytes(); }

}  // namespace

// Runs a copy or a fill, and records its time.
template <typename Move>
void queue::transfer_bytes(transfer direction, size_t bytes, Move move) {
    const std::lock_guard lock(guard_);
    const auto start = std::chrono::steady_clock::now();
    move();
    timings_.add({{}, transfer_size {direction, bytes}}, {start, std::chrono::steady_clock::now() - start});
}

void queue::read(const std::shared_ptr<buffer_interface>& source, size_t offset, std::span<std::byte> destination) {
    // If the destination is the memory of the buffer itself, there is nothing to copy.
    if (destination.data() == memory_of(source) + offset) return finish();
    transfer_bytes(transfer::to_host, destination.size(),
                   [&] { std::memcpy(destination.data(), memory_of(source) + offset, destination.size()); });
}

void queue::write(const std::shared_ptr<buffer_interface>& destination, size_t offset, std::span<const std::byte> source) {
    if (source.data() == memory_of(destination) + offset) return finish();
    transfer_bytes(transfer::to_device, source.size(),
                   [&] { std::memcpy(memory_of(destination) + offset, source.data(), source.size()); });
}

void queue::copy(const std::shared_ptr<buffer_interface>& destination, size_t destination_offset,
                 const std::shared_ptr<buffer_interface>& source, size_t source_offset, size_t count) {
    transfer_bytes(transfer::on_device, count,
                   [&] { std::memcpy(memory_of(destination) + destination_offset, memory_of(source) + source_offset, count); });
}

void queue::fill(const std::shared_ptr<buffer_interface>& destination, size_t offset, size_t count,
                 std::span<const std::byte> pattern) {
    transfer_bytes(transfer::on_device, count, [&] { fill_bytes(memory_of(destination) + offset, count, pattern); });
}

// Waits for a command of another thread.
void queue::finish() { const std::lock_guard lock(guard_); }

std::byte* queue::map(const std::shared_ptr<buffer_interface>& buffer, size_t offset, size_t, map_access) {
    finish();
    return memory_of(buffer) + offset;
}

std::byte* queue::start_map(const std::shared_ptr<buffer_interface>& buffer, size_t offset, size_t, map_access) {
    return memory_of(buffer) + offset;
}

void queue::read_image(const image_position& source, const std::array<uint32_t, 3>& extent, std::span<std::byte> destination) {
    transfer_bytes(transfer::to_host, destination.size(),
                   [&] { copy_pixels({destination.data(), extent, {}}, box_at(source), extent, pixel_size(source)); });
}

void queue::write_image(const image_position& destination, const std::array<uint32_t, 3>& extent,
                        std::span<const std::byte> source) {
    transfer_bytes(transfer::to_device, source.size(), [&] {
        // The cast is safe because copy_pixels() only reads its second box.
        copy_pixels(box_at(destination), {const_cast<std::byte*>(source.data()), extent, {}}, extent, pixel_size(destination));
    });
}

void queue::copy_image(const image_position& destination, const image_position& source, const std::array<uint32_t, 3>& extent) {
    transfer_bytes(transfer::on_device, byte_count(destination, extent),
                   [&] { copy_pixels(box_at(destination), box_at(source), extent, pixel_size(destination)); });
}

void queue::copy_image_to_buffer(const std::shared_ptr<buffer_interface>& destination, size_t offset,
                                 const image_position& source, const std::array<uint32_t, 3>& extent) {
    transfer_bytes(transfer::on_device, byte_count(source, extent), [&] {
        copy_pixels({memory_of(destination) + offset, extent, {}}, box_at(source), extent, pixel_size(source));
    });
}

void queue::copy_buffer_to_image(const image_position& destination, const std::shared_ptr<buffer_interface>& source,
                                 size_t offset, const std::array<uint32_t, 3>& extent) {
    transfer_bytes(transfer::on_device, byte_count(destination, extent), [&] {
        copy_pixels(box_at(destination), {memory_of(source) + offset, extent, {}}, extent, pixel_size(destination));
    });
}

// Writes the arguments in the form of archive::cpu::launch.
void queue::place_arguments(const kernel& function, std::span<const launch_argument> arguments, group_work& work) {
    slots_.clear();
    values_.clear();
    size_t blocks = 0;
    const auto blocks_of = [](size_t bytes) { return (bytes + sizeof(block) - 1) / sizeof(block); };
    for (const launch_argument& argument : arguments)
        blocks += blocks_of(argument.image ? sizeof(archive::cpu::image_view) : argument.value.size());
    values_.resize(blocks);
    block* next = values_.data();
    uint64_t local_bytes = function.needs().local_bytes;
    for (const launch_argument& argument : arguments) {
        if (argument.buffer) {
            slots_.push_back(reinterpret_cast<uint64_t>(memory_of(argument.buffer)));
        } else if (argument.image) {
            const archive::cpu::image_view view = view_of(static_cast<const image&>(*argument.image));
            slots_.push_back(reinterpret_cast<uint64_t>(next));
            std::memcpy(next, &view, sizeof view);
            next += blocks_of(sizeof view);
        } else if (argument.local_bytes != 0) {
            slots_.push_back(local_bytes);
            local_bytes += argument.local_bytes;
        } else {
            slots_.push_back(reinterpret_cast<uint64_t>(next));
            if (!argument.value.empty()) std::memcpy(next, argument.value.data(), argument.value.size());
            next += blocks_of(argument.value.size());
        }
    }
    work.common.arguments = slots_.data();
    work.local_bytes = local_bytes;
}

void queue::launch(const std::shared_ptr<kernel_interface>& kernel_to_run, const launch_range& items,
                   std::span<const launch_argument> arguments) {
    const auto& function = static_cast<const kernel&>(*kernel_to_run);
    const std::lock_guard lock(guard_);
    group_work work {};
    work.run_group = function.run_group();
    work.group_time = function.group_time();
    uint64_t group_items = 1;
    for (size_t i = 0; i < 3; ++i) {
        work.common.local_size[i] = items.local[i];
        work.common.group_count[i] = items.global[i] / items.local[i];
        group_items *= items.local[i];
    }
    work.context_bytes = function.needs().context_bytes * group_items;
    place_arguments(function, arguments, work);
    const auto start = std::chrono::steady_clock::now();
    try {
        function.add_group_time(device_->workers().run(work));
    } catch (const error& reason) {
        throw error("kernel '" + function.reflection().name + "' on '" + device_->properties().name + "': " + reason.what());
    }
    timings_.add({function.reflection().name, {}}, {start, std::chrono::steady_clock::now() - start});
}

std::vector<launch_timing> queue::take_timings() {
    const std::lock_guard lock(guard_);
    return timings_.take_launches();
}

std::vector<transfer_timing> queue::take_transfer_timings() {
    const std::lock_guard lock(guard_);
    return timings_.take_transfers();
}

}  // namespace ingot::backends::cpu_native
