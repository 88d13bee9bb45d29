// What a queue has given to its stream and is not known to be done.
#pragma once

#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "../backend.hpp"
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

/// The commands of one stream in their order. Each ends with an event, and what it uses is kept until then; a launch begins with
/// one too, and the time between them is its timing.
class commands_in_flight {
public:
    commands_in_flight(std::shared_ptr<primary_context> of, stream_handle in) : context(std::move(of)), stream(in) {}

    /// Gives the stream what `enqueue()` enqueues: a launch of `launched`, or something else where that is null.
    template <typename Enqueue>
    void add(const current_context& here, std::vector<std::shared_ptr<const void>> used,
             std::shared_ptr<const kernel_interface> launched, Enqueue enqueue) {
        command next = begin(here, std::move(used), std::move(launched));
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

    /// Timings of the launches that were let go since the last call.
    std::vector<launch_timing> take_timings();

private:
    struct command {
        std::vector<std::shared_ptr<const void>> used;
        std::shared_ptr<const kernel_interface> launched;
        std::vector<event> events;  // the begin, of a launch; the end
    };

    command begin(const current_context& here, std::vector<std::shared_ptr<const void>> used,
                  std::shared_ptr<const kernel_interface> launched);
    void end(const current_context& here, command ended);
    void settle(const current_context& here) noexcept;
    void retire_first(const current_context& here);
    event take_event(const current_context& here);
    std::string launches() const;

    std::shared_ptr<primary_context> context;
    stream_handle stream;
    std::deque<command> commands;
    std::vector<event> unused_events;
    std::deque<launch_timing> timings;
};

}  // namespace ingot::backends::cuda
