#include "statistics/kernel_table.hpp"

#include <algorithm>
#include <ingot/ingot.hpp>
#include <map>

#include "statistics/time_series.hpp"

namespace ingot::shell {

namespace {

constexpr size_t most_bytes = size_t {64} << 20U;  // largest size of each of the two buffers
constexpr int copies = 5;                          // the fastest one counts; the first ones may be slow on an idle device

double milliseconds(std::chrono::nanoseconds duration) { return std::chrono::duration<double, std::milli>(duration).count(); }

/// Measures the memory bandwidth: bytes read and written per second by the fastest of several copies between two
/// buffers.
double copied_bytes_per_second(const device& device) {
    // Use a 64th of the device's memory, at least 64 KiB and at most 64 MiB; 64 MiB if its memory is not known.
    const auto memory = static_cast<size_t>(device.properties().global_memory);
    const size_t bytes = memory == 0 ? most_bytes : std::clamp(memory / 64, size_t {1} << 16U, most_bytes);
    queue queue = device.create_queue();
    const auto source = device.create_buffer<uint32_t>(bytes / sizeof(uint32_t), 1U);
    auto destination = device.create_buffer<uint32_t>(bytes / sizeof(uint32_t), 0U);
    for (int i = 0; i < copies; ++i) destination.copy(queue, source);
    double best = 0.0;
    for (const transfer_timing& each : queue.take_transfer_timings())
        if (const double seconds = 1e-3 * milliseconds(each.duration); seconds > 0.0)
            best = std::max(best, 2.0 * static_cast<double>(each.bytes) / seconds);
    return best;
}

}  // namespace

device_peak measure_peak(const device& device) { return {peak_operations(device.properties()), copied_bytes_per_second(device)}; }

double roofline_milliseconds(const kernel_work& work, const device_peak& peak) {
    const double calculating = peak.operations > 0.0 ? work.operations / peak.operations : 0.0;
    const double moving = peak.bytes > 0.0 ? work.bytes / peak.bytes : 0.0;
    return 1e3 * std::max(calculating, moving);
}

std::vector<kernel_row> kernel_table(const std::deque<frame_trace>& traces, size_t frames, const work_lookup& work,
                                     const device_peak& peak) {
    std::map<std::string, std::vector<double>> times;
    double whole = 0.0;
    // Collect the durations of each kernel's launches in the newest frames.
    const size_t first = traces.size() - std::min(frames, traces.size());
    for (size_t i = first; i < traces.size(); ++i) {
        whole += milliseconds(traces[i].whole.duration);
        for (const timed_span& each : traces[i].launches) times[each.name].push_back(milliseconds(each.duration));
    }
    // Compute a row for each kernel.
    std::vector<kernel_row> rows;
    for (const auto& [name, kernel_times] : times) {
        double sum = 0.0;
        for (const double each : kernel_times) sum += each;
        kernel_row row {name, kernel_times.size(), percentile(kernel_times, 0.5), whole > 0.0 ? sum / whole : 0.0, std::nullopt};
        if (const auto kernel_work = work(name); kernel_work && row.median > 0.0)
            if (const double shortest = roofline_milliseconds(*kernel_work, peak); shortest > 0.0)
                row.roofline = shortest / row.median;
        rows.push_back(std::move(row));
    }
    std::ranges::sort(rows, std::greater {}, &kernel_row::share);
    return rows;
}

}  // namespace ingot::shell
