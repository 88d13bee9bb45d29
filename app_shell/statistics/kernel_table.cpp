#include "statistics/kernel_table.hpp"

#include <algorithm>
#include <ingot/ingot.hpp>
#include <map>

#include "statistics/measured_speed.hpp"
#include "statistics/time_series.hpp"

namespace ingot::shell {

namespace {

double milliseconds(std::chrono::nanoseconds duration) { return std::chrono::duration<double, std::milli>(duration).count(); }

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
