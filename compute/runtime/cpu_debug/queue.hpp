// In-order work for the CPU debug device's workers.
#pragma once

#include <condition_variable>
#include <deque>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>

#include "../backend.hpp"
#include "../timing_log.hpp"
#include "device.hpp"

namespace ingot::backends::cpu_debug {

/// A point in a queue's order.
class point final : public event_interface {
public:
    bool done() override;
    void wait() override;

    /// It has come: wakes who waits, and calls what was left by call_then.
    void reach();
    /// Calls it when the point has come: by the worker that brings it, or at once.
    void call_then(std::function<void()> what);

private:
    std::mutex guard;
    std::condition_variable changed;
    bool reached = false;
    std::vector<std::function<void()>> then;
};

/// What a queue shares with its work: which comes next, and what became of it. A work that ends starts the next.
class work_order : public std::enable_shared_from_this<work_order> {
public:
    explicit work_order(worker_pool& by) : workers(by) {}

    void add(std::shared_ptr<work> todo);
    /// What is added next begins after the event.
    void add(std::shared_ptr<point> until);
    /// A command has ended.
    void ended(timed_command what, const stretch& when, std::exception_ptr failure);
    /// What the host did itself, while nothing else was under way.
    void did(const moved_bytes& what, const stretch& when);

    /// Waits until nothing is left.
    void wait();
    /// Waits, and rethrows the first failure since the last call.
    void finish();
    /// The same without waiting.
    void throw_failure();
    std::vector<launch_timing> take_timings();
    std::vector<transfer_timing> take_transfer_timings();
    std::vector<timeline_entry> take_timeline() { return timings.timeline().take(); }

private:
    // Something to do, or an event to wait for.
    struct step {
        std::shared_ptr<work> todo;
        std::shared_ptr<point> until;
    };
    void add(step next);
    void start(step next);

    worker_pool& workers;
    std::mutex guard;
    std::condition_variable idle;
    std::deque<step> waiting;
    bool busy = false;
    std::exception_ptr first_failure;
    timing_log timings;
};

class queue final : public queue_interface, public image_commands_interface, public mapping_interface, public timing_interface {
public:
    explicit queue(std::shared_ptr<device> owner);
    ~queue() override;

    image_commands_interface* image_commands() override { return this; }
    mapping_interface* mapping() override { return this; }
    timing_interface* timing() override { return this; }

    void read(const std::shared_ptr<buffer_interface>& from, size_t offset, std::span<std::byte> to) override;
    void write(const std::shared_ptr<buffer_interface>& to, size_t offset, std::span<const std::byte> from) override;
    void copy(const std::shared_ptr<buffer_interface>& to, size_t to_offset, const std::shared_ptr<buffer_interface>& from,
              size_t from_offset, size_t count) override;
    void fill(const std::shared_ptr<buffer_interface>& to, size_t offset, size_t count,
              std::span<const std::byte> pattern) override;
    std::byte* map(const std::shared_ptr<buffer_interface>& of, size_t offset, size_t count, map_access how) override;
    std::byte* start_map(const std::shared_ptr<buffer_interface>& of, size_t offset, size_t count, map_access how) override;
    std::shared_ptr<event_interface> mark() override;
    void wait_for(const std::shared_ptr<event_interface>& event) override;
    void throw_failure() override { order->throw_failure(); }
    void unmap(const std::shared_ptr<buffer_interface>& of, std::byte* mapped) override;
    void read_image(const image_place& from, const std::array<uint32_t, 3>& extent, std::span<std::byte> to) override;
    void write_image(const image_place& to, const std::array<uint32_t, 3>& extent, std::span<const std::byte> from) override;
    void copy_image(const image_place& to, const image_place& from, const std::array<uint32_t, 3>& extent) override;
    void copy_image_to_buffer(const std::shared_ptr<buffer_interface>& to, size_t offset, const image_place& from,
                              const std::array<uint32_t, 3>& extent) override;
    void copy_buffer_to_image(const image_place& to, const std::shared_ptr<buffer_interface>& from, size_t offset,
                              const std::array<uint32_t, 3>& extent) override;
    void launch(const std::shared_ptr<kernel_interface>& kernel, const launch_range& items,
                std::span<const launch_argument> arguments) override;
    void finish() override { order->finish(); }
    std::vector<launch_timing> take_timings() override { return order->take_timings(); }
    std::vector<transfer_timing> take_transfer_timings() override { return order->take_transfer_timings(); }
    std::vector<timeline_entry> take_timeline() override { return order->take_timeline(); }

private:
    void add_transfer(size_t bytes, std::function<void()> what);

    std::shared_ptr<device> on;
    std::shared_ptr<work_order> order;
};

}  // namespace ingot::backends::cpu_debug
