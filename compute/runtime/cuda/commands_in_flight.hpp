// The commands that a queue has enqueued in its stream and that are not known to have finished.
#pragma once

#include <chrono>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "../backend.hpp"
#include "../timing_log.hpp"
#include "primary_context.hpp"

namespace ingot::backends::cuda {

/// A CUDA event, which marks a point in a stream.
class event {
public:
    event(std::shared_ptr<primary_context> context, const current_context& current_context);
    event(event&& other) noexcept;
    event& operator=(event&&) = delete;
    ~event();

    event_handle get() const { return handle_; }

private:
    std::shared_ptr<primary_context> context_;
    event_handle handle_ = nullptr;
};

/// The unfinished commands of one stream, in order. Each command is enqueued between two events. The time between the events is
/// the duration of the command, and the objects that the command uses are kept until the second event has completed. A queue
/// has one object of this class, and calls its functions with the queue's lock held.
class pending_commands {
public:
    pending_commands(std::shared_ptr<primary_context> context, stream_handle stream)
        : context_(std::move(context)), stream_(stream) {}

    /// Calls `enqueue()`, which enqueues one command in the stream, between two events. `used_objects` are the objects that the
    /// command uses. `description` names the launched kernel or describes the transfer, for the list of timings. If enqueueing
    /// fails, waits for the stream before the objects are released.
    template <typename Enqueue>
    void add(const current_context& context, std::vector<std::shared_ptr<const void>> used_objects, timed_command description,
             Enqueue enqueue) {
        command next = begin(context, std::move(used_objects), std::move(description));
        try {
            enqueue();
            end(context, std::move(next));
        } catch (...) {
            wait_for_stream(context);
            throw;
        }
    }

    /// Removes the finished commands from the front, without waiting.
    void remove_finished(const current_context& context);
    /// Waits until at most `left` commands are unfinished.
    void wait_until_at_most(const current_context& context, size_t left);

    /// The timings of the commands that were removed.
    timing_log& timings() { return timings_; }

private:
    using host_time = std::chrono::steady_clock::time_point;

    struct command {
        std::vector<std::shared_ptr<const void>> used_objects;
        timed_command description;
        event begin_event;
        event end_event;
        std::optional<host_time>
            enqueue_time;  ///< set if the stream was idle: the time at which the command was enqueued, and began
    };
    /// The point at which the command that was removed last began, as an event and as a time of the host's clock.
    struct begin_sample {
        cuda::event event;
        pending_commands::host_time host_time;
    };

    host_time begin_time(const current_context& context, const command& command) const;
    command begin(const current_context& context, std::vector<std::shared_ptr<const void>> used_objects,
                  timed_command description);
    void end(const current_context& context, command finished_command);
    void wait_for_stream(const current_context& context) noexcept;
    void remove_first(const current_context& context);
    event get_event(const current_context& context);
    std::string describe_launches() const;

    std::shared_ptr<primary_context> context_;
    stream_handle stream_;
    std::deque<command> commands_;
    std::vector<event> unused_events_;
    std::optional<begin_sample> last_removed_;
    timing_log timings_;
};

}  // namespace ingot::backends::cuda
