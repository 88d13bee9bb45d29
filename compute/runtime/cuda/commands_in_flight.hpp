// What a queue has given to its stream and is not known to be done.
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

/// A point in a stream.
class event {
public:
    event(std::shared_ptr<primary_context> context, const current_context& here);
    event(event&& other) noexcept;
    event& operator=(event&&) = delete;
    ~event();

    event_handle get() const { return handle; }

private:
    std::shared_ptr<primary_context> context;
    event_handle handle = nullptr;
};

/// The commands of one stream in their order. Each lies between two events, and the time between them is its timing; what it uses
/// is kept until the second.
class commands_in_flight {
public:
    commands_in_flight(std::shared_ptr<primary_context> of, stream_handle in) : context(std::move(of)), stream(in) {}

    /// Gives the stream what `enqueue()` enqueues.
    template <typename Enqueue>
    void add(const current_context& here, std::vector<std::shared_ptr<const void>> used, timed_command what, Enqueue enqueue) {
        command next = begin(here, std::move(used), std::move(what));
        try {
            enqueue();
            end(here, std::move(next));
        } catch (...) {
            settle(here);
            throw;
        }
    }

    /// Lets go of the commands that are done.
    void retire_done(const current_context& here);
    /// Waits until at most so many of them are not done.
    void wait_until_left(const current_context& here, size_t left);

    /// Timings of what was let go since the last call.
    timing_log& timings() { return ended_timings; }

private:
    using host_time = std::chrono::steady_clock::time_point;

    struct command {
        std::vector<std::shared_ptr<const void>> used;
        timed_command what;
        event first;
        event last;
        std::optional<host_time> given;  ///< where nothing was before it: then it begins at once
    };
    /// When the newest command that was let go began.
    struct begun {
        event at;
        host_time on_host;
    };

    host_time begin_of(const current_context& here, const command& of) const;
    command begin(const current_context& here, std::vector<std::shared_ptr<const void>> used, timed_command what);
    void end(const current_context& here, command ended);
    void settle(const current_context& here) noexcept;
    void retire_first(const current_context& here);
    event take_event(const current_context& here);
    std::string launches() const;

    std::shared_ptr<primary_context> context;
    stream_handle stream;
    std::deque<command> commands;
    std::vector<event> unused_events;
    std::optional<begun> newest;
    timing_log ended_timings;
};

}  // namespace ingot::backends::cuda
