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

// Reads and writes are split into parts of at most this size, except that a row of an image is never split. The size is large
// enough to use the full bandwidth of the bus, and small enough that the copies by the host and by the device overlap early.
constexpr size_t staging_bytes = 4 * 1024 * 1024;
// A write uses at most this many blocks of pinned memory at the same time. It waits for an earlier part before it uses more.
constexpr size_t staging_blocks = 4;

device_address address_of(const std::shared_ptr<buffer_interface>& memory) {
    return static_cast<const buffer&>(*memory).address();
}

std::string text_of(const std::array<uint32_t, 3>& size, uint32_t dimensions) {
    std::string text = std::to_string(size[0]);
    for (uint32_t i = 1; i < dimensions; ++i) text += " x " + std::to_string(size[i]);
    return text;
}

// The array that cuLaunchKernel reads: a pointer to each argument. Local memory whose size the launch gives is one block for
// all parameters; the argument of each parameter is its offset in the block.
class argument_pointers {
public:
    explicit argument_pointers(std::span<const launch_argument> arguments) {
        addresses_.reserve(arguments.size());
        offsets_.reserve(arguments.size());
        for (const launch_argument& argument : arguments) {
            if (argument.buffer)
                pointers_.push_back(&addresses_.emplace_back(address_of(argument.buffer)));
            else if (argument.image)
                pointers_.push_back(&addresses_.emplace_back(static_cast<const image&>(*argument.image).descriptors()));
            else if (argument.local_bytes != 0)
                pointers_.push_back(&offsets_.emplace_back(add_local_memory(argument.local_bytes)));
            else  // The driver only reads the value, although its declaration is not const.
                pointers_.push_back(const_cast<std::byte*>(argument.value.data()));
        }
    }
    void** get() { return pointers_.data(); }
    /// The size of the block of local memory, in bytes.
    uint32_t local_bytes() const { return local_bytes_; }

private:
    // Adds a part of `bytes` bytes to the block, and returns its offset. The size of each part is a multiple of
    // local_memory_alignment.
    uint32_t add_local_memory(uint64_t bytes) { return std::exchange(local_bytes_, local_bytes_ + static_cast<uint32_t>(bytes)); }

    uint32_t local_bytes_ = 0;
    std::vector<uint32_t> offsets_;
    std::vector<device_address> addresses_;
    std::vector<void*> pointers_;
};

std::vector<std::shared_ptr<const void>> used_by(const std::shared_ptr<kernel_interface>& kernel,
                                                 std::span<const launch_argument> arguments) {
    std::vector<std::shared_ptr<const void>> used_objects {kernel};
    for (const launch_argument& argument : arguments) {
        if (argument.buffer) used_objects.push_back(argument.buffer);
        if (argument.image) used_objects.push_back(argument.image);
    }
    return used_objects;
}

// A point in the order of a stream, for which the host and other queues can wait.
class queue_point final : public event_interface {
public:
    queue_point(std::shared_ptr<primary_context> buffer, event event) : context_(std::move(buffer)), event_(std::move(event)) {}

    event_handle get() const { return event_.get(); }

    bool is_done() override {
        const current_context context(*context_);
        const auto& query = context.driver_functions().query_event;
        const result answer = context.try_call(query, event_.get());
        if (answer != result::success && answer != result::not_ready) context.fail({}, query.name(), answer);
        return answer == result::success;
    }
    void wait() override {
        const current_context context(*context_);
        context.call(context.driver_functions().synchronize_event, event_.get());
    }

private:
    std::shared_ptr<primary_context> context_;
    event event_;
};

// A part of a box that is transferred at once: either whole rows of one slice, or one or more whole slices.
struct box_part {
    std::array<uint32_t, 3> origin;
    std::array<uint32_t, 3> extent;
    size_t offset;  // of the part's bytes in the bytes of the box
    size_t bytes;
};

std::vector<box_part> split_box(const image_position& place, const std::array<uint32_t, 3>& extent) {
    const size_t row = extent[0] * size_t {bytes_per_pixel(static_cast<const image&>(*place.image).description().format)};
    const auto rows = static_cast<uint32_t>(std::clamp<size_t>(staging_bytes / row, 1, extent[1]));
    const auto slices =
        rows < extent[1] ? 1 : static_cast<uint32_t>(std::clamp<size_t>(staging_bytes / (row * rows), 1, extent[2]));
    std::vector<box_part> slabs;
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

timed_command transfer_of(transfer direction, size_t bytes) { return {{}, transfer_size {direction, bytes}}; }

}  // namespace

stream::stream(std::shared_ptr<primary_context> shared_context) : context_(std::move(shared_context)) {
    const current_context context(*context_);
    context.call(context_->driver_functions().create_stream, &handle_, stream_non_blocking);
}

stream::~stream() { context_->release(context_->driver_functions().destroy_stream, handle_); }

void stream::wait() noexcept { context_->release(context_->driver_functions().synchronize_stream, handle_); }

queue::queue(std::shared_ptr<device> owner)
    : device_(std::move(owner)), stream_(device_->shared_context()), commands_(device_->shared_context(), stream_.get()) {}

void queue::copy_to_host(const current_context& context, const std::shared_ptr<buffer_interface>& source, size_t offset,
                         size_t count, const std::shared_ptr<pinned_block>& destination) {
    commands_.add(context, {source, destination}, transfer_of(transfer::to_host, count), [&] {
        context.call(context.driver_functions().copy_to_host, destination->bytes().data(), address_of(source) + offset, count,
                     stream_.get());
    });
}

void queue::copy_to_device(const current_context& context, const std::shared_ptr<buffer_interface>& destination, size_t offset,
                           size_t count, const std::shared_ptr<pinned_block>& source) {
    commands_.add(context, {destination, source}, transfer_of(transfer::to_device, count), [&] {
        context.call(context.driver_functions().copy_to_device, address_of(destination) + offset, source->bytes().data(), count,
                     stream_.get());
    });
}

// While the device copies one part to pinned memory, the host copies the previous part to its destination.
void queue::read(const std::shared_ptr<buffer_interface>& source, size_t offset, std::span<std::byte> bytes) {
    const std::lock_guard lock(mutex_);
    const current_context context(device_->context());
    std::shared_ptr<pinned_block> arriving;
    std::span<std::byte> destination;
    const auto receive = [&](size_t left) {
        commands_.wait_until_at_most(context, left);
        if (arriving) std::memcpy(destination.data(), arriving->bytes().data(), destination.size());
    };
    while (!bytes.empty()) {
        const std::span<std::byte> part = bytes.first(std::min(bytes.size(), staging_bytes));
        std::shared_ptr<pinned_block> block = device_->pinned_memory().get_block(context, part.size());
        copy_to_host(context, source, offset, part.size(), block);
        receive(1);
        arriving = std::move(block);
        destination = part;
        offset += part.size();
        bytes = bytes.subspan(part.size());
    }
    receive(0);
    wait_for_all(context);
}

void queue::write(const std::shared_ptr<buffer_interface>& destination, size_t offset, std::span<const std::byte> source) {
    const std::lock_guard lock(mutex_);
    const current_context context(device_->context());
    for (size_t i = 0; !source.empty(); ++i) {
        const std::span<const std::byte> part = source.first(std::min(source.size(), staging_bytes));
        if (i >= staging_blocks) commands_.wait_until_at_most(context, staging_blocks - 1);
        const std::shared_ptr<pinned_block> block = device_->pinned_memory().get_block(context, part.size());
        std::memcpy(block->bytes().data(), part.data(), part.size());
        copy_to_device(context, destination, offset, part.size(), block);
        offset += part.size();
        source = source.subspan(part.size());
    }
}

void queue::copy(const std::shared_ptr<buffer_interface>& destination, size_t destination_offset,
                 const std::shared_ptr<buffer_interface>& source, size_t source_offset, size_t count) {
    const std::lock_guard lock(mutex_);
    const current_context context(device_->context());
    commands_.add(context, {destination, source}, transfer_of(transfer::on_device, count), [&] {
        context.call(context.driver_functions().copy_on_device, address_of(destination) + destination_offset,
                     address_of(source) + source_offset, count, stream_.get());
    });
}

void queue::fill(const std::shared_ptr<buffer_interface>& destination, size_t offset, size_t count,
                 std::span<const std::byte> pattern) {
    const std::lock_guard lock(mutex_);
    const current_context context(device_->context());
    const device_address first = address_of(destination) + offset;
    const size_t unit = fill_value_size(pattern, first);
    if (unit == 0) return fill_by_copies(context, destination, offset, count, pattern);
    commands_.add(context, {destination}, transfer_of(transfer::on_device, count), [&] {
        const driver& calls = context.driver_functions();
        const uint32_t value = fill_value(pattern, unit);
        if (unit == 1) context.call(calls.fill_1_byte, first, static_cast<uint8_t>(value), count, stream_.get());
        if (unit == 2) context.call(calls.fill_2_bytes, first, static_cast<uint16_t>(value), count / 2, stream_.get());
        if (unit == 4) context.call(calls.fill_4_bytes, first, value, count / 4, stream_.get());
    });
}

// Fills with a pattern for which the driver has no fill function: writes some patterns, then repeatedly copies the filled part
// behind itself, which doubles it.
void queue::fill_by_copies(const current_context& context, const std::shared_ptr<buffer_interface>& destination, size_t offset,
                           size_t count, std::span<const std::byte> pattern) {
    constexpr size_t first_bytes = 64 * 1024;
    const size_t patterns = std::min(count / pattern.size(), std::max<size_t>(first_bytes / pattern.size(), 1));
    const size_t written_bytes = patterns * pattern.size();
    const std::shared_ptr<pinned_block> block = device_->pinned_memory().get_block(context, written_bytes);
    for (size_t i = 0; i < patterns; ++i) std::memcpy(block->bytes().data() + i * pattern.size(), pattern.data(), pattern.size());
    copy_to_device(context, destination, offset, written_bytes, block);
    if (written_bytes == count) return;

    const device_address first = address_of(destination) + offset;
    commands_.add(context, {destination}, transfer_of(transfer::on_device, count - written_bytes), [&] {
        for (size_t filled = written_bytes; filled < count;) {
            const size_t step = std::min(filled, count - filled);
            context.call(context.driver_functions().copy_on_device, first + filled, first, step, stream_.get());
            filled += step;
        }
    });
}

std::byte* queue::map(const std::shared_ptr<buffer_interface>& buffer, size_t offset, size_t count, map_access direction) {
    const std::lock_guard lock(mutex_);
    const current_context context(device_->context());
    std::byte* const mapped = enqueue_map(context, buffer, offset, count, direction);
    try {
        wait_for_all(context);
    } catch (...) {
        mappings_.erase(mapped);
        throw;
    }
    return mapped;
}

std::byte* queue::start_map(const std::shared_ptr<buffer_interface>& buffer, size_t offset, size_t count, map_access direction) {
    const std::lock_guard lock(mutex_);
    const current_context context(device_->context());
    return enqueue_map(context, buffer, offset, count, direction);
}

std::byte* queue::enqueue_map(const current_context& context, const std::shared_ptr<buffer_interface>& buffer, size_t offset,
                              size_t count, map_access direction) {
    const std::shared_ptr<pinned_block> block = device_->pinned_memory().get_block(context, count);
    if (direction != map_access::write) copy_to_host(context, buffer, offset, count, block);
    mappings_.emplace(block->bytes().data(), mapped_range {block, offset, count, direction != map_access::read});
    return block->bytes().data();
}

std::shared_ptr<event_interface> queue::mark() {
    const std::lock_guard lock(mutex_);
    const current_context context(device_->context());
    event marked(device_->shared_context(), context);
    context.call(context.driver_functions().record_event, marked.get(), stream_.get());
    return std::make_shared<queue_point>(device_->shared_context(), std::move(marked));
}

void queue::wait_for(const std::shared_ptr<event_interface>& event) {
    const std::lock_guard lock(mutex_);
    const current_context context(device_->context());
    constexpr unsigned int no_flags = 0;
    context.call(context.driver_functions().wait_in_stream, stream_.get(), static_cast<const queue_point&>(*event).get(),
                 no_flags);
}

bool queue::copy_to_other_device(const std::shared_ptr<buffer_interface>& source, size_t source_offset,
                                 queue_interface& destination_queue, const std::shared_ptr<buffer_interface>& destination,
                                 size_t destination_offset, size_t count) {
    const context_handle other = static_cast<const queue&>(destination_queue).device_->context().get();
    const std::lock_guard lock(mutex_);
    const current_context context(device_->context());
    commands_.add(context, {source, destination}, transfer_of(transfer::on_device, count), [&] {
        context.call(context.driver_functions().copy_to_peer, address_of(destination) + destination_offset, other,
                     address_of(source) + source_offset, device_->context().get(), count, stream_.get());
    });
    return true;
}

void queue::throw_failure() {
    const std::lock_guard lock(mutex_);
    const current_context context(device_->context());
    commands_.remove_finished(context);
    throw_unmap_failure();
}

void queue::throw_unmap_failure() {
    if (unmap_failure_) std::rethrow_exception(std::exchange(unmap_failure_, nullptr));
}

void queue::unmap(const std::shared_ptr<buffer_interface>& buffer, std::byte* mapped) {
    const std::lock_guard lock(mutex_);
    const auto found = mappings_.find(mapped);
    if (found == mappings_.end())
        throw error("unmapping on '" + device_->properties().name + "': this queue has no mapping at this address");
    const mapped_range range = std::move(found->second);
    mappings_.erase(found);
    if (!range.writes_back) return;
    try {
        const current_context context(device_->context());
        copy_to_device(context, buffer, range.offset, range.count, range.block);
    } catch (const error&) {
        // A mapping ends in a destructor, which must not throw. The next call that waits, or throw_failure(), throws the
        // failure.
        if (!unmap_failure_) unmap_failure_ = std::current_exception();
    }
}

void queue::wait_for_all(const current_context& context) {
    commands_.wait_until_at_most(context, 0);
    throw_unmap_failure();
}

void queue::read_image(const image_position& source, const std::array<uint32_t, 3>& extent, std::span<std::byte> destination) {
    const std::lock_guard lock(mutex_);
    const current_context context(device_->context());
    for (const box_part& part : split_box(source, extent)) {
        const std::shared_ptr<pinned_block> block = device_->pinned_memory().get_block(context, part.bytes);
        array_copy description = copy_from_image({source.image, source.level, part.origin}, part.extent);
        description.destination.kind = memory_kind::host;
        description.destination.host = block->bytes().data();
        enqueue_copy(context, description, {transfer::to_host, part.bytes}, {source.image, block});
        wait_for_all(context);
        std::memcpy(destination.data() + part.offset, block->bytes().data(), part.bytes);
    }
}

void queue::write_image(const image_position& destination, const std::array<uint32_t, 3>& extent,
                        std::span<const std::byte> source) {
    const std::lock_guard lock(mutex_);
    const current_context context(device_->context());
    size_t count = 0;
    for (const box_part& part : split_box(destination, extent)) {
        if (count++ >= staging_blocks) commands_.wait_until_at_most(context, staging_blocks - 1);
        const std::shared_ptr<pinned_block> block = device_->pinned_memory().get_block(context, part.bytes);
        std::memcpy(block->bytes().data(), source.data() + part.offset, part.bytes);
        array_copy description = copy_to_image({destination.image, destination.level, part.origin}, part.extent);
        description.source.kind = memory_kind::host;
        description.source.host = block->bytes().data();
        enqueue_copy(context, description, {transfer::to_device, part.bytes}, {destination.image, block});
    }
}

void queue::copy_image(const image_position& destination, const image_position& source, const std::array<uint32_t, 3>& extent) {
    const std::lock_guard lock(mutex_);
    const current_context context(device_->context());
    array_copy description = copy_from_image(source, extent);
    description.destination = copy_to_image(destination, extent).destination;
    enqueue_copy(context, description, {transfer::on_device, byte_count(destination, extent)}, {destination.image, source.image});
}

void queue::copy_image_to_buffer(const std::shared_ptr<buffer_interface>& destination, size_t offset,
                                 const image_position& source, const std::array<uint32_t, 3>& extent) {
    const std::lock_guard lock(mutex_);
    const current_context context(device_->context());
    array_copy description = copy_from_image(source, extent);
    description.destination.kind = memory_kind::device;
    description.destination.device = address_of(destination) + offset;
    enqueue_copy(context, description, {transfer::on_device, byte_count(source, extent)}, {destination, source.image});
}

void queue::copy_buffer_to_image(const image_position& destination, const std::shared_ptr<buffer_interface>& source,
                                 size_t offset, const std::array<uint32_t, 3>& extent) {
    const std::lock_guard lock(mutex_);
    const current_context context(device_->context());
    array_copy description = copy_to_image(destination, extent);
    description.source.kind = memory_kind::device;
    description.source.device = address_of(source) + offset;
    enqueue_copy(context, description, {transfer::on_device, byte_count(destination, extent)}, {destination.image, source});
}

void queue::enqueue_copy(const current_context& context, const array_copy& description, const transfer_size& size,
                         std::vector<std::shared_ptr<const void>> used_objects) {
    commands_.add(context, std::move(used_objects), {{}, size},
                  [&] { context.call(context.driver_functions().copy_array, &description, stream_.get()); });
}

void queue::launch(const std::shared_ptr<kernel_interface>& launched_kernel, const launch_range& items,
                   std::span<const launch_argument> arguments) {
    const std::lock_guard lock(mutex_);
    const current_context context(device_->context());
    const std::array<uint32_t, 3>& group = items.local;
    const auto groups = [&](size_t i) { return items.global[i] / group[i]; };
    argument_pointers pointers(arguments);
    commands_.add(context, used_by(launched_kernel, arguments), {launched_kernel->reflection().name, {}}, [&] {
        const auto& launch_kernel = context.driver_functions().launch_kernel;
        const result answer = context.try_call(launch_kernel, static_cast<const kernel&>(*launched_kernel).handle(), groups(0),
                                               groups(1), groups(2), group[0], group[1], group[2], pointers.local_bytes(),
                                               stream_.get(), pointers.get(), nullptr);
        if (answer == result::success) return;
        context.fail("kernel '" + launched_kernel->reflection().name + "': launching " + text_of(items.global, items.dimensions) +
                         " work-items in groups of " + text_of(group, items.dimensions),
                     launch_kernel.name(), answer);
    });
}

// On Linux the driver submits work at once. On Windows it collects work first, and a query makes it submit the work.
void queue::flush() {
    const std::lock_guard lock(mutex_);
    const current_context context(device_->context());
    const auto& query = context.driver_functions().query_stream;
    const result answer = context.try_call(query, stream_.get());
    if (answer != result::success && answer != result::not_ready) context.fail({}, query.name(), answer);
}

void queue::finish() {
    const std::lock_guard lock(mutex_);
    const current_context context(device_->context());
    wait_for_all(context);
}

std::vector<launch_timing> queue::take_timings() {
    const std::lock_guard lock(mutex_);
    const current_context context(device_->context());
    wait_for_all(context);
    return commands_.timings().take_launches();
}

std::vector<transfer_timing> queue::take_transfer_timings() {
    const std::lock_guard lock(mutex_);
    const current_context context(device_->context());
    wait_for_all(context);
    return commands_.timings().take_transfers();
}

}  // namespace ingot::backends::cuda
