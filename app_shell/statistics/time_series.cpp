#include "statistics/time_series.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>

namespace ingot::shell {

void time_series::add(double milliseconds) {
    // Dropping half at once keeps adding cheap.
    if (times.size() >= 2 * limit) times.erase(times.begin(), times.end() - static_cast<std::ptrdiff_t>(limit));
    times.push_back(milliseconds);
    ++counted;
}

double milliseconds_since(std::chrono::steady_clock::time_point start) {
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
}

double percentile(std::span<const double> values, double fraction) {
    if (values.empty()) return 0.0;
    std::vector<double> sorted(values.begin(), values.end());
    const auto rank =
        std::clamp(std::ceil(fraction * static_cast<double>(sorted.size())), 1.0, static_cast<double>(sorted.size()));
    const auto at = sorted.begin() + static_cast<std::ptrdiff_t>(rank) - 1;
    std::ranges::nth_element(sorted, at);
    return *at;
}

void kernel_times::add(std::span<const launch_timing> launches) {
    if (launches.empty()) return;
    double sum = 0.0;
    for (const auto& [kernel, duration] : launches) {
        const double milliseconds = std::chrono::duration<double, std::milli>(duration).count();
        series.try_emplace(kernel, limit).first->second.add(milliseconds);
        sum += milliseconds;
    }
    sums.add(sum);
}

void transfer_times::add(std::span<const transfer_timing> of_frame) {
    std::map<transfer, std::chrono::duration<double, std::milli>> sums;
    for (const transfer_timing& each : of_frame) {
        direction& to = directions.try_emplace(each.how, direction {time_series(limit)}).first->second;
        ++to.transfers;
        to.bytes += each.bytes;
        sums[each.how] += each.duration;
    }
    for (const auto& [how, sum] : sums) directions.at(how).of_frames.add(sum.count());
}

void sharing_times::add(std::span<const sharing_timing> of_frame) {
    if (of_frame.empty()) return;
    std::chrono::duration<double, std::milli> sum {};
    reason.clear();
    for (const sharing_timing& each : of_frame) {
        sum += each.acquire + each.release;
        if (!each.why_copied.empty()) reason = each.why_copied;
    }
    series.add(sum.count());
}

}  // namespace ingot::shell
