// The points in time at which a queue's work ran, for traces.
#pragma once

#include <chrono>
#include <cstddef>
#include <ingot/runtime/queue.hpp>
#include <string>
#include <vector>

namespace ingot {

/// One piece of work of a queue, with its start and duration.
struct timeline_entry {
    enum class kind {
        launch,    ///< the kernel `name` ran on the device
        transfer,  ///< `bytes` bytes were moved; `name` is the direction, as to_string(transfer) writes it
        sharing    ///< the host made an OpenGL object available to the device, or returned it to OpenGL
    };
    kind type = kind::launch;
    std::string name;
    size_t bytes = 0;  ///< of a transfer; else 0
    /// The start, on the host's clock. If the device has a clock of its own, the start of a launch or a transfer is converted
    /// from that clock, with an error of some microseconds. The start is not before the call that enqueued the work. The
    /// launches and transfers of a queue do not overlap.
    std::chrono::steady_clock::time_point start {};
    std::chrono::nanoseconds duration {};  ///< by the device's own clock; for sharing by the host's clock
};

/// Returns the work that has ended and that no earlier call has returned: first the launches and transfers in order, then
/// the sharing with OpenGL in order. Does not wait, and does not ask the driver which work has ended; the queue finds that
/// out during its other calls. To get all work, call queue::finish() first. A queue keeps the last 65,536 launches and
/// transfers, and as many entries for sharing, until they are taken.
std::vector<timeline_entry> take_timeline(queue& queue);

}  // namespace ingot
