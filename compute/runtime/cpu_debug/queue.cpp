#include "queue.hpp"

#include <cxxabi.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <ingot/language/work_item.hpp>
#include <ingot/runtime/error.hpp>
#include <typeinfo>

#include "../host_memory/buffer.hpp"
#include "../host_memory/device_memory.hpp"
#include "../host_memory/image.hpp"
#include "argument_block.hpp"
#include "program.hpp"
#include "sanitizer.hpp"

namespace ingot::backends::cpu_debug {

using namespace host_memory;

namespace {

std::byte* memory_of(const std::shared_ptr<buffer_interface>& memory) { return static_cast<const buffer&>(*memory).bytes(); }

// The command of a copy or a fill.
class transfer_command final : public task {
public:
    transfer_command(std::shared_ptr<command_order> order, size_t count, std::function<void()> function)
        : task(1), order_(std::move(order)), bytes_(count), action_(std::move(function)) {}

    void run(uint64_t, group_runner&) override { action_(); }
    void finish() override {
        order_->end_command({{}, transfer_size {transfer::on_device, bytes_}}, {start_time(), duration()}, failure());
    }

private:
    std::shared_ptr<command_order> order_;
    size_t bytes_;
    std::function<void()> action_;
};

// The command that reaches a point.
class mark_command final : public task {
public:
    mark_command(std::shared_ptr<command_order> order, std::shared_ptr<queue_point> reached)
        : task(1), order_(std::move(order)), marked_(std::move(reached)) {}

    void run(uint64_t, group_runner&) override {}
    void finish() override {
        marked_->reach();
        order_->end_command({}, {}, failure());
    }

private:
    std::shared_ptr<command_order> order_;
    std::shared_ptr<queue_point> marked_;
};

// Calls a function that copies between memory of the host and a buffer or image, and records the time of the transfer. Buffers
// and images are memory of this process, so the calling thread can copy.
template <typename Move>
void time(command_order& order, const transfer_size& transfer, Move move) {
    const auto start = std::chrono::steady_clock::now();
    move();
    order.add_host_transfer(transfer, {start, std::chrono::steady_clock::now() - start});
}

// Returns the name of a type as C++ writes it: "std::out_of_range".
std::string name_of(const std::type_info& type) {
    int status = 0;
    const std::unique_ptr<char, decltype(&std::free)> name(abi::__cxa_demangle(type.name(), nullptr, nullptr, &status),
                                                           &std::free);
    return status == 0 ? name.get() : type.name();
}

// Returns the number of groups that a worker claims at once. It is more than one if the launch has many groups, because claiming
// each group separately would take too long.
uint64_t groups_per_part(uint64_t groups, size_t workers) { return std::clamp<uint64_t>(groups / (workers * 64), 1, 256); }

uint64_t groups_of(const launch_range& items) {
    uint64_t groups = 1;
    for (size_t i = 0; i < 3; ++i) groups *= items.global[i] / items.local[i];
    return groups;
}

// The command of a launch. Its parts are ranges of work-groups.
class kernel_launch final : public task {
public:
    // A launch must not own the device. The device's destructor waits for the workers, so a worker must not be the one that
    // destroys it.
    kernel_launch(std::shared_ptr<command_order> order, const kernel& function, const launch_range& items,
                  std::span<const launch_argument> arguments, uint64_t group_count, uint64_t groups_at_once)
        : task((group_count + groups_at_once - 1) / groups_at_once),
          code_(function.library()),
          order_(std::move(order)),
          device_name_(function.owner().properties().name),
          name_(function.reflection().name),
          source_location_(function.reflection().file + ":" + std::to_string(function.reflection().line)),
          arguments_(arguments, function.reflection().parameters),
          groups_(group_count),
          groups_per_part_(groups_at_once),
          group_ {function.function(), arguments_.pointers(), function.reflection().uses_barrier, items, this} {}

    void run(uint64_t part, group_runner& runner) override {
        try {
            for (uint64_t i = part * groups_per_part_; i < std::min(groups_, (part + 1) * groups_per_part_); ++i)
                runner.run(group_, i);
        } catch (const work_item_failure& reason) {
            fail(reason.what());
        } catch (const error& reason) {
            throw error(title() + ": " + reason.what());
        } catch (const std::exception& reason) {
            fail(name_of(typeid(reason)) + ": " + reason.what());
        } catch (...) {
            fail("an exception that is not a std::exception");
        }
    }
    void finish() override {
        sanitizer::acquire(this);
        order_->end_command({name_, {}}, {start_time(), duration()}, failure());
    }

private:
    // global_id is a variable of this thread. It still has the value of the work-item that failed.
    [[noreturn]] void fail(const std::string& reason) const {
        throw_work_item_failure(title(), {global_id.x, global_id.y, global_id.z}, reason);
    }
    std::string title() const { return "kernel '" + name_ + "' (" + source_location_ + ") on '" + device_name_ + "'"; }

    // Keeps the kernel's code loaded until the launch has ended; null if the code is part of the program.
    std::shared_ptr<const void> code_;
    std::shared_ptr<command_order> order_;
    std::string device_name_;
    std::string name_;
    std::string source_location_;
    argument_block arguments_;
    uint64_t groups_;
    uint64_t groups_per_part_;
    group_launch group_;
};

}  // namespace

bool queue_point::is_done() {
    const std::lock_guard lock(guard_);
    return is_reached_;
}

void queue_point::wait() {
    std::unique_lock lock(guard_);
    reached_condition_.wait(lock, [this] { return is_reached_; });
}

void queue_point::reach() {
    std::vector<std::function<void()>> callbacks;
    {
        const std::lock_guard lock(guard_);
        is_reached_ = true;
        callbacks.swap(callbacks_);
    }
    reached_condition_.notify_all();
    for (const std::function<void()>& callback : callbacks) callback();
}

void queue_point::when_reached(std::function<void()> function) {
    {
        const std::lock_guard lock(guard_);
        if (!is_reached_) {
            callbacks_.push_back(std::move(function));
            return;
        }
    }
    function();
}

void command_order::add(std::shared_ptr<task> todo) { add(step {std::move(todo), nullptr}); }
void command_order::add(std::shared_ptr<queue_point> point) { add(step {nullptr, std::move(point)}); }

void command_order::add(step next) {
    {
        const std::lock_guard lock(guard_);
        if (is_busy_) {
            waiting_.push_back(std::move(next));
            return;
        }
        is_busy_ = true;
    }
    start(std::move(next));
}

// Starts a step. No worker waits for a point: the thread that reaches the point continues this queue.
void command_order::start(step next) {
    if (next.task) return workers_.submit(std::move(next.task));
    next.point->when_reached([self = shared_from_this()] { self->end_command({}, {}, {}); });
}

void command_order::add_host_transfer(const transfer_size& transfer, const time_span& span) {
    const std::lock_guard lock(guard_);
    timings_.add({{}, transfer}, span);
}

void command_order::end_command(timed_command command, const time_span& span, std::exception_ptr failure) {
    step next;
    {
        const std::lock_guard lock(guard_);
        timings_.add(std::move(command), span);
        if (failure && !first_failure_) first_failure_ = std::move(failure);
        if (waiting_.empty()) {
            is_busy_ = false;
            idle_.notify_all();
            return;
        }
        next = std::move(waiting_.front());
        waiting_.pop_front();
    }
    start(std::move(next));
}

void command_order::wait() {
    std::unique_lock lock(guard_);
    idle_.wait(lock, [this] { return !is_busy_; });
}

void command_order::finish() {
    std::unique_lock lock(guard_);
    idle_.wait(lock, [this] { return !is_busy_; });
    if (first_failure_) std::rethrow_exception(std::exchange(first_failure_, nullptr));
}

void command_order::throw_failure() {
    const std::lock_guard lock(guard_);
    if (first_failure_) std::rethrow_exception(std::exchange(first_failure_, nullptr));
}

std::vector<launch_timing> command_order::take_timings() {
    std::unique_lock lock(guard_);
    idle_.wait(lock, [this] { return !is_busy_; });
    return timings_.take_launches();
}

std::vector<transfer_timing> command_order::take_transfer_timings() {
    std::unique_lock lock(guard_);
    idle_.wait(lock, [this] { return !is_busy_; });
    return timings_.take_transfers();
}

void queue::add_transfer(size_t bytes, std::function<void()> function) {
    commands_->add(std::make_shared<transfer_command>(commands_, bytes, std::move(function)));
}

queue::queue(std::shared_ptr<device> owner)
    : device_(std::move(owner)), commands_(std::make_shared<command_order>(device_->workers())) {}

queue::~queue() { commands_->wait(); }

void queue::read(const std::shared_ptr<buffer_interface>& source, size_t offset, std::span<std::byte> destination) {
    finish();
    // If the destination is the memory of the buffer itself, there is nothing to copy.
    if (destination.data() == memory_of(source) + offset) return;
    time(*commands_, {transfer::to_host, destination.size()},
         [&] { std::memcpy(destination.data(), memory_of(source) + offset, destination.size()); });
}

void queue::write(const std::shared_ptr<buffer_interface>& destination, size_t offset, std::span<const std::byte> source) {
    finish();
    if (source.data() == memory_of(destination) + offset) return;
    time(*commands_, {transfer::to_device, source.size()},
         [&] { std::memcpy(memory_of(destination) + offset, source.data(), source.size()); });
}

void queue::copy(const std::shared_ptr<buffer_interface>& destination, size_t destination_offset,
                 const std::shared_ptr<buffer_interface>& source, size_t source_offset, size_t count) {
    add_transfer(count, [destination, destination_offset, source, source_offset, count] {
        std::memcpy(memory_of(destination) + destination_offset, memory_of(source) + source_offset, count);
    });
}

void queue::fill(const std::shared_ptr<buffer_interface>& destination, size_t offset, size_t count,
                 std::span<const std::byte> pattern) {
    add_transfer(count, [destination, offset, count, pattern_copy = std::vector(pattern.begin(), pattern.end())] {
        fill_bytes(memory_of(destination) + offset, count, pattern_copy);
    });
}

std::byte* queue::map(const std::shared_ptr<buffer_interface>& buffer, size_t offset, size_t, map_access) {
    finish();
    return memory_of(buffer) + offset;
}

std::byte* queue::start_map(const std::shared_ptr<buffer_interface>& buffer, size_t offset, size_t, map_access) {
    return memory_of(buffer) + offset;
}

// The point is a command, so it is reached when all earlier commands have ended.
std::shared_ptr<event_interface> queue::mark() {
    auto marked = std::make_shared<queue_point>();
    commands_->add(std::make_shared<mark_command>(commands_, marked));
    return marked;
}

void queue::wait_for(const std::shared_ptr<event_interface>& event) {
    commands_->add(std::static_pointer_cast<queue_point>(event));
}

void queue::unmap(const std::shared_ptr<buffer_interface>&, std::byte*) {}

void queue::read_image(const image_position& source, const std::array<uint32_t, 3>& extent, std::span<std::byte> destination) {
    finish();
    time(*commands_, {transfer::to_host, destination.size()},
         [&] { copy_pixels({destination.data(), extent, {}}, box_at(source), extent, pixel_size(source)); });
}

void queue::write_image(const image_position& destination, const std::array<uint32_t, 3>& extent,
                        std::span<const std::byte> source) {
    finish();
    time(*commands_, {transfer::to_device, source.size()}, [&] {
        // The cast is safe because copy_pixels() only reads its second box.
        copy_pixels(box_at(destination), {const_cast<std::byte*>(source.data()), extent, {}}, extent, pixel_size(destination));
    });
}

void queue::copy_image(const image_position& destination, const image_position& source, const std::array<uint32_t, 3>& extent) {
    add_transfer(byte_count(destination, extent),
                 [=] { copy_pixels(box_at(destination), box_at(source), extent, pixel_size(destination)); });
}

void queue::copy_image_to_buffer(const std::shared_ptr<buffer_interface>& destination, size_t offset,
                                 const image_position& source, const std::array<uint32_t, 3>& extent) {
    add_transfer(byte_count(source, extent),
                 [=] { copy_pixels({memory_of(destination) + offset, extent, {}}, box_at(source), extent, pixel_size(source)); });
}

void queue::copy_buffer_to_image(const image_position& destination, const std::shared_ptr<buffer_interface>& source,
                                 size_t offset, const std::array<uint32_t, 3>& extent) {
    add_transfer(byte_count(destination, extent), [=] {
        copy_pixels(box_at(destination), {memory_of(source) + offset, extent, {}}, extent, pixel_size(destination));
    });
}

void queue::launch(const std::shared_ptr<kernel_interface>& function, const launch_range& items,
                   std::span<const launch_argument> arguments) {
    const uint64_t groups = groups_of(items);
    commands_->add(std::make_shared<kernel_launch>(commands_, static_cast<const kernel&>(*function), items, arguments, groups,
                                                   groups_per_part(groups, device_->workers().size())));
}

}  // namespace ingot::backends::cpu_debug
