#include "commands_in_flight.hpp"

#include <chrono>
#include <iterator>
#include <utility>

namespace ingot::backends::cuda {

event::event(std::shared_ptr<primary_context> context, const current_context& current_context) : context_(std::move(context)) {
    current_context.call(current_context.driver_functions().create_event, &handle_, event_default);
}

event::event(event&& other) noexcept : context_(other.context_), handle_(std::exchange(other.handle_, nullptr)) {}

event::~event() {
    if (handle_) context_->release(context_->driver_functions().destroy_event, handle_);
}

pending_commands::command pending_commands::begin(const current_context& context,
                                                  std::vector<std::shared_ptr<const void>> used_objects,
                                                  timed_command description) {
    remove_finished(context);
    command next {std::move(used_objects), std::move(description), get_event(context), get_event(context), {}};
    context.call(context.driver_functions().record_event, next.begin_event.get(), stream_);
    if (commands_.empty()) next.enqueue_time = std::chrono::steady_clock::now();
    return next;
}

void pending_commands::end(const current_context& context, command finished_command) {
    commands_.push_back(std::move(finished_command));
    const auto& record = context.driver_functions().record_event;
    if (const result answer = context.try_call(record, commands_.back().end_event.get(), stream_); answer != result::success) {
        wait_for_stream(context);
        commands_.pop_back();
        context.fail({}, record.name(), answer);
    }
}

// Waits for the stream after an attempt to enqueue a command failed. It is not known how much of the command was enqueued, so
// the objects that the command uses must not be released before the stream has finished.
void pending_commands::wait_for_stream(const current_context& context) noexcept {
    context.driver_functions().synchronize_stream(stream_);
}

void pending_commands::remove_finished(const current_context& context) {
    const auto& query = context.driver_functions().query_event;
    while (!commands_.empty()) {
        const result answer = context.try_call(query, commands_.front().end_event.get());
        if (answer == result::not_ready) return;
        if (answer != result::success) context.fail(describe_launches(), query.name(), answer);
        remove_first(context);
    }
}

void pending_commands::wait_until_at_most(const current_context& context, size_t left) {
    if (commands_.size() > left) {
        const event_handle last = commands_[commands_.size() - left - 1].end_event.get();
        const auto& synchronize = context.driver_functions().synchronize_event;
        if (const result answer = context.try_call(synchronize, last); answer != result::success)
            context.fail(describe_launches(), synchronize.name(), answer);
    }
    while (commands_.size() > left) remove_first(context);
}

void pending_commands::remove_first(const current_context& context) {
    command oldest_command = std::move(commands_.front());
    commands_.pop_front();
    float milliseconds = 0;
    context.call(context.driver_functions().get_elapsed_time, &milliseconds, oldest_command.begin_event.get(),
                 oldest_command.end_event.get());
    const auto duration = std::chrono::duration<double, std::milli>(milliseconds);
    const host_time began = begin_time(context, oldest_command);
    timings_.add(std::move(oldest_command.description), {began, std::chrono::round<std::chrono::nanoseconds>(duration)});
    if (last_removed_) unused_events_.push_back(std::move(last_removed_->event));
    last_removed_.emplace(begin_sample {std::move(oldest_command.begin_event), began});
    unused_events_.push_back(std::move(oldest_command.end_event));
}

// Returns the time of the host's clock at which a command began. An idle stream begins a command as soon as it is enqueued. Any
// other command began at the begin of the previous command plus the time that the device measured between the two begins.
pending_commands::host_time pending_commands::begin_time(const current_context& context, const command& command) const {
    if (command.enqueue_time || !last_removed_) return command.enqueue_time.value_or(std::chrono::steady_clock::now());
    float milliseconds = 0;
    context.call(context.driver_functions().get_elapsed_time, &milliseconds, last_removed_->event.get(),
                 command.begin_event.get());
    return last_removed_->host_time +
           std::chrono::round<std::chrono::nanoseconds>(std::chrono::duration<double, std::milli>(milliseconds));
}

event pending_commands::get_event(const current_context& context) {
    if (unused_events_.empty()) return event(context_, context);
    event result = std::move(unused_events_.back());
    unused_events_.pop_back();
    return result;
}

// Describes the unfinished launches, for the message of an error: "waiting for kernels 'a', 'b' and 3 more".
std::string pending_commands::describe_launches() const {
    constexpr size_t max_names = 4;
    std::string names;
    size_t count = 0;
    for (const command& pending : commands_) {
        if (pending.description.kernel_name.empty() || ++count > max_names) continue;
        names += (names.empty() ? "'" : ", '") + pending.description.kernel_name + "'";
    }
    if (count == 0) return "waiting";
    if (count > max_names) names += " and " + std::to_string(count - max_names) + " more";
    return "waiting for " + std::string(count == 1 ? "kernel " : "kernels ") + names;
}

}  // namespace ingot::backends::cuda
