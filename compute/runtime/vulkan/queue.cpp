#include "queue.hpp"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <ingot/runtime/error.hpp>
#include <utility>

#include "arguments.hpp"
#include "dispatch.hpp"
#include "image.hpp"
#include "kernel.hpp"
#include "print.hpp"

namespace ingot::backends::vulkan {

namespace {

// Reads and writes are split into parts of at most this size, so that the copies by the host and by the device overlap.
constexpr size_t staging_bytes = size_t {4} << 20;
// A write uses the staging memory of at most this many batches at the same time.
constexpr size_t most_running_writes = 4;
// The memory for what one launch prints.
constexpr size_t print_bytes = size_t {1} << 20;
// From this size on, the driver's queue for transfers copies, so that kernels of other queues can run meanwhile. For less,
// changing the driver's queue would take longer than the copy.
constexpr size_t least_transfer_bytes = size_t {1} << 20;
// A fill writes patterns of about this size, then copies them.
constexpr size_t first_fill_bytes = size_t {64} << 10;

std::shared_ptr<buffer> own(const std::shared_ptr<buffer_interface>& memory) { return std::static_pointer_cast<buffer>(memory); }

// Can Vulkan copy between an image and a buffer at this offset?
bool is_copy_offset(size_t offset, const image_position& place) {
    return offset % sizeof(uint32_t) == 0 && offset % bytes_per_pixel(place.image->description().format) == 0;
}

timed_command transfer_of(transfer direction, size_t bytes) { return {{}, transfer_size {direction, bytes}}; }

// A point in a queue's order, for which the host and other queues can wait.
class queue_point final : public event_interface {
public:
    queue_point(std::shared_ptr<semaphore> progress, uint64_t value) : progress_(std::move(progress)), value_(value) {}

    bool is_done() override { return progress_->value() >= value_; }
    void wait() override { progress_->wait(value_, "waiting for an event"); }

    const std::shared_ptr<semaphore>& progress() const { return progress_; }
    uint64_t value() const { return value_; }

private:
    std::shared_ptr<semaphore> progress_;
    uint64_t value_;
};

}  // namespace

queue::queue(std::shared_ptr<device> owner)
    : device_(std::move(owner)),
      logical_(device_->logical()),
      hardware_(logical_->next_queue()),
      transfer_hardware_(logical_->take_transfer_queue()),
      progress_(std::make_shared<semaphore>(logical_)) {
    // An empty command tells how the device's clock and the host's differ.
    add(open_batch(), {}, [](VkCommandBuffer) {});
    wait_for_all();
}

queue::~queue() {
    try {
        wait_for_all();
    } catch (const error&) {
        // Only a lost device fails here, and its memory can be released.
    }
}

// Returns the batch to which a command of this kind can be added.
batch& queue::open_batch(work_kind kind) {
    if (open_ && open_->kind() != kind) submit_batch();
    if (open_) return *open_;
    if (const auto reason = logical_->lost_reason()) logical_->check(VK_ERROR_DEVICE_LOST, *reason);
    collect_finished(false);
    std::unique_ptr<batch> next;
    std::vector<std::unique_ptr<batch>>& unused = unused_[static_cast<size_t>(kind)];
    if (unused.empty()) {
        next = std::make_unique<batch>(logical_, device_->arguments(), kind);
    } else {
        next = std::move(unused.back());
        unused.pop_back();
    }
    next->begin();
    open_ = std::move(next);
    return *open_;
}

// Records a command, and submits the batch if the device waits for work or the batch is full.
template <typename Record>
void queue::add(batch& into, timed_command description, Record record) {
    into.add(std::move(description), record);
    if (into.is_full() || is_idle()) submit_batch();
}

bool queue::is_idle() { return running_.empty() || progress_->value() >= running_.back()->value; }

void queue::submit_batch() {
    if (!open_) return;
    batch& submitted = *open_;
    submitted.end();
    const bool is_transfer = submitted.kind() == work_kind::transfers;
    signalled_.push_back({progress_->handle(), submitted_ + 1});
    // Work on the other of the driver's queues is not in the order of this one.
    if (const uint64_t before = last_of_kind_[is_transfer ? 0 : 1]) awaited_.push_back({progress_->handle(), before});
    const submission work {
        .commands = submitted.commands(), .awaited = std::exchange(awaited_, {}), .signalled = std::exchange(signalled_, {})};
    std::unique_ptr<batch> started = std::move(open_);
    try {
        submit(*logical_, is_transfer ? *transfer_hardware_ : hardware_, work);
    } catch (const error&) {
        drop_lost_work();
        throw;
    }
    submitted.value = last_of_kind_[is_transfer ? 1 : 0] = ++submitted_;
    running_.push_back(std::move(started));
}

void queue::wait_for_all() {
    submit_batch();
    wait_for_value(submitted_);
}

void queue::wait_for_value(uint64_t value) {
    if (running_.empty() || running_.front()->value > value) return;
    try {
        progress_->wait(value, describe_launches());
    } catch (const error&) {
        drop_lost_work();
        throw;
    }
    collect_finished(running_.back()->value <= value);
}

// A lost device does not use memory any more.
void queue::drop_lost_work() noexcept {
    if (!logical_->lost_reason()) return;
    running_.clear();
    open_.reset();
}

void queue::collect_finished(bool has_just_ended) {
    if (running_.empty()) return;
    const uint64_t reached = progress_->value();
    while (!running_.empty() && running_.front()->value <= reached) {
        std::unique_ptr<batch> finished = std::move(running_.front());
        running_.pop_front();
        collect(*finished, has_just_ended && running_.empty());
        finished->clear();
        unused_[static_cast<size_t>(finished->kind())].push_back(std::move(finished));
    }
}

// Records the times of a batch's commands and prints what its kernels printed.
void queue::collect(batch& finished, bool has_just_ended) {
    const std::vector<batch::device_time> times = finished.times();
    if (has_just_ended && !times.empty()) clock_.add_sample(times.back().end, std::chrono::steady_clock::now());
    for (size_t i = 0; i < times.size(); ++i)
        timings_.add(finished.descriptions()[i], {clock_.to_host_time(times[i].begin), times[i].end - times[i].begin});
    for (const printed_text& each : finished.printed()) {
        const std::string text =
            printed_text_in({each.memory->mapped(), each.memory->size()}, each.printer->code().print_formats);
        std::fwrite(text.data(), 1, text.size(), stdout);
        std::fflush(stdout);
    }
}

// Describes the unfinished launches, for the message of an error: "waiting for kernels 'a', 'b' and 3 more".
std::string queue::describe_launches() const {
    constexpr size_t most_names = 4;
    std::string names;
    size_t count = 0;
    for (const auto& each : running_)
        for (const timed_command& command : each->descriptions()) {
            if (command.kernel_name.empty() || ++count > most_names) continue;
            names += (names.empty() ? "'" : ", '") + command.kernel_name + "'";
        }
    if (count == 0) return "waiting";
    if (count > most_names) names += " and " + std::to_string(count - most_names) + " more";
    return "waiting for " + std::string(count == 1 ? "kernel " : "kernels ") + names;
}

void queue::add_copy(const std::shared_ptr<buffer>& destination, size_t destination_offset, const std::shared_ptr<buffer>& source,
                     size_t source_offset, size_t count, transfer direction, work_kind kind) {
    batch& into = open_batch(kind);
    into.keep(destination);
    into.keep(source);
    const VkBufferCopy region {source_offset, destination_offset, count};
    add(into, transfer_of(direction, count), [&](VkCommandBuffer commands) {
        logical_->functions().vkCmdCopyBuffer(commands, source->handle(), destination->handle(), 1, &region);
    });
}

// Which kind of batch copies between a buffer and staging memory?
work_kind queue::kind_of_copy(const buffer& memory, size_t bytes) const {
    const bool is_apart = transfer_hardware_ && memory.takes_transfers() && bytes >= least_transfer_bytes;
    return is_apart ? work_kind::transfers : work_kind::kernels;
}

// While the device copies one part to staging memory, the host copies the previous part to its destination.
void queue::read(const std::shared_ptr<buffer_interface>& source, size_t offset, std::span<std::byte> destination) {
    const std::lock_guard lock(mutex_);
    const std::shared_ptr<buffer> memory = own(source);
    if (const std::byte* const mapped = memory->mapped()) {
        wait_for_all();
        const auto start = std::chrono::steady_clock::now();
        std::memcpy(destination.data(), mapped + offset, destination.size());
        timings_.add(transfer_of(transfer::to_host, destination.size()), {start, std::chrono::steady_clock::now() - start});
        return;
    }
    struct part {
        std::shared_ptr<buffer> staging;
        std::span<std::byte> destination;
        uint64_t value;
    };
    std::deque<part> arriving;
    const auto receive = [&] {
        wait_for_value(arriving.front().value);
        std::memcpy(arriving.front().destination.data(), arriving.front().staging->mapped(), arriving.front().destination.size());
        arriving.pop_front();
    };
    const work_kind kind = kind_of_copy(*memory, destination.size());
    while (!destination.empty()) {
        const std::span<std::byte> next = destination.first(std::min(destination.size(), staging_bytes));
        std::shared_ptr<buffer> staging = device_->staging().get(next.size());
        add_copy(staging, 0, memory, offset, next.size(), transfer::to_host, kind);
        submit_batch();
        arriving.push_back({std::move(staging), next, submitted_});
        if (arriving.size() > 1) receive();
        offset += next.size();
        destination = destination.subspan(next.size());
    }
    receive();
}

void queue::write(const std::shared_ptr<buffer_interface>& destination, size_t offset, std::span<const std::byte> source) {
    const std::lock_guard lock(mutex_);
    const std::shared_ptr<buffer> memory = own(destination);
    if (memory->mapped() && !open_ && is_idle()) {
        if (const auto reason = logical_->lost_reason()) logical_->check(VK_ERROR_DEVICE_LOST, *reason);
        collect_finished(false);
        const auto start = std::chrono::steady_clock::now();
        std::memcpy(memory->mapped() + offset, source.data(), source.size());
        timings_.add(transfer_of(transfer::to_device, source.size()), {start, std::chrono::steady_clock::now() - start});
        return;
    }
    const work_kind kind = kind_of_copy(*memory, source.size());
    while (!source.empty()) {
        const std::span<const std::byte> part = source.first(std::min(source.size(), staging_bytes));
        if (running_.size() > most_running_writes) wait_for_value(running_[running_.size() - most_running_writes]->value);
        const std::shared_ptr<buffer> staging = device_->staging().get(part.size());
        std::memcpy(staging->mapped(), part.data(), part.size());
        add_copy(memory, offset, staging, 0, part.size(), transfer::to_device, kind);
        if (part.size() == staging_bytes) submit_batch();
        offset += part.size();
        source = source.subspan(part.size());
    }
}

void queue::copy(const std::shared_ptr<buffer_interface>& destination, size_t destination_offset,
                 const std::shared_ptr<buffer_interface>& source, size_t source_offset, size_t count) {
    const std::lock_guard lock(mutex_);
    add_copy(own(destination), destination_offset, own(source), source_offset, count, transfer::on_device);
}

// Vulkan fills with one 32-bit word. Any other pattern is written some times, then the filled part is copied behind itself, which
// doubles it.
void queue::fill(const std::shared_ptr<buffer_interface>& destination, size_t offset, size_t count,
                 std::span<const std::byte> pattern) {
    const std::lock_guard lock(mutex_);
    const std::shared_ptr<buffer> memory = own(destination);
    if (sizeof(uint32_t) % pattern.size() == 0 && offset % sizeof(uint32_t) == 0 && count % sizeof(uint32_t) == 0) {
        uint32_t word = 0;
        for (size_t i = 0; i < sizeof(word); i += pattern.size())
            std::memcpy(reinterpret_cast<std::byte*>(&word) + i, pattern.data(), pattern.size());
        batch& into = open_batch();
        into.keep(memory);
        return add(into, transfer_of(transfer::on_device, count), [&](VkCommandBuffer commands) {
            logical_->functions().vkCmdFillBuffer(commands, memory->handle(), offset, count, word);
        });
    }
    const size_t patterns = std::min(count / pattern.size(), std::max<size_t>(first_fill_bytes / pattern.size(), 1));
    const size_t written = patterns * pattern.size();
    const std::shared_ptr<buffer> staging = device_->staging().get(written);
    for (size_t i = 0; i < patterns; ++i) std::memcpy(staging->mapped() + i * pattern.size(), pattern.data(), pattern.size());
    add_copy(memory, offset, staging, 0, written, transfer::on_device);
    for (size_t filled = written; filled < count;) {
        const size_t step = std::min(filled, count - filled);
        add_copy(memory, offset + filled, memory, offset, step, transfer::on_device);
        filled += step;
    }
}

void queue::launch(const std::shared_ptr<kernel_interface>& launched, const launch_range& items,
                   std::span<const launch_argument> arguments) {
    const std::lock_guard lock(mutex_);
    const auto launched_kernel = std::static_pointer_cast<kernel>(launched);
    batch& into = open_batch();
    hidden_addresses hidden;
    if (launched_kernel->can_print()) {
        const std::shared_ptr<buffer> memory = device_->staging().get(print_bytes);
        const archive::vulkan_print_header header {static_cast<uint32_t>((memory->size() - sizeof(header)) / sizeof(uint32_t)),
                                                   0};
        std::memcpy(memory->mapped(), &header, sizeof(header));
        hidden.print_buffer = memory->address();
        into.keep(printed_text {launched_kernel, memory});
    }
    if (launched_kernel->has_consistent_fence()) {
        const std::shared_ptr<buffer> word = device_->fence_word();
        hidden.fence_word = word->address();
        into.keep(word);
    }
    const dispatch work(*logical_, into, *launched_kernel, items, arguments, hidden);
    into.keep(launched);
    for (const launch_argument& argument : arguments) {
        if (argument.buffer) into.keep(argument.buffer);
        if (argument.image) into.keep(argument.image);
    }
    add(into, {launched->reflection().name, {}}, [&](VkCommandBuffer commands) { work.record(commands); });
}

void queue::flush() {
    const std::lock_guard lock(mutex_);
    submit_batch();
}

void queue::finish() {
    const std::lock_guard lock(mutex_);
    wait_for_all();
    if (const auto reason = logical_->lost_reason()) logical_->check(VK_ERROR_DEVICE_LOST, *reason);
}

void queue::throw_failure() {
    const std::lock_guard lock(mutex_);
    if (const auto reason = logical_->lost_reason()) logical_->check(VK_ERROR_DEVICE_LOST, *reason);
    collect_finished(false);
}

std::shared_ptr<event_interface> queue::mark() {
    const std::lock_guard lock(mutex_);
    submit_batch();
    return std::make_shared<queue_point>(progress_, submitted_);
}

void queue::wait_for(const std::shared_ptr<event_interface>& event) {
    const std::lock_guard lock(mutex_);
    const auto& point = static_cast<const queue_point&>(*event);
    if (point.progress() == progress_ || point.progress()->value() >= point.value()) return;
    wait_in_next_batch(point.progress(), point.value());
}

// The batch that waits keeps the semaphore.
template <typename Semaphore>
void queue::wait_in_next_batch(const std::shared_ptr<Semaphore>& awaited, uint64_t value) {
    submit_batch();
    open_batch().keep(awaited);
    awaited_.push_back({awaited->handle(), value});
}

std::byte* queue::map(const std::shared_ptr<buffer_interface>& mapped, size_t offset, size_t, map_access) {
    const std::lock_guard lock(mutex_);
    wait_for_all();
    return own(mapped)->mapped() + offset;
}

std::byte* queue::start_map(const std::shared_ptr<buffer_interface>& mapped, size_t offset, size_t, map_access) {
    return own(mapped)->mapped() + offset;
}

std::vector<launch_timing> queue::take_timings() {
    const std::lock_guard lock(mutex_);
    wait_for_all();
    return timings_.take_launches();
}

std::vector<transfer_timing> queue::take_transfer_timings() {
    const std::lock_guard lock(mutex_);
    wait_for_all();
    return timings_.take_transfers();
}

// The functions for images are here, because they add commands in the same way.

void queue::add_image_copy_to_buffer(const std::shared_ptr<buffer>& destination, size_t offset, const image_position& source,
                                     const std::array<uint32_t, 3>& extent, transfer direction) {
    batch& into = open_batch();
    into.keep(destination);
    into.keep(source.image);
    const image_box box(source, extent);
    const VkBufferImageCopy region {offset, 0, 0, box.layers, box.offset, box.extent};
    add(into, transfer_of(direction, byte_count(source, extent)), [&](VkCommandBuffer commands) {
        logical_->functions().vkCmdCopyImageToBuffer(commands, box.image, VK_IMAGE_LAYOUT_GENERAL, destination->handle(), 1,
                                                     &region);
    });
}

void queue::add_image_copy_from_buffer(const image_position& destination, const std::shared_ptr<buffer>& source, size_t offset,
                                       const std::array<uint32_t, 3>& extent, transfer direction) {
    batch& into = open_batch();
    into.keep(source);
    into.keep(destination.image);
    const image_box box(destination, extent);
    const VkBufferImageCopy region {offset, 0, 0, box.layers, box.offset, box.extent};
    add(into, transfer_of(direction, byte_count(destination, extent)), [&](VkCommandBuffer commands) {
        logical_->functions().vkCmdCopyBufferToImage(commands, source->handle(), box.image, VK_IMAGE_LAYOUT_GENERAL, 1, &region);
    });
}

void queue::read_image(const image_position& source, const std::array<uint32_t, 3>& extent, std::span<std::byte> destination) {
    const std::lock_guard lock(mutex_);
    const std::shared_ptr<buffer> staging = device_->staging().get(destination.size());
    add_image_copy_to_buffer(staging, 0, source, extent, transfer::to_host);
    wait_for_all();
    std::memcpy(destination.data(), staging->mapped(), destination.size());
}

void queue::write_image(const image_position& destination, const std::array<uint32_t, 3>& extent,
                        std::span<const std::byte> source) {
    const std::lock_guard lock(mutex_);
    const std::shared_ptr<buffer> staging = device_->staging().get(source.size());
    std::memcpy(staging->mapped(), source.data(), source.size());
    add_image_copy_from_buffer(destination, staging, 0, extent, transfer::to_device);
}

void queue::copy_image(const image_position& destination, const image_position& source, const std::array<uint32_t, 3>& extent) {
    const std::lock_guard lock(mutex_);
    // A 3D image counts slices and an array counts layers. Between the two each slice is copied separately.
    const auto is_3d = [](const image_position& place) { return place.image->description().shape == image_shape::image_3d; };
    const bool is_mixed = is_3d(destination) != is_3d(source);
    const std::array<uint32_t, 3> part {extent[0], extent[1], is_mixed ? 1 : extent[2]};
    for (uint32_t z = 0; z < extent[2]; z += part[2]) {
        const auto at = [&](image_position place) {
            place.origin[2] += z;
            return image_box(place, part);
        };
        const image_box from = at(source);
        const image_box to = at(destination);
        const VkImageCopy region {from.layers, from.offset, to.layers, to.offset, from.extent};
        batch& into = open_batch();
        into.keep(destination.image);
        into.keep(source.image);
        add(into, transfer_of(transfer::on_device, byte_count(destination, part)), [&](VkCommandBuffer commands) {
            logical_->functions().vkCmdCopyImage(commands, from.image, VK_IMAGE_LAYOUT_GENERAL, to.image, VK_IMAGE_LAYOUT_GENERAL,
                                                 1, &region);
        });
    }
}

// Vulkan copies only from and to offsets that are multiples of a pixel and of 4. Other offsets are copied through a buffer.
void queue::copy_image_to_buffer(const std::shared_ptr<buffer_interface>& destination, size_t offset,
                                 const image_position& source, const std::array<uint32_t, 3>& extent) {
    const std::lock_guard lock(mutex_);
    if (is_copy_offset(offset, source))
        return add_image_copy_to_buffer(own(destination), offset, source, extent, transfer::on_device);
    const size_t bytes = byte_count(source, extent);
    const std::shared_ptr<buffer> staging = device_->staging().get(bytes);
    add_image_copy_to_buffer(staging, 0, source, extent, transfer::on_device);
    add_copy(own(destination), offset, staging, 0, bytes, transfer::on_device);
}

void queue::copy_buffer_to_image(const image_position& destination, const std::shared_ptr<buffer_interface>& source,
                                 size_t offset, const std::array<uint32_t, 3>& extent) {
    const std::lock_guard lock(mutex_);
    if (is_copy_offset(offset, destination))
        return add_image_copy_from_buffer(destination, own(source), offset, extent, transfer::on_device);
    const size_t bytes = byte_count(destination, extent);
    const std::shared_ptr<buffer> staging = device_->staging().get(bytes);
    add_copy(staging, 0, own(source), offset, bytes, transfer::on_device);
    add_image_copy_from_buffer(destination, staging, 0, extent, transfer::on_device);
}

// Vulkan calls everything else that uses exported memory an external queue family, and the queue's own family gives it away and
// takes it back.
template <typename Barrier>
Barrier queue::barrier_for(VkStructureType type, turn next) const {
    auto barrier = structure<Barrier>(type);
    constexpr VkAccessFlags everything = VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT;
    barrier.srcAccessMask = next == turn::of_gl ? everything : 0;
    barrier.dstAccessMask = next == turn::of_gl ? 0 : everything;
    const uint32_t own_family = logical_->physical().queue_family();
    barrier.srcQueueFamilyIndex = next == turn::of_gl ? own_family : VK_QUEUE_FAMILY_EXTERNAL;
    barrier.dstQueueFamilyIndex = next == turn::of_gl ? VK_QUEUE_FAMILY_EXTERNAL : own_family;
    return barrier;
}

// Records the barrier of a turn, and lets the turn wait for the one before it.
template <typename Object, typename Record>
void queue::pass(const std::shared_ptr<Object>& passed, turn next, const gl_semaphores* semaphores, Record record) {
    if (semaphores && next == turn::of_queue) wait_in_next_batch(semaphores->of_gl);
    batch& into = open_batch();
    into.keep(passed);
    if (!semaphores || next == turn::of_queue) return add(into, {}, record);
    into.add({}, record);
    into.keep(semaphores->of_device);
    signalled_.push_back({semaphores->of_device->handle()});
    submit_batch();  // OpenGL may only wait for what was submitted
}

void queue::pass(const std::shared_ptr<buffer>& memory, turn next, const gl_semaphores* semaphores) {
    const std::lock_guard lock(mutex_);
    auto barrier = barrier_for<VkBufferMemoryBarrier>(VK_STRUCTURE_TYPE_BUFFER_MEMORY_BARRIER, next);
    barrier.buffer = memory->handle();
    barrier.size = VK_WHOLE_SIZE;
    pass(memory, next, semaphores, [&](VkCommandBuffer commands) {
        logical_->functions().vkCmdPipelineBarrier(commands, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT,
                                                   VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, 0, 0, nullptr, 1, &barrier, 0, nullptr);
    });
}

void queue::pass(const std::shared_ptr<image>& pixels, turn next, const gl_semaphores* semaphores) {
    const std::lock_guard lock(mutex_);
    auto barrier = barrier_for<VkImageMemoryBarrier>(VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER, next);
    barrier.image = pixels->handle();
    barrier.oldLayout = barrier.newLayout = VK_IMAGE_LAYOUT_GENERAL;
    barrier.subresourceRange = all_pixels;
    pass(pixels, next, semaphores, [&](VkCommandBuffer commands) {
        logical_->functions().vkCmdPipelineBarrier(commands, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT,
                                                   VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, 0, 0, nullptr, 0, nullptr, 1, &barrier);
    });
}

}  // namespace ingot::backends::vulkan
