#include <cstdio>
#include <deque>
#include <ingot/archive/failures.hpp>
#include <ingot/runtime/error.hpp>
#include <ingot/runtime/queue.hpp>
#include <mutex>
#include <utility>

#include "backend.hpp"
#include "launch_checks.hpp"
#include "timeline_log.hpp"

namespace ingot {

// The durations of sharing with OpenGL, and the log of the times at which it took place.
struct queue::sharing_timings {
    std::mutex guard;
    std::deque<sharing_timing> timings;
    backends::timeline_log log;
};

queue::queue(const device& owner)
    : owner_(owner), shared_(owner.implementation().create_queue()), sharing_(std::make_unique<sharing_timings>()) {}

// An object that was moved from keeps its device, so that its error messages can name the device.
queue::queue(queue&& other) noexcept
    : owner_(other.owner_), shared_(std::move(other.shared_)), sharing_(std::move(other.sharing_)) {}

queue& queue::operator=(queue&& other) noexcept {
    if (this == &other) return *this;
    owner_ = other.owner_;
    shared_ = std::move(other.shared_);
    sharing_ = std::move(other.sharing_);
    return *this;
}

queue::~queue() = default;

backends::queue_interface& queue::implementation() const {
    if (!shared_) throw error("a queue of '" + owner_.name() + "' was moved from");
    return *shared_;
}

void queue::run_unchecked(const kernel_function& kernel, const range& items, std::span<const kernel_argument> arguments) {
    backends::queue_interface& commands = implementation();
    const backends::device_interface& builder = kernel.implementation().owner();
    if (&builder != &owner_.implementation())
        throw error("kernel '" + kernel.name() + "' was built for '" + builder.properties().name + "'; the queue belongs to '" +
                    owner_.name() + "'");
    const backends::launch_range whole = checked_range(items, kernel, owner_);
    std::vector<backends::launch_argument> checked = checked_arguments(arguments, kernel, owner_);
    if (archive::can_fail(kernel.implementation().reflection()))
        checked.push_back({commands.failures().record_for_launch(owner_.implementation(), commands), {}, nullptr});
    commands.launch(kernel.shared_implementation(), whole, checked);
}

void queue::wait_for(queue& other) {
    backends::queue_interface& later = implementation();
    const std::shared_ptr<backends::event_interface> event = other.implementation().mark();
    if (owner_ == other.owner_ || (owner_.backend() == other.owner_.backend() && later.peers()))
        later.wait_for(event);
    else
        event->wait();
}

void queue::finish() {
    implementation().finish();
    std::fflush(stdout);  // the text that kernels printed
    implementation().failures().check(implementation());
}
void queue::flush() { implementation().flush(); }

std::vector<launch_timing> queue::take_timings() {
    backends::timing_interface* const timing = implementation().timing();
    return timing ? timing->take_timings() : std::vector<launch_timing>();
}

std::vector<transfer_timing> queue::take_transfer_timings() {
    backends::timing_interface* const timing = implementation().timing();
    return timing ? timing->take_transfer_timings() : std::vector<transfer_timing>();
}

backends::timeline_log& queue::sharing_timeline() const {
    implementation();
    return sharing_->log;
}

std::string_view to_string(transfer direction) {
    switch (direction) {
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
    const std::lock_guard lock(sharing_->guard);
    const std::deque<sharing_timing> timings = std::exchange(sharing_->timings, {});
    return {timings.begin(), timings.end()};
}

void queue::add_sharing_timing(sharing_timing timing) {
    implementation();
    const std::lock_guard lock(sharing_->guard);
    sharing_->timings.push_back(std::move(timing));
    if (sharing_->timings.size() > backends::kept_timings) sharing_->timings.pop_front();
}

}  // namespace ingot
