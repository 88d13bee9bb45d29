#include <algorithm>
#include <chrono>

#include "statistics/measured_speed.hpp"

namespace ingot::shell {

double copied_bytes_per_second(const device& device) {
    constexpr size_t most_bytes = size_t {64} << 20U;  // largest size of each of the two buffers
    constexpr int copies = 5;                          // the fastest one counts; the first ones may be slow on an idle device
    // Use a 64th of the device's memory, at least 64 KiB and at most 64 MiB; 64 MiB if its memory is not known.
    const auto memory = static_cast<size_t>(device.properties().global_memory);
    const size_t bytes = memory == 0 ? most_bytes : std::clamp(memory / 64, size_t {1} << 16U, most_bytes);
    queue queue = device.create_queue();
    const auto source = device.create_buffer<uint32_t>(bytes / sizeof(uint32_t), 1U);
    auto destination = device.create_buffer<uint32_t>(bytes / sizeof(uint32_t), 0U);
    for (int i = 0; i < copies; ++i) destination.copy(queue, source);
    double best = 0.0;
    for (const transfer_timing& each : queue.take_transfer_timings())
        if (const double seconds = std::chrono::duration<double>(each.duration).count(); seconds > 0.0)
            best = std::max(best, 2.0 * static_cast<double>(each.bytes) / seconds);
    return best;
}

}  // namespace ingot::shell
