#include "queue.hpp"

#include <algorithm>
#include <cstring>
#include <ingot/runtime/error.hpp>

#include "image.hpp"
#include "program.hpp"
#include "queue_commands.hpp"

namespace ingot::backends::metal::hardware {

namespace {

// Reads and writes are split into parts of at most this size, and a write waits before it uses more than this many.
constexpr size_t staging_bytes = size_t {8} * 1024 * 1024;
constexpr size_t staging_buffers = 8;

const buffer& native(const std::shared_ptr<buffer_interface>& memory) { return static_cast<const buffer&>(*memory); }

timed_command transfer_of(transfer direction, size_t bytes) { return {{}, transfer_size {direction, bytes}}; }

}  // namespace

bool queue_point::is_done() {
    const autorelease_pool pool(metal_.runtime());
    return std::ranges::all_of(command_buffers_, [&](const retained& each) { return has_ended(metal_, each.get()); });
}

void queue_point::wait() {
    const autorelease_pool pool(metal_.runtime());
    for (const retained& each : command_buffers_) metal_.wait_until_completed(each.get());
}

queue::queue(std::shared_ptr<device> owner)
    : device_(std::move(owner)), metal_(device_->native().metal), commands_(device_->native()) {
    const autorelease_pool pool(metal_.runtime());
    handle_ = retained::adopt(metal_.runtime(), metal_.new_command_queue(device_->native().handle));
    event_ = retained::adopt(metal_.runtime(), metal_.new_shared_event(device_->native().handle));
    if (!handle_ || !event_) throw error("no queue on '" + device_->native().name + "': Metal did not create one");
}

queue::~queue() {
    const autorelease_pool pool(metal_.runtime());
    commands_.wait_until_at_most(0);
}

retained queue::begin() {
    commands_.remove_ended();
    retained command_buffer = retained::share(metal_.runtime(), metal_.command_buffer(handle_.get()));
    if (!command_buffer) throw error("no command buffer on '" + device_->native().name + "': Metal did not create one");
    // Each command waits, because Apple does not say that a command buffer waits for an event that an earlier one waits for.
    std::erase_if(awaited_, [&](const auto& point) { return metal_.signaled_value(point->event()) >= point->value(); });
    for (const std::shared_ptr<queue_point>& point : awaited_)
        metal_.encode_wait(command_buffer.get(), point->event(), point->value());
    return command_buffer;
}

void queue::commit(retained command_buffer, used_objects used, timed_command description) {
    // Kept first: a command that is committed must not lose its objects.
    const object handle = command_buffer.get();
    commands_.add(std::move(command_buffer), std::move(used), std::move(description));
    metal_.commit(handle);
}

void queue::wait_for_all() {
    commands_.wait_until_at_most(0);
    commands_.throw_failure();
}

std::shared_ptr<buffer> queue::shared_buffer(size_t bytes) const {
    return std::make_shared<buffer>(device_->native(), bytes, resource_options::shared);
}

void queue::enqueue_copy(transfer direction, const std::shared_ptr<buffer_interface>& to, size_t to_offset,
                         const std::shared_ptr<buffer_interface>& from, size_t from_offset, size_t bytes) {
    enqueue({to, from}, transfer_of(direction, bytes), [&](object command_buffer, const used_objects&) {
        if (is_whole_words(to_offset | from_offset | bytes)) {
            const encoder blit(metal_, metal_.blit_encoder(command_buffer));
            metal_.copy_buffer(blit.get(), native(from).get(), from_offset, native(to).get(), to_offset, bytes);
        } else {
            const encoder compute(metal_, metal_.compute_encoder(command_buffer));
            device_->helpers().copy(compute.get(), native(to), to_offset, native(from), from_offset, bytes);
        }
    });
}

void queue::read(const std::shared_ptr<buffer_interface>& source, size_t offset, std::span<std::byte> destination) {
    const std::lock_guard lock(mutex_);
    while (!destination.empty()) {
        const autorelease_pool pool(metal_.runtime());
        const std::span<std::byte> part = destination.first(std::min(destination.size(), staging_bytes));
        // Whole words are copied: a buffer ends with one.
        const size_t begin = offset / 4 * 4;
        const size_t end = (offset + part.size() + 3) / 4 * 4;
        const std::shared_ptr<buffer> staging = shared_buffer(end - begin);
        enqueue_copy(transfer::to_host, staging, 0, source, begin, end - begin);
        wait_for_all();
        std::memcpy(part.data(), staging->contents() + (offset - begin), part.size());
        offset += part.size();
        destination = destination.subspan(part.size());
    }
}

void queue::write(const std::shared_ptr<buffer_interface>& destination, size_t offset, std::span<const std::byte> source) {
    const std::lock_guard lock(mutex_);
    while (!source.empty()) {
        const autorelease_pool pool(metal_.runtime());
        const std::span<const std::byte> part = source.first(std::min(source.size(), staging_bytes));
        const std::shared_ptr<buffer> staging = shared_buffer(part.size());
        std::memcpy(staging->contents(), part.data(), part.size());
        enqueue_copy(transfer::to_device, destination, offset, staging, 0, part.size());
        offset += part.size();
        source = source.subspan(part.size());
        if (!source.empty()) commands_.wait_until_at_most(staging_buffers);
    }
}

void queue::copy(const std::shared_ptr<buffer_interface>& destination, size_t to_offset,
                 const std::shared_ptr<buffer_interface>& source, size_t from_offset, size_t bytes) {
    const std::lock_guard lock(mutex_);
    const autorelease_pool pool(metal_.runtime());
    enqueue_copy(transfer::on_device, destination, to_offset, source, from_offset, bytes);
}

void queue::fill(const std::shared_ptr<buffer_interface>& destination, size_t offset, size_t bytes,
                 std::span<const std::byte> pattern) {
    const std::lock_guard lock(mutex_);
    const autorelease_pool pool(metal_.runtime());
    const auto is_first = [&](std::byte each) { return each == pattern.front(); };
    if (is_whole_words(offset | bytes) && std::ranges::all_of(pattern, is_first)) {
        enqueue({destination}, transfer_of(transfer::on_device, bytes), [&](object command_buffer, const used_objects&) {
            const encoder blit(metal_, metal_.blit_encoder(command_buffer));
            metal_.fill_buffer(blit.get(), native(destination).get(), {offset, bytes},
                               static_cast<unsigned char>(pattern.front()));
        });
        return;
    }
    const std::shared_ptr<buffer> repeated = shared_buffer(pattern.size());
    std::memcpy(repeated->contents(), pattern.data(), pattern.size());
    enqueue({destination, repeated}, transfer_of(transfer::on_device, bytes), [&](object command_buffer, const used_objects&) {
        const encoder compute(metal_, metal_.compute_encoder(command_buffer));
        device_->helpers().fill(compute.get(), native(destination), offset, bytes, *repeated, pattern.size());
    });
}

void queue::launch(const std::shared_ptr<kernel_interface>& launched, const launch_range& items,
                   std::span<const launch_argument> arguments) {
    const auto& ours = static_cast<const kernel&>(*launched);
    const object pipeline = ours.pipeline();
    const std::lock_guard lock(mutex_);
    const autorelease_pool pool(metal_.runtime());
    enqueue({launched}, {launched->reflection().name, {}}, [&](object command_buffer, used_objects& used) {
        const encoder compute(metal_, metal_.compute_encoder(command_buffer));
        metal_.set_pipeline(compute.get(), pipeline);
        set_arguments(compute.get(), ours.places(), arguments, used);
        const std::array<uint32_t, 3>& group = items.local;
        metal_.dispatch(compute.get(), {items.global[0] / group[0], items.global[1] / group[1], items.global[2] / group[2]},
                        {group[0], group[1], group[2]});
    });
}

void queue::set_arguments(object encoder, const std::vector<argument_place>& places, std::span<const launch_argument> arguments,
                          used_objects& used) const {
    for (const argument_place& place : places) {
        const launch_argument& argument = arguments[place.parameter];
        if (place.group == argument_group::texture) {
            used.push_back(argument.image);
            metal_.set_texture(encoder, static_cast<const image&>(*argument.image).get(), place.index);
        } else if (place.group == argument_group::threadgroup) {
            metal_.set_threadgroup_memory(encoder, argument.local_bytes, place.index);
        } else if (argument.buffer) {
            used.push_back(argument.buffer);
            metal_.set_buffer(encoder, native(argument.buffer).get(), 0, place.index);
        } else if (const std::span<const std::byte> value = bound_value(argument); value.size() <= largest_copied_value) {
            metal_.set_bytes(encoder, value.data(), value.size(), place.index);
        } else {
            const std::shared_ptr<buffer> large = shared_buffer(value.size());
            std::memcpy(large->contents(), value.data(), value.size());
            used.push_back(large);
            metal_.set_buffer(encoder, large->get(), 0, place.index);
        }
    }
}

void queue::finish() {
    const std::lock_guard lock(mutex_);
    const autorelease_pool pool(metal_.runtime());
    wait_for_all();
}

void queue::throw_failure() {
    const std::lock_guard lock(mutex_);
    const autorelease_pool pool(metal_.runtime());
    commands_.remove_ended();
    commands_.throw_failure();
}

std::shared_ptr<event_interface> queue::mark() {
    const std::lock_guard lock(mutex_);
    const autorelease_pool pool(metal_.runtime());
    const unsigned long long value = ++last_value_;
    enqueue({}, {},
            [&](object command_buffer, const used_objects&) { metal_.encode_signal(command_buffer, event_.get(), value); });
    return std::make_shared<queue_point>(metal_, retained::share(metal_.runtime(), event_.get()), value,
                                         commands_.command_buffers());
}

void queue::wait_for(const std::shared_ptr<event_interface>& event) {
    const std::lock_guard lock(mutex_);
    awaited_.push_back(std::static_pointer_cast<queue_point>(event));
}

std::byte* queue::map(const std::shared_ptr<buffer_interface>& mapped, size_t offset, size_t, map_access) {
    finish();
    return native(mapped).contents() + offset;
}

std::byte* queue::start_map(const std::shared_ptr<buffer_interface>& mapped, size_t offset, size_t, map_access) {
    return native(mapped).contents() + offset;
}

std::vector<launch_timing> queue::take_timings() {
    const std::lock_guard lock(mutex_);
    const autorelease_pool pool(metal_.runtime());
    wait_for_all();
    return commands_.timings().take_launches();
}

std::vector<transfer_timing> queue::take_transfer_timings() {
    const std::lock_guard lock(mutex_);
    const autorelease_pool pool(metal_.runtime());
    wait_for_all();
    return commands_.timings().take_transfers();
}

std::vector<timeline_entry> queue::take_timeline() {
    const std::lock_guard lock(mutex_);
    const autorelease_pool pool(metal_.runtime());
    commands_.remove_ended();
    return commands_.timings().timeline().take();
}

}  // namespace ingot::backends::metal::hardware
