// A device's clock, brought to the host's.
#pragma once

#include <algorithm>
#include <chrono>
#include <optional>

namespace ingot::backends {

/// Both clocks are read when a command is handed over: the driver's stamp on it, and the host's time soon after. Of all such
/// pairs the one with the least between the two is nearest to the truth, too late by what the call took then, some microseconds.
/// It is believed a little less with every other pair, so that clocks which go apart are followed.
class device_clock {
public:
    using host = std::chrono::steady_clock;

    /// The driver stamped a command with `stamp`, and returned before `after`.
    void took(std::chrono::nanoseconds stamp, host::time_point after) {
        const std::chrono::nanoseconds seen = after.time_since_epoch() - stamp;
        constexpr std::chrono::nanoseconds trust_lost {500};
        apart = apart ? std::min(*apart + trust_lost, seen) : seen;
    }

    /// The host's time of a time of the device. After the first took().
    host::time_point on_host(std::chrono::nanoseconds device_time) const {
        return host::time_point(
            std::chrono::duration_cast<host::duration>(device_time + apart.value_or(std::chrono::nanoseconds(0))));
    }

private:
    std::optional<std::chrono::nanoseconds> apart;
};

}  // namespace ingot::backends
