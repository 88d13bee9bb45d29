// What a queue's commands took, until somebody asks.
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

struct moved_bytes {
    transfer how = transfer::on_device;
    size_t bytes = 0;
};

/// A command of a queue: bytes that are moved, or a launch of a kernel.
struct timed_command {
    std::string launched;              ///< the kernel; empty where bytes are moved
    std::optional<moved_bytes> moved;  ///< neither, for what nobody asks about
};

/// When a command ran: from then on by the host's clock, for so long by the device's.
struct stretch {
    std::chrono::steady_clock::time_point began {};
    std::chrono::nanoseconds duration {};
};

/// Not safe to be used by several threads at once.
class timing_log {
public:
    void add(timed_command what, const stretch& when);
    std::vector<launch_timing> take_launches();
    std::vector<transfer_timing> take_transfers();

    timeline_log& timeline() { return entries; }

private:
    timeline_log entries;
    std::chrono::steady_clock::time_point newest_end;
    std::deque<launch_timing> launches;
    std::deque<transfer_timing> transfers;
};

}  // namespace ingot::backends
