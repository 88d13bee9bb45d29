// The durations of a queue's commands, kept until they are taken.
#pragma once

#include <chrono>
#include <cstddef>
#include <deque>
#include <ingot/runtime/queue.hpp>
#include <optional>
#include <string>
#include <vector>

#include "timeline_log.hpp"

namespace ingot::backends {

/// A transfer: its direction and size.
struct transfer_size {
    transfer direction = transfer::on_device;
    size_t bytes = 0;
};

/// A command of a queue: a launch of a kernel, a transfer, or another command that is not recorded.
struct timed_command {
    std::string kernel_name;                ///< name of the kernel; empty if this is not a launch
    std::optional<transfer_size> transfer;  ///< the transfer; empty if this is not a transfer
};

/// The time in which a command ran: its start on the host's clock, and its duration on the device's clock.
struct time_span {
    std::chrono::steady_clock::time_point start {};
    std::chrono::nanoseconds duration {};
};

/// Records the durations of launches and transfers, and adds both to a timeline_log. Keeps the last kept_timings launches and
/// as many transfers. Not safe for use by several threads at the same time, except timeline().
class timing_log {
public:
    void add(timed_command command, const time_span& span);
    std::vector<launch_timing> take_launches();
    std::vector<transfer_timing> take_transfers();

    timeline_log& timeline() { return entries_; }

private:
    timeline_log entries_;
    std::chrono::steady_clock::time_point newest_end_;
    std::deque<launch_timing> launches_;
    std::deque<transfer_timing> transfers_;
};

}  // namespace ingot::backends
