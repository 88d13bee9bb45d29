// Tests the conversion of a device's times to the host's clock.
#include "device_clock.hpp"

#include <gtest/gtest.h>

namespace ingot::backends {
namespace {

using namespace std::chrono_literals;
using host = device_clock::host;

constexpr auto ahead = 5h;  // the device's clock is ahead of the host's clock by this time

/// Returns the host's time at which a driver call returns. At the beginning of the call the driver gave a command the time
/// stamp `device_time`, and the call took the time `call`.
host::time_point after(std::chrono::nanoseconds device_time, std::chrono::nanoseconds call) {
    return host::time_point(std::chrono::duration_cast<host::duration>(device_time - ahead + call));
}

TEST(device_clock, believes_the_pair_with_the_least_between) {
    device_clock clock;
    clock.add_sample(ahead + 1s, after(ahead + 1s, 300us));
    EXPECT_EQ(clock.to_host_time(ahead + 2s).time_since_epoch(), 2s + 300us);
    clock.add_sample(ahead + 3s, after(ahead + 3s, 2us));
    EXPECT_EQ(clock.to_host_time(ahead + 4s).time_since_epoch(), 4s + 2us);
    clock.add_sample(ahead + 5s, after(ahead + 5s, 10ms));  // a slow call, which must not replace the estimate
    EXPECT_LT(clock.to_host_time(ahead + 6s).time_since_epoch(), 6s + 3us);
    EXPECT_GE(clock.to_host_time(ahead + 6s).time_since_epoch(), 6s + 2us);
}

TEST(device_clock, follows_clocks_that_go_apart) {
    device_clock clock;
    for (int i = 0; i < 10'000; ++i) {
        const auto device_time = ahead + i * 1ms - i * 20ns;  // the device's clock is slow by 20 ppm
        clock.add_sample(device_time, host::time_point(i * 1ms + 2us));
    }
    const auto error = clock.to_host_time(ahead + 10s - 200us).time_since_epoch() - 10s;
    EXPECT_LT(std::chrono::abs(error), 10us);
}

}  // namespace
}  // namespace ingot::backends
