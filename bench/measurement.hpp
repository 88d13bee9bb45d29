// What the benchmarks share: medians, and times by the device's own clock.
#pragma once

#include <algorithm>
#include <chrono>
#include <ingot/ingot.hpp>
#include <vector>

namespace ingot::bench {

/// The value in the middle; 0 of no values.
inline double median(std::vector<double> of) {
    if (of.empty()) return 0.0;
    std::ranges::sort(of);
    return of[of.size() / 2];
}

/// Seconds that a device worked, by its own clock: launches and waiting for them on the host are no part of it.
struct device_seconds {
    double kernels = 0.0;
    double copies = 0.0;  ///< reads, writes, copies and fills

    double all() const { return kernels + copies; }
};

/// What the queue's device did since the last call. Waits until it is done.
inline device_seconds take_device_seconds(queue& queue) {
    using seconds = std::chrono::duration<double>;
    device_seconds sum;
    for (const launch_timing& each : queue.take_timings()) sum.kernels += seconds(each.duration).count();
    for (const transfer_timing& each : queue.take_transfer_timings()) sum.copies += seconds(each.duration).count();
    return sum;
}

}  // namespace ingot::bench
