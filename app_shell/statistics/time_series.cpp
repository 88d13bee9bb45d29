#include "statistics/time_series.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>

namespace ingot::shell {

void time_series::add(double milliseconds) {
    // Removing half of the values at once keeps add() cheap on average.
    if (times_.size() >= 2 * capacity_) times_.erase(times_.begin(), times_.end() - static_cast<std::ptrdiff_t>(capacity_));
    times_.push_back(milliseconds);
    ++total_;
}

double milliseconds_since(std::chrono::steady_clock::time_point start) {
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
}

double percentile(std::span<const double> values, double fraction) {
    if (values.empty()) return 0.0;
    std::vector<double> sorted_values(values.begin(), values.end());
    const auto rank = std::clamp(std::ceil(fraction * static_cast<double>(sorted_values.size())), 1.0,
                                 static_cast<double>(sorted_values.size()));
    const auto position = sorted_values.begin() + static_cast<std::ptrdiff_t>(rank) - 1;
    std::ranges::nth_element(sorted_values, position);
    return *position;
}

std::span<const double> of_last_second(std::span<const double> values) {
    double sum = 0.0;
    for (size_t count = 1; count <= values.size(); ++count) {
        sum += values[values.size() - count];
        if (sum >= 1000.0) return values.last(count);
    }
    return values;
}

void kernel_times::add(std::span<const launch_timing> launches) {
    if (launches.empty()) return;
    double sum = 0.0;
    for (const auto& [kernel, duration] : launches) {
        const double milliseconds = std::chrono::duration<double, std::milli>(duration).count();
        series_.try_emplace(kernel, limit_).first->second.add(milliseconds);
        sum += milliseconds;
    }
    frame_sums_.add(sum);
}

void transfer_times::add(std::span<const transfer_timing> of_frame) {
    std::map<transfer, std::chrono::duration<double, std::milli>> sums;
    for (const transfer_timing& each : of_frame) {
        direction& direction_times = directions_.try_emplace(each.direction, direction {time_series(limit_)}).first->second;
        ++direction_times.transfers;
        direction_times.bytes += each.bytes;
        sums[each.direction] += each.duration;
    }
    for (const auto& [kind, sum] : sums) directions_.at(kind).of_frames.add(sum.count());
}

void sharing_times::add(std::span<const sharing_timing> of_frame) {
    if (of_frame.empty()) return;
    std::chrono::duration<double, std::milli> sum {};
    copy_reason_.clear();
    for (const sharing_timing& each : of_frame) {
        sum += each.acquire + each.release;
        if (!each.copy_reason.empty()) copy_reason_ = each.copy_reason;
    }
    series_.add(sum.count());
}

}  // namespace ingot::shell
