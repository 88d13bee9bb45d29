// A queue of the CPU debug device, which gives its commands to the worker threads in order.
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

/// A point in the order of a queue, for which the host and other queues can wait.
class queue_point final : public event_interface {
public:
    bool is_done() override;
    void wait() override;

    /// Marks the point as reached: wakes the waiting threads and calls the functions of when_reached().
    void reach();
    /// Calls the function when the point is reached, on the worker thread that reaches it. If the point has already been
    /// reached, calls the function at once.
    void when_reached(std::function<void()> function);

private:
    std::mutex guard_;
    std::condition_variable reached_condition_;
    bool is_reached_ = false;
    std::vector<std::function<void()>> callbacks_;
};

/// The order of the commands of one queue. The queue and its commands share this object. At most one command runs at a
/// time. When a command ends, it calls end_command(), which starts the next command.
class command_order : public std::enable_shared_from_this<command_order> {
public:
    explicit command_order(worker_pool& workers) : workers_(workers) {}

    /// Adds a command.
    void add(std::shared_ptr<task> todo);
    /// Makes the commands that are added later wait for a point.
    void add(std::shared_ptr<queue_point> point);
    /// Reports the end of a command, with its failure or null, and starts the next one. The command calls it.
    void end_command(timed_command command, const time_span& span, std::exception_ptr failure);
    /// Adds the timing of a transfer that the host did itself while the queue was idle.
    void add_host_transfer(const transfer_size& transfer, const time_span& span);

    /// Waits until all commands have ended.
    void wait();
    /// Waits until all commands have ended, and rethrows the first failure that has not been reported yet.
    void finish();
    /// Rethrows the first failure that has not been reported yet, without waiting.
    void throw_failure();
    std::vector<launch_timing> take_timings();
    std::vector<transfer_timing> take_transfer_timings();
    std::vector<timeline_entry> take_timeline() { return timings_.timeline().take(); }

private:
    // A command to run, or a point to wait for. The other pointer is null.
    struct step {
        std::shared_ptr<cpu_debug::task> task;
        std::shared_ptr<queue_point> point;
    };
    void add(step next);
    void start(step next);

    worker_pool& workers_;
    std::mutex guard_;
    std::condition_variable idle_;
    std::deque<step> waiting_;
    bool is_busy_ = false;
    std::exception_ptr first_failure_;
    timing_log timings_;
};

/// A queue. Copies, fills and launches are commands for the worker threads. Reads and writes wait for them and then
/// copy in the calling thread. A mapping is the memory of the buffer itself.
class queue final : public queue_interface, public image_commands_interface, public mapping_interface, public timing_interface {
public:
    explicit queue(std::shared_ptr<device> owner);
    ~queue() override;

    image_commands_interface* image_commands() override { return this; }
    mapping_interface* mapping() override { return this; }
    timing_interface* timing() override { return this; }

    void read(const std::shared_ptr<buffer_interface>& source, size_t offset, std::span<std::byte> destination) override;
    void write(const std::shared_ptr<buffer_interface>& destination, size_t offset, std::span<const std::byte> source) override;
    void copy(const std::shared_ptr<buffer_interface>& destination, size_t destination_offset,
              const std::shared_ptr<buffer_interface>& source, size_t source_offset, size_t count) override;
    void fill(const std::shared_ptr<buffer_interface>& destination, size_t offset, size_t count,
              std::span<const std::byte> pattern) override;
    std::byte* map(const std::shared_ptr<buffer_interface>& buffer, size_t offset, size_t count, map_access access) override;
    std::byte* start_map(const std::shared_ptr<buffer_interface>& buffer, size_t offset, size_t count,
                         map_access access) override;
    std::shared_ptr<event_interface> mark() override;
    void wait_for(const std::shared_ptr<event_interface>& event) override;
    void throw_failure() override { commands_->throw_failure(); }
    void unmap(const std::shared_ptr<buffer_interface>& buffer, std::byte* mapped) override;
    void read_image(const image_position& source, const std::array<uint32_t, 3>& extent,
                    std::span<std::byte> destination) override;
    void write_image(const image_position& destination, const std::array<uint32_t, 3>& extent,
                     std::span<const std::byte> source) override;
    void copy_image(const image_position& destination, const image_position& source,
                    const std::array<uint32_t, 3>& extent) override;
    void copy_image_to_buffer(const std::shared_ptr<buffer_interface>& destination, size_t offset, const image_position& source,
                              const std::array<uint32_t, 3>& extent) override;
    void copy_buffer_to_image(const image_position& destination, const std::shared_ptr<buffer_interface>& source, size_t offset,
                              const std::array<uint32_t, 3>& extent) override;
    void launch(const std::shared_ptr<kernel_interface>& kernel, const launch_range& items,
                std::span<const launch_argument> arguments) override;
    void finish() override { commands_->finish(); }
    std::vector<launch_timing> take_timings() override { return commands_->take_timings(); }
    std::vector<transfer_timing> take_transfer_timings() override { return commands_->take_transfer_timings(); }
    std::vector<timeline_entry> take_timeline() override { return commands_->take_timeline(); }

private:
    void add_transfer(size_t bytes, std::function<void()> action);

    std::shared_ptr<device> device_;
    std::shared_ptr<command_order> commands_;
};

}  // namespace ingot::backends::cpu_debug
