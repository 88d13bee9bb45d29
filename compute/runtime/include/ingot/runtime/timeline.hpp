// When the work of a queue ran: for traces.
#pragma once

#include <chrono>
#include <cstddef>
#include <ingot/runtime/queue.hpp>
#include <string>
#include <vector>

namespace ingot {

/// Something that a queue did.
struct timeline_entry {
    enum class kind {
        launch,    ///< of the kernel `name`, on the device
        transfer,  ///< of `bytes`, on the device; `name` says where from and to
        sharing    ///< an object of OpenGL is brought to the device, or back: on the host
    };
    kind of = kind::launch;
    std::string name;
    size_t bytes = 0;
    /// On the host's clock. What ran on the device is brought there from the device's clock: right to some microseconds, never
    /// before it was asked for, and one thing after the other.
    std::chrono::steady_clock::time_point began {};
    std::chrono::nanoseconds duration {};  ///< by the device's own clock, or the host's for sharing
};

/// All that has ended since the last call, in order, what ran on the device before what the host did for sharing. Does not wait:
/// take_timings() and finish() do. A queue that is not asked keeps the last 65,536.
std::vector<timeline_entry> take_timeline(queue& of);

}  // namespace ingot
