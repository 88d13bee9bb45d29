// Converts times of a device's clock to the host's clock.
#pragma once

#include <algorithm>
#include <chrono>
#include <optional>

namespace ingot::backends {

/// Estimates the offset between a device's clock and the host's clock.
///
/// Each submitted command gives a pair of times: the driver stamps the command with the device's time, and the host's
/// time is read when the driver returns. The difference of the two is the true offset plus the time from the stamp to the
/// return of the driver. Therefore the smallest difference is the best estimate; its error is the shortest such time, which
/// is some microseconds. With each further pair the estimate grows by 500 ns, unless the pair's own difference is smaller.
/// Without this growth, one old difference would remain the estimate even when the clocks have drifted apart.
class device_clock {
public:
    using host = std::chrono::steady_clock;

    /// Adds a pair of times: the driver stamped a command with `stamp` and returned before `host_time`.
    void add_sample(std::chrono::nanoseconds stamp, host::time_point host_time) {
        const std::chrono::nanoseconds offset = host_time.time_since_epoch() - stamp;
        constexpr std::chrono::nanoseconds trust_lost {500};
        offset_ = offset_ ? std::min(*offset_ + trust_lost, offset) : offset;
    }

    /// Converts a time of the device to a time of the host. Call add_sample() first; without a pair of times the offset is 0.
    host::time_point to_host_time(std::chrono::nanoseconds device_time) const {
        return host::time_point(
            std::chrono::duration_cast<host::duration>(device_time + offset_.value_or(std::chrono::nanoseconds(0))));
    }

private:
    std::optional<std::chrono::nanoseconds> offset_;
};

}  // namespace ingot::backends
