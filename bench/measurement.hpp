// Functions that the benchmarks share: medians, and times by the device's own clock.
#pragma once

#include <algorithm>
#include <chrono>
#include <ingot/ingot.hpp>
#include <vector>

namespace ingot::bench {

/// Returns the median, or 0 if there are no values. Of an even number of values it is the larger of the middle two.
inline double median(std::vector<double> values) {
    if (values.empty()) return 0.0;
    std::ranges::sort(values);
    return values[values.size() / 2];
}

/// The time that a device worked, in seconds by the device's own clock. The time that the host needs to launch the work is not
/// included.
struct device_seconds {
    double kernels = 0.0;
    double copies = 0.0;  ///< reads, writes, copies and fills

    double total() const { return kernels + copies; }
};

/// Returns the time of the work that was enqueued since the previous call. Waits until this work is done.
inline device_seconds take_device_seconds(queue& queue) {
    using seconds = std::chrono::duration<double>;
    device_seconds sum;
    for (const launch_timing& each : queue.take_timings()) sum.kernels += seconds(each.duration).count();
    for (const transfer_timing& each : queue.take_transfer_timings()) sum.copies += seconds(each.duration).count();
    return sum;
}

}  // namespace ingot::bench
