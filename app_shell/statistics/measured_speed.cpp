#include "statistics/measured_speed.hpp"

#include <algorithm>
#include <chrono>
#include <vector>

#include "measured_speed.kernels.hpp"
#include "statistics/time_series.hpp"

namespace ingot::shell {

namespace {

using steady = std::chrono::steady_clock;

double seconds_of(std::chrono::nanoseconds duration) { return std::chrono::duration<double>(duration).count(); }

/// Returns the operations per second of the fastest launch. Launches with more and more rounds follow, until one is so long that
/// its start no longer counts.
double operations_per_second(queue& queue, const measured_speed_program& program, device_buffer<float>& sums) {
    constexpr double long_enough = 0.02;
    constexpr double operations_of_a_round = 16.0;
    double best = 0.0;
    double longest = 0.0;
    for (uint32_t rounds = 64; rounds <= (1U << 20U) && longest < long_enough; rounds *= 4) {
        queue.run(program.multiply_add, range(static_cast<uint32_t>(sums.size())), sums, rounds);
        for (const launch_timing& each : queue.take_timings())
            if (const double seconds = seconds_of(each.duration); seconds > 0.0) {
                best = std::max(best, operations_of_a_round * rounds * static_cast<double>(sums.size()) / seconds);
                longest = std::max(longest, seconds);
            }
        if (longest == 0.0) return 0.0;  // the device measures no times
    }
    return best;
}

/// Returns the median time from a launch until the host knows that it has ended.
double launch_latency(queue& queue, const measured_speed_program& program, device_buffer<float>& sums) {
    constexpr int launches = 101;
    std::vector<double> seconds;
    for (int i = 0; i < launches; ++i) {
        const auto start = steady::now();
        queue.run(program.store_one, range(1), sums);
        queue.finish();
        seconds.push_back(seconds_of(steady::now() - start));
    }
    return percentile(seconds, 0.5);
}

}  // namespace

measured_speed measure_speed(const device& device) {
    const measured_speed_program program(device);
    queue queue = device.create_queue();
    // Fill the device: several work-items for each lane of each unit. The devices for debugging are slow and have no lanes.
    const auto& is = device.properties();
    const size_t lanes = size_t {std::max(is.compute_units, 1U)} * std::max(is.simd_width, 1U);
    const size_t items =
        description_of(is.backend).is_for_debugging ? 256 : std::clamp<size_t>(lanes * 64, 4096, size_t {1} << 20U);
    auto sums = device.create_buffer<float>(items, 0.0f);
    return {copied_bytes_per_second(device), operations_per_second(queue, program, sums), launch_latency(queue, program, sums)};
}

}  // namespace ingot::shell
