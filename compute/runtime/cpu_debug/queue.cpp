#include "queue.hpp"

#include <algorithm>
#include <cstring>
#include <functional>
#include <ingot/runtime/error.hpp>

#include "argument_block.hpp"
#include "buffer.hpp"
#include "image.hpp"
#include "program.hpp"
#include "sanitizer.hpp"

namespace ingot::backends::cpu_debug {

namespace {

std::byte* memory_of(const std::shared_ptr<buffer_interface>& of) { return static_cast<const buffer&>(*of).bytes(); }

// A copy or a fill.
class transfer_command final : public work {
public:
    transfer_command(std::shared_ptr<work_order> in, size_t count, std::function<void()> what)
        : work(1), order(std::move(in)), bytes(count), action(std::move(what)) {}

    void run(uint64_t, group_runner&) override { action(); }
    void done() override { order->ended({{}, moved_bytes {transfer::on_device, bytes}}, {started(), duration()}, failure()); }

private:
    std::shared_ptr<work_order> order;
    size_t bytes;
    std::function<void()> action;
};

class mark_command final : public work {
public:
    mark_command(std::shared_ptr<work_order> in, std::shared_ptr<point> reached)
        : work(1), order(std::move(in)), marked(std::move(reached)) {}

    void run(uint64_t, group_runner&) override {}
    void done() override {
        marked->reach();
        order->ended({}, {}, failure());
    }

private:
    std::shared_ptr<work_order> order;
    std::shared_ptr<point> marked;
};

// Calls what moves bytes between the host's memory and the device's, which are one.
template <typename Move>
void time(work_order& in, const moved_bytes& what, Move move) {
    const auto start = std::chrono::steady_clock::now();
    move();
    in.did(what, {start, std::chrono::steady_clock::now() - start});
}

// Groups that a worker claims at once: one, but more where they are so many that claiming would cost.
uint64_t groups_in_part(uint64_t groups, size_t workers) { return std::clamp<uint64_t>(groups / (workers * 64), 1, 256); }

uint64_t groups_of(const launch_range& items) {
    uint64_t groups = 1;
    for (size_t i = 0; i < 3; ++i) groups *= items.global[i] / items.local[i];
    return groups;
}

class kernel_launch final : public work {
public:
    // Workers must not be the last to hold the device, which ends by waiting for them: nothing here holds it.
    kernel_launch(std::shared_ptr<work_order> in, const kernel& what, const launch_range& items,
                  std::span<const launch_argument> given, uint64_t group_count, uint64_t groups_at_once)
        : work((group_count + groups_at_once - 1) / groups_at_once),
          code(what.code()),
          order(std::move(in)),
          device_name(what.owner().properties().name),
          name(what.reflection().name),
          place(what.reflection().file + ":" + std::to_string(what.reflection().line)),
          arguments(given, what.reflection().parameters),
          groups(group_count),
          in_part(groups_at_once),
          group {what.run(), arguments.pointers(), what.reflection().uses_barrier, items, this} {}

    void run(uint64_t part, group_runner& runner) override {
        try {
            for (uint64_t i = part * in_part; i < std::min(groups, (part + 1) * in_part); ++i) runner.run(group, i);
        } catch (const error& reason) {
            throw error(title() + ": " + reason.what());
        } catch (const std::exception& reason) {
            throw error(title() + ": it threw an exception, which no device allows: " + reason.what());
        } catch (...) {
            throw error(title() + ": it threw an exception, which no device allows");
        }
    }
    void done() override {
        sanitizer::acquire(this);
        order->ended({name, {}}, {started(), duration()}, failure());
    }

private:
    std::string title() const { return "kernel '" + name + "' (" + place + ") on '" + device_name + "'"; }

    std::shared_ptr<const void> code;  // first, and so the last to go: an exception of the kernel may be among the rest
    std::shared_ptr<work_order> order;
    std::string device_name;
    std::string name;
    std::string place;
    argument_block arguments;
    uint64_t groups;
    uint64_t in_part;
    group_work group;
};

// Fills by doubling what is filled already: a pattern of a few bytes costs no call for each.
void fill_bytes(std::byte* to, size_t count, std::span<const std::byte> pattern) {
    if (pattern.size() == 1) {
        std::memset(to, std::to_integer<int>(pattern.front()), count);
        return;
    }
    std::memcpy(to, pattern.data(), pattern.size());
    for (size_t filled = pattern.size(); filled < count;) {
        const size_t step = std::min(filled, count - filled);
        std::memcpy(to + filled, to, step);
        filled += step;
    }
}

}  // namespace

bool point::done() {
    const std::lock_guard lock(guard);
    return reached;
}

void point::wait() {
    std::unique_lock lock(guard);
    changed.wait(lock, [this] { return reached; });
}

void point::reach() {
    std::vector<std::function<void()>> called;
    {
        const std::lock_guard lock(guard);
        reached = true;
        called.swap(then);
    }
    changed.notify_all();
    for (const std::function<void()>& one : called) one();
}

void point::call_then(std::function<void()> what) {
    {
        const std::lock_guard lock(guard);
        if (!reached) {
            then.push_back(std::move(what));
            return;
        }
    }
    what();
}

void work_order::add(std::shared_ptr<work> todo) { add(step {std::move(todo), nullptr}); }
void work_order::add(std::shared_ptr<point> until) { add(step {nullptr, std::move(until)}); }

void work_order::add(step next) {
    {
        const std::lock_guard lock(guard);
        if (busy) {
            waiting.push_back(std::move(next));
            return;
        }
        busy = true;
    }
    start(std::move(next));
}

// No worker waits for an event: whoever brings it goes on here.
void work_order::start(step next) {
    if (next.todo) return workers.submit(std::move(next.todo));
    next.until->call_then([self = shared_from_this()] { self->ended({}, {}, {}); });
}

void work_order::did(const moved_bytes& what, const stretch& when) {
    const std::lock_guard lock(guard);
    timings.add({{}, what}, when);
}

void work_order::ended(timed_command what, const stretch& when, std::exception_ptr failure) {
    step next;
    {
        const std::lock_guard lock(guard);
        timings.add(std::move(what), when);
        if (failure && !first_failure) first_failure = std::move(failure);
        if (waiting.empty()) {
            busy = false;
            idle.notify_all();
            return;
        }
        next = std::move(waiting.front());
        waiting.pop_front();
    }
    start(std::move(next));
}

void work_order::wait() {
    std::unique_lock lock(guard);
    idle.wait(lock, [this] { return !busy; });
}

void work_order::finish() {
    std::unique_lock lock(guard);
    idle.wait(lock, [this] { return !busy; });
    if (first_failure) std::rethrow_exception(std::exchange(first_failure, nullptr));
}

void work_order::throw_failure() {
    const std::lock_guard lock(guard);
    if (first_failure) std::rethrow_exception(std::exchange(first_failure, nullptr));
}

std::vector<launch_timing> work_order::take_timings() {
    std::unique_lock lock(guard);
    idle.wait(lock, [this] { return !busy; });
    return timings.take_launches();
}

std::vector<transfer_timing> work_order::take_transfer_timings() {
    std::unique_lock lock(guard);
    idle.wait(lock, [this] { return !busy; });
    return timings.take_transfers();
}

void queue::add_transfer(size_t bytes, std::function<void()> what) {
    order->add(std::make_shared<transfer_command>(order, bytes, std::move(what)));
}

queue::queue(std::shared_ptr<device> owner) : on(std::move(owner)), order(std::make_shared<work_order>(on->workers())) {}

queue::~queue() { order->wait(); }

void queue::read(const std::shared_ptr<buffer_interface>& from, size_t offset, std::span<std::byte> to) {
    finish();
    // Memory of the host that is read into itself is where it should be.
    if (to.data() == memory_of(from) + offset) return;
    time(*order, {transfer::to_host, to.size()}, [&] { std::memcpy(to.data(), memory_of(from) + offset, to.size()); });
}

void queue::write(const std::shared_ptr<buffer_interface>& to, size_t offset, std::span<const std::byte> from) {
    finish();
    if (from.data() == memory_of(to) + offset) return;
    time(*order, {transfer::to_device, from.size()}, [&] { std::memcpy(memory_of(to) + offset, from.data(), from.size()); });
}

void queue::copy(const std::shared_ptr<buffer_interface>& to, size_t to_offset, const std::shared_ptr<buffer_interface>& from,
                 size_t from_offset, size_t count) {
    add_transfer(count, [to, to_offset, from, from_offset, count] {
        std::memcpy(memory_of(to) + to_offset, memory_of(from) + from_offset, count);
    });
}

void queue::fill(const std::shared_ptr<buffer_interface>& to, size_t offset, size_t count, std::span<const std::byte> pattern) {
    add_transfer(count, [to, offset, count, kept = std::vector(pattern.begin(), pattern.end())] {
        fill_bytes(memory_of(to) + offset, count, kept);
    });
}

std::byte* queue::map(const std::shared_ptr<buffer_interface>& of, size_t offset, size_t, map_access) {
    finish();
    return memory_of(of) + offset;
}

std::byte* queue::start_map(const std::shared_ptr<buffer_interface>& of, size_t offset, size_t, map_access) {
    return memory_of(of) + offset;
}

// As a command, the point comes when all before it has ended.
std::shared_ptr<event_interface> queue::mark() {
    auto marked = std::make_shared<point>();
    order->add(std::make_shared<mark_command>(order, marked));
    return marked;
}

void queue::wait_for(const std::shared_ptr<event_interface>& event) { order->add(std::static_pointer_cast<point>(event)); }

void queue::unmap(const std::shared_ptr<buffer_interface>&, std::byte*) {}

void queue::read_image(const image_place& from, const std::array<uint32_t, 3>& extent, std::span<std::byte> to) {
    finish();
    time(*order, {transfer::to_host, to.size()},
         [&] { copy_pixels({to.data(), extent, {}}, box_of(from), extent, pixel_size_of(from)); });
}

void queue::write_image(const image_place& to, const std::array<uint32_t, 3>& extent, std::span<const std::byte> from) {
    finish();
    time(*order, {transfer::to_device, from.size()}, [&] {
        // The box is only read.
        copy_pixels(box_of(to), {const_cast<std::byte*>(from.data()), extent, {}}, extent, pixel_size_of(to));
    });
}

void queue::copy_image(const image_place& to, const image_place& from, const std::array<uint32_t, 3>& extent) {
    add_transfer(bytes_of(to, extent), [=] { copy_pixels(box_of(to), box_of(from), extent, pixel_size_of(to)); });
}

void queue::copy_image_to_buffer(const std::shared_ptr<buffer_interface>& to, size_t offset, const image_place& from,
                                 const std::array<uint32_t, 3>& extent) {
    add_transfer(bytes_of(from, extent),
                 [=] { copy_pixels({memory_of(to) + offset, extent, {}}, box_of(from), extent, pixel_size_of(from)); });
}

void queue::copy_buffer_to_image(const image_place& to, const std::shared_ptr<buffer_interface>& from, size_t offset,
                                 const std::array<uint32_t, 3>& extent) {
    add_transfer(bytes_of(to, extent),
                 [=] { copy_pixels(box_of(to), {memory_of(from) + offset, extent, {}}, extent, pixel_size_of(to)); });
}

void queue::launch(const std::shared_ptr<kernel_interface>& what, const launch_range& items,
                   std::span<const launch_argument> arguments) {
    const uint64_t groups = groups_of(items);
    order->add(std::make_shared<kernel_launch>(order, static_cast<const kernel&>(*what), items, arguments, groups,
                                               groups_in_part(groups, on->workers().size())));
}

}  // namespace ingot::backends::cpu_debug
