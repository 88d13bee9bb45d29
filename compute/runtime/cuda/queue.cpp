#include "queue.hpp"

#include <algorithm>
#include <cstring>
#include <ingot/runtime/error.hpp>

#include "buffer.hpp"
#include "device.hpp"
#include "fill_pattern.hpp"
#include "image.hpp"
#include "program.hpp"

namespace ingot::backends::cuda {

namespace {

// Large enough for the bus to be busy, small enough that the host's copy and the device's overlap early.
constexpr size_t staging_bytes = 4 * 1024 * 1024;
constexpr size_t staging_blocks = 4;

device_address address_of(const std::shared_ptr<buffer_interface>& of) { return static_cast<const buffer&>(*of).address(); }

std::string text_of(const std::array<uint32_t, 3>& size, uint32_t dimensions) {
    std::string text = std::to_string(size[0]);
    for (uint32_t i = 1; i < dimensions; ++i) text += " x " + std::to_string(size[i]);
    return text;
}

// What cuLaunchKernel reads: a pointer to each argument.
class argument_pointers {
public:
    explicit argument_pointers(std::span<const launch_argument> arguments) {
        addresses.reserve(arguments.size());
        for (const launch_argument& one : arguments) {
            if (one.buffer)
                pointers.push_back(&addresses.emplace_back(address_of(one.buffer)));
            else if (one.image)
                pointers.push_back(&addresses.emplace_back(static_cast<const image&>(*one.image).descriptors()));
            else  // The driver only reads it, whatever its declaration says.
                pointers.push_back(const_cast<std::byte*>(one.value.data()));
        }
    }
    void** get() { return pointers.data(); }

private:
    std::vector<device_address> addresses;
    std::vector<void*> pointers;
};

std::vector<std::shared_ptr<const void>> used_by(const std::shared_ptr<kernel_interface>& kernel,
                                                 std::span<const launch_argument> arguments) {
    std::vector<std::shared_ptr<const void>> used {kernel};
    for (const launch_argument& one : arguments) {
        if (one.buffer) used.push_back(one.buffer);
        if (one.image) used.push_back(one.image);
    }
    return used;
}

// A point in a stream's order, for who waits.
class queue_point final : public event_interface {
public:
    queue_point(std::shared_ptr<primary_context> of, event at) : context(std::move(of)), marked(std::move(at)) {}

    event_handle get() const { return marked.get(); }

    bool done() override {
        const current_context here(*context);
        const auto& query = here.calls().query_event;
        const result answer = here.attempt(query, marked.get());
        if (answer != result::success && answer != result::not_ready) here.refuse({}, query.name(), answer);
        return answer == result::success;
    }
    void wait() override {
        const current_context here(*context);
        here.call(here.calls().synchronize_event, marked.get());
    }

private:
    std::shared_ptr<primary_context> context;
    event marked;
};

// The part of a box that is staged at once: whole rows, of one slice or of several whole ones.
struct slab {
    std::array<uint32_t, 3> origin;
    std::array<uint32_t, 3> extent;
    size_t offset;  // of its bytes in the box
    size_t bytes;
};

std::vector<slab> slabs_of(const image_place& place, const std::array<uint32_t, 3>& extent) {
    const size_t row = extent[0] * size_t {bytes_per_pixel(static_cast<const image&>(*place.image).description().format)};
    const auto rows = static_cast<uint32_t>(std::clamp<size_t>(staging_bytes / row, 1, extent[1]));
    const auto slices =
        rows < extent[1] ? 1 : static_cast<uint32_t>(std::clamp<size_t>(staging_bytes / (row * rows), 1, extent[2]));
    std::vector<slab> slabs;
    for (uint32_t z = 0; z < extent[2]; z += slices)
        for (uint32_t y = 0; y < extent[1]; y += rows) {
            const std::array<uint32_t, 3> part {extent[0], std::min(rows, extent[1] - y), std::min(slices, extent[2] - z)};
            slabs.push_back({{place.origin[0], place.origin[1] + y, place.origin[2] + z},
                             part,
                             (size_t {z} * extent[1] + y) * row,
                             row * part[1] * part[2]});
        }
    return slabs;
}

timed_command moving(transfer how, size_t bytes) { return {{}, moved_bytes {how, bytes}}; }

}  // namespace

stream::stream(std::shared_ptr<primary_context> of) : context(std::move(of)) {
    const current_context here(*context);
    here.call(context->calls().create_stream, &handle, stream_non_blocking);
}

stream::~stream() { context->release(context->calls().destroy_stream, handle); }

void stream::wait() noexcept { context->release(context->calls().synchronize_stream, handle); }

queue::queue(std::shared_ptr<device> owner)
    : on(std::move(owner)), order(on->share_context()), commands(on->share_context(), order.get()) {}

void queue::copy_to_host(const current_context& here, const std::shared_ptr<buffer_interface>& from, size_t offset, size_t count,
                         const std::shared_ptr<pinned_block>& to) {
    commands.add(here, {from, to}, moving(transfer::to_host, count), [&] {
        here.call(here.calls().copy_to_host, to->bytes().data(), address_of(from) + offset, count, order.get());
    });
}

void queue::copy_to_device(const current_context& here, const std::shared_ptr<buffer_interface>& to, size_t offset, size_t count,
                           const std::shared_ptr<pinned_block>& from) {
    commands.add(here, {to, from}, moving(transfer::to_device, count), [&] {
        here.call(here.calls().copy_to_device, address_of(to) + offset, from->bytes().data(), count, order.get());
    });
}

// While the device copies one part, the host copies the part before it.
void queue::read(const std::shared_ptr<buffer_interface>& from, size_t offset, std::span<std::byte> to) {
    const std::lock_guard lock(guard);
    const current_context here(on->context());
    std::shared_ptr<pinned_block> arriving;
    std::span<std::byte> destination;
    const auto receive = [&](size_t left) {
        commands.wait_until_left(here, left);
        if (arriving) std::memcpy(destination.data(), arriving->bytes().data(), destination.size());
    };
    while (!to.empty()) {
        const std::span<std::byte> part = to.first(std::min(to.size(), staging_bytes));
        std::shared_ptr<pinned_block> block = on->pinned().take(here, part.size());
        copy_to_host(here, from, offset, part.size(), block);
        receive(1);
        arriving = std::move(block);
        destination = part;
        offset += part.size();
        to = to.subspan(part.size());
    }
    receive(0);
    wait_for_all(here);
}

void queue::write(const std::shared_ptr<buffer_interface>& to, size_t offset, std::span<const std::byte> from) {
    const std::lock_guard lock(guard);
    const current_context here(on->context());
    for (size_t i = 0; !from.empty(); ++i) {
        const std::span<const std::byte> part = from.first(std::min(from.size(), staging_bytes));
        if (i >= staging_blocks) commands.wait_until_left(here, staging_blocks - 1);
        const std::shared_ptr<pinned_block> block = on->pinned().take(here, part.size());
        std::memcpy(block->bytes().data(), part.data(), part.size());
        copy_to_device(here, to, offset, part.size(), block);
        offset += part.size();
        from = from.subspan(part.size());
    }
}

void queue::copy(const std::shared_ptr<buffer_interface>& to, size_t to_offset, const std::shared_ptr<buffer_interface>& from,
                 size_t from_offset, size_t count) {
    const std::lock_guard lock(guard);
    const current_context here(on->context());
    commands.add(here, {to, from}, moving(transfer::on_device, count), [&] {
        here.call(here.calls().copy_on_device, address_of(to) + to_offset, address_of(from) + from_offset, count, order.get());
    });
}

void queue::fill(const std::shared_ptr<buffer_interface>& to, size_t offset, size_t count, std::span<const std::byte> pattern) {
    const std::lock_guard lock(guard);
    const current_context here(on->context());
    const device_address first = address_of(to) + offset;
    const size_t unit = fill_unit(pattern, first);
    if (unit == 0) return fill_by_copies(here, to, offset, count, pattern);
    commands.add(here, {to}, moving(transfer::on_device, count), [&] {
        const driver& calls = here.calls();
        const uint32_t value = fill_value(pattern, unit);
        if (unit == 1) here.call(calls.fill_1_byte, first, static_cast<uint8_t>(value), count, order.get());
        if (unit == 2) here.call(calls.fill_2_bytes, first, static_cast<uint16_t>(value), count / 2, order.get());
        if (unit == 4) here.call(calls.fill_4_bytes, first, value, count / 4, order.get());
    });
}

// Writes some patterns, and then doubles what is there.
void queue::fill_by_copies(const current_context& here, const std::shared_ptr<buffer_interface>& to, size_t offset, size_t count,
                           std::span<const std::byte> pattern) {
    constexpr size_t enough = 64 * 1024;
    const size_t patterns = std::min(count / pattern.size(), std::max<size_t>(enough / pattern.size(), 1));
    const size_t written = patterns * pattern.size();
    const std::shared_ptr<pinned_block> block = on->pinned().take(here, written);
    for (size_t i = 0; i < patterns; ++i) std::memcpy(block->bytes().data() + i * pattern.size(), pattern.data(), pattern.size());
    copy_to_device(here, to, offset, written, block);
    if (written == count) return;

    const device_address first = address_of(to) + offset;
    commands.add(here, {to}, moving(transfer::on_device, count - written), [&] {
        for (size_t filled = written; filled < count;) {
            const size_t step = std::min(filled, count - filled);
            here.call(here.calls().copy_on_device, first + filled, first, step, order.get());
            filled += step;
        }
    });
}

std::byte* queue::map(const std::shared_ptr<buffer_interface>& of, size_t offset, size_t count, map_access how) {
    const std::lock_guard lock(guard);
    const current_context here(on->context());
    std::byte* const mapped = enqueue_map(here, of, offset, count, how);
    try {
        wait_for_all(here);
    } catch (...) {
        mappings.erase(mapped);
        throw;
    }
    return mapped;
}

std::byte* queue::start_map(const std::shared_ptr<buffer_interface>& of, size_t offset, size_t count, map_access how) {
    const std::lock_guard lock(guard);
    const current_context here(on->context());
    return enqueue_map(here, of, offset, count, how);
}

std::byte* queue::enqueue_map(const current_context& here, const std::shared_ptr<buffer_interface>& of, size_t offset,
                              size_t count, map_access how) {
    const std::shared_ptr<pinned_block> block = on->pinned().take(here, count);
    if (how != map_access::write) copy_to_host(here, of, offset, count, block);
    mappings.emplace(block->bytes().data(), mapped_range {block, offset, count, how != map_access::read});
    return block->bytes().data();
}

std::shared_ptr<event_interface> queue::mark() {
    const std::lock_guard lock(guard);
    const current_context here(on->context());
    event marked(on->share_context(), here);
    here.call(here.calls().record_event, marked.get(), order.get());
    return std::make_shared<queue_point>(on->share_context(), std::move(marked));
}

void queue::wait_for(const std::shared_ptr<event_interface>& until) {
    const std::lock_guard lock(guard);
    const current_context here(on->context());
    constexpr unsigned int no_flags = 0;
    here.call(here.calls().wait_in_stream, order.get(), static_cast<const queue_point&>(*until).get(), no_flags);
}

bool queue::copy_to_other_device(const std::shared_ptr<buffer_interface>& from, size_t from_offset, queue_interface& there,
                                 const std::shared_ptr<buffer_interface>& to, size_t to_offset, size_t count) {
    const context_handle other = static_cast<const queue&>(there).on->context().get();
    const std::lock_guard lock(guard);
    const current_context here(on->context());
    commands.add(here, {from, to}, moving(transfer::on_device, count), [&] {
        here.call(here.calls().copy_to_peer, address_of(to) + to_offset, other, address_of(from) + from_offset,
                  on->context().get(), count, order.get());
    });
    return true;
}

void queue::throw_failure() {
    const std::lock_guard lock(guard);
    const current_context here(on->context());
    commands.retire_done(here);
    throw_lost_writing();
}

void queue::throw_lost_writing() {
    if (lost_writing) std::rethrow_exception(std::exchange(lost_writing, nullptr));
}

void queue::unmap(const std::shared_ptr<buffer_interface>& of, std::byte* mapped) {
    const std::lock_guard lock(guard);
    const auto found = mappings.find(mapped);
    if (found == mappings.end())
        throw error("unmapping on '" + on->properties().name + "': this queue has mapped no such memory");
    const mapped_range range = std::move(found->second);
    mappings.erase(found);
    if (!range.written) return;
    try {
        const current_context here(on->context());
        copy_to_device(here, of, range.offset, range.count, range.block);
    } catch (const error&) {
        // A mapping ends in a destructor, which can tell nobody; the next call that waits can.
        if (!lost_writing) lost_writing = std::current_exception();
    }
}

void queue::wait_for_all(const current_context& here) {
    commands.wait_until_left(here, 0);
    throw_lost_writing();
}

void queue::read_image(const image_place& from, const std::array<uint32_t, 3>& extent, std::span<std::byte> to) {
    const std::lock_guard lock(guard);
    const current_context here(on->context());
    for (const slab& part : slabs_of(from, extent)) {
        const std::shared_ptr<pinned_block> block = on->pinned().take(here, part.bytes);
        array_copy what = copy_from({from.image, from.level, part.origin}, part.extent);
        what.destination.kind = memory_kind::host;
        what.destination.host = block->bytes().data();
        enqueue_copy(here, what, {transfer::to_host, part.bytes}, {from.image, block});
        wait_for_all(here);
        std::memcpy(to.data() + part.offset, block->bytes().data(), part.bytes);
    }
}

void queue::write_image(const image_place& to, const std::array<uint32_t, 3>& extent, std::span<const std::byte> from) {
    const std::lock_guard lock(guard);
    const current_context here(on->context());
    size_t count = 0;
    for (const slab& part : slabs_of(to, extent)) {
        if (count++ >= staging_blocks) commands.wait_until_left(here, staging_blocks - 1);
        const std::shared_ptr<pinned_block> block = on->pinned().take(here, part.bytes);
        std::memcpy(block->bytes().data(), from.data() + part.offset, part.bytes);
        array_copy what = copy_to({to.image, to.level, part.origin}, part.extent);
        what.source.kind = memory_kind::host;
        what.source.host = block->bytes().data();
        enqueue_copy(here, what, {transfer::to_device, part.bytes}, {to.image, block});
    }
}

void queue::copy_image(const image_place& to, const image_place& from, const std::array<uint32_t, 3>& extent) {
    const std::lock_guard lock(guard);
    const current_context here(on->context());
    array_copy what = copy_from(from, extent);
    what.destination = copy_to(to, extent).destination;
    enqueue_copy(here, what, {transfer::on_device, bytes_of(to, extent)}, {to.image, from.image});
}

void queue::copy_image_to_buffer(const std::shared_ptr<buffer_interface>& to, size_t offset, const image_place& from,
                                 const std::array<uint32_t, 3>& extent) {
    const std::lock_guard lock(guard);
    const current_context here(on->context());
    array_copy what = copy_from(from, extent);
    what.destination.kind = memory_kind::device;
    what.destination.device = address_of(to) + offset;
    enqueue_copy(here, what, {transfer::on_device, bytes_of(from, extent)}, {to, from.image});
}

void queue::copy_buffer_to_image(const image_place& to, const std::shared_ptr<buffer_interface>& from, size_t offset,
                                 const std::array<uint32_t, 3>& extent) {
    const std::lock_guard lock(guard);
    const current_context here(on->context());
    array_copy what = copy_to(to, extent);
    what.source.kind = memory_kind::device;
    what.source.device = address_of(from) + offset;
    enqueue_copy(here, what, {transfer::on_device, bytes_of(to, extent)}, {to.image, from});
}

void queue::enqueue_copy(const current_context& here, const array_copy& what, const moved_bytes& moved,
                         std::vector<std::shared_ptr<const void>> used) {
    commands.add(here, std::move(used), {{}, moved}, [&] { here.call(here.calls().copy_array, &what, order.get()); });
}

void queue::launch(const std::shared_ptr<kernel_interface>& what, const launch_range& items,
                   std::span<const launch_argument> arguments) {
    const std::lock_guard lock(guard);
    const current_context here(on->context());
    const std::array<uint32_t, 3>& group = items.local;
    const auto groups = [&](size_t i) { return items.global[i] / group[i]; };
    argument_pointers pointers(arguments);
    commands.add(here, used_by(what, arguments), {what->reflection().name, {}}, [&] {
        const auto& launch_kernel = here.calls().launch_kernel;
        const result answer = here.attempt(launch_kernel, static_cast<const kernel&>(*what).handle(), groups(0), groups(1),
                                           groups(2), group[0], group[1], group[2], 0, order.get(), pointers.get(), nullptr);
        if (answer == result::success) return;
        here.refuse("kernel '" + what->reflection().name + "': launching " + text_of(items.global, items.dimensions) +
                        " work-items in groups of " + text_of(group, items.dimensions),
                    launch_kernel.name(), answer);
    });
}

// The driver submits at once; where it gathers work (Windows), asking makes it submit.
void queue::flush() {
    const std::lock_guard lock(guard);
    const current_context here(on->context());
    const auto& query = here.calls().query_stream;
    const result answer = here.attempt(query, order.get());
    if (answer != result::success && answer != result::not_ready) here.refuse({}, query.name(), answer);
}

void queue::finish() {
    const std::lock_guard lock(guard);
    const current_context here(on->context());
    wait_for_all(here);
}

std::vector<launch_timing> queue::take_timings() {
    const std::lock_guard lock(guard);
    const current_context here(on->context());
    wait_for_all(here);
    return commands.timings().take_launches();
}

std::vector<transfer_timing> queue::take_transfer_timings() {
    const std::lock_guard lock(guard);
    const current_context here(on->context());
    wait_for_all(here);
    return commands.timings().take_transfers();
}

}  // namespace ingot::backends::cuda
