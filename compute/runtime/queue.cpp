#include <cstdio>
#include <deque>
#include <ingot/runtime/error.hpp>
#include <ingot/runtime/queue.hpp>
#include <mutex>
#include <utility>

#include "backend.hpp"
#include "launch_checks.hpp"
#include "timeline_log.hpp"

namespace ingot {

struct queue::sharing_timings {
    std::mutex guard;
    std::deque<sharing_timing> kept;
    backends::timeline_log log;
};

queue::queue(const device& owner)
    : on(owner), shared(owner.implementation().create_queue()), sharing(std::make_unique<sharing_timings>()) {}

// The owner stays known in what was moved from, for the words of its error.
queue::queue(queue&& other) noexcept : on(other.on), shared(std::move(other.shared)), sharing(std::move(other.sharing)) {}

queue& queue::operator=(queue&& other) noexcept {
    if (this == &other) return *this;
    on = other.on;
    shared = std::move(other.shared);
    sharing = std::move(other.sharing);
    return *this;
}

queue::~queue() = default;

backends::queue_interface& queue::implementation() const {
    if (!shared) throw error("a queue of '" + on.name() + "' was moved from");
    return *shared;
}

void queue::run_unchecked(const kernel_function& kernel, const range& items, std::span<const kernel_argument> arguments) {
    backends::queue_interface& to = implementation();
    const backends::device_interface& builder = kernel.implementation().owner();
    if (&builder != &on.implementation())
        throw error("kernel '" + kernel.name() + "' was built for '" + builder.properties().name + "'; the queue belongs to '" +
                    on.name() + "'");
    const backends::launch_range whole = checked_range(items, kernel, on);
    to.launch(kernel.share(), whole, checked_arguments(arguments, kernel, on));
}

void queue::wait_for(queue& other) {
    backends::queue_interface& later = implementation();
    const std::shared_ptr<backends::event_interface> event = other.implementation().mark();
    if (on == other.on || (on.backend() == other.on.backend() && later.peers()))
        later.wait_for(event);
    else
        event->wait();
}

void queue::finish() {
    implementation().finish();
    std::fflush(stdout);  // what kernels printed there
}
void queue::flush() { implementation().flush(); }

std::vector<launch_timing> queue::take_timings() {
    backends::timing_interface* const told = implementation().timing();
    return told ? told->take_timings() : std::vector<launch_timing>();
}

std::vector<transfer_timing> queue::take_transfer_timings() {
    backends::timing_interface* const told = implementation().timing();
    return told ? told->take_transfer_timings() : std::vector<transfer_timing>();
}

backends::timeline_log& queue::sharing_log() const {
    implementation();
    return sharing->log;
}

std::string_view to_string(transfer how) {
    switch (how) {
        case transfer::to_device:
            return "to the device";
        case transfer::to_host:
            return "to the host";
        case transfer::on_device:
            break;
    }
    return "on the device";
}

std::vector<sharing_timing> queue::take_sharing_timings() {
    implementation();
    const std::lock_guard lock(sharing->guard);
    const std::deque<sharing_timing> taken = std::exchange(sharing->kept, {});
    return {taken.begin(), taken.end()};
}

void queue::add_sharing_timing(sharing_timing taken) {
    implementation();
    const std::lock_guard lock(sharing->guard);
    sharing->kept.push_back(std::move(taken));
    if (sharing->kept.size() > backends::kept_timings) sharing->kept.pop_front();
}

}  // namespace ingot
