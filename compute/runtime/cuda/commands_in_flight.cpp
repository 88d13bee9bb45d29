#include "commands_in_flight.hpp"

#include <chrono>
#include <iterator>
#include <utility>

namespace ingot::backends::cuda {

event::event(std::shared_ptr<primary_context> of, const current_context& here) : context(std::move(of)) {
    here.call(here.calls().create_event, &handle, event_default);
}

event::event(event&& other) noexcept : context(other.context), handle(std::exchange(other.handle, nullptr)) {}

event::~event() {
    if (handle) context->release(context->calls().destroy_event, handle);
}

commands_in_flight::command commands_in_flight::begin(const current_context& here, std::vector<std::shared_ptr<const void>> used,
                                                      timed_command what) {
    retire_done(here);
    command next {std::move(used), std::move(what), take_event(here), take_event(here), {}};
    here.call(here.calls().record_event, next.first.get(), stream);
    if (commands.empty()) next.given = std::chrono::steady_clock::now();
    return next;
}

void commands_in_flight::end(const current_context& here, command ended) {
    commands.push_back(std::move(ended));
    const auto& record = here.calls().record_event;
    if (const result answer = here.attempt(record, commands.back().last.get(), stream); answer != result::success) {
        settle(here);
        commands.pop_back();
        here.refuse({}, record.name(), answer);
    }
}

// Something was enqueued, and it is not known how much: what it uses must not go before it is done.
void commands_in_flight::settle(const current_context& here) noexcept { here.calls().synchronize_stream(stream); }

void commands_in_flight::retire_done(const current_context& here) {
    const auto& query = here.calls().query_event;
    while (!commands.empty()) {
        const result answer = here.attempt(query, commands.front().last.get());
        if (answer == result::not_ready) return;
        if (answer != result::success) here.refuse(launches(), query.name(), answer);
        retire_first(here);
    }
}

void commands_in_flight::wait_until_left(const current_context& here, size_t left) {
    if (commands.size() > left) {
        const event_handle last = commands[commands.size() - left - 1].last.get();
        const auto& synchronize = here.calls().synchronize_event;
        if (const result answer = here.attempt(synchronize, last); answer != result::success)
            here.refuse(launches(), synchronize.name(), answer);
    }
    while (commands.size() > left) retire_first(here);
}

void commands_in_flight::retire_first(const current_context& here) {
    command done = std::move(commands.front());
    commands.pop_front();
    float milliseconds = 0;
    here.call(here.calls().get_elapsed_time, &milliseconds, done.first.get(), done.last.get());
    const auto duration = std::chrono::duration<double, std::milli>(milliseconds);
    const host_time began = begin_of(here, done);
    ended_timings.add(std::move(done.what), {began, std::chrono::round<std::chrono::nanoseconds>(duration)});
    if (newest) unused_events.push_back(std::move(newest->at));
    newest.emplace(begun {std::move(done.first), began});
    unused_events.push_back(std::move(done.last));
}

// The stream does a command at once where it has nothing else to do; all that comes behind lies so far after the one before it as
// the device's clock says.
commands_in_flight::host_time commands_in_flight::begin_of(const current_context& here, const command& of) const {
    if (of.given || !newest) return of.given.value_or(std::chrono::steady_clock::now());
    float milliseconds = 0;
    here.call(here.calls().get_elapsed_time, &milliseconds, newest->at.get(), of.first.get());
    return newest->on_host +
           std::chrono::round<std::chrono::nanoseconds>(std::chrono::duration<double, std::milli>(milliseconds));
}

event commands_in_flight::take_event(const current_context& here) {
    if (unused_events.empty()) return event(context, here);
    event taken = std::move(unused_events.back());
    unused_events.pop_back();
    return taken;
}

std::string commands_in_flight::launches() const {
    constexpr size_t named = 4;
    std::string names;
    size_t count = 0;
    for (const command& one : commands) {
        if (one.what.launched.empty() || ++count > named) continue;
        names += (names.empty() ? "'" : ", '") + one.what.launched + "'";
    }
    if (count == 0) return "waiting";
    if (count > named) names += " and " + std::to_string(count - named) + " more";
    return "waiting for " + std::string(count == 1 ? "kernel " : "kernels ") + names;
}

}  // namespace ingot::backends::cuda
