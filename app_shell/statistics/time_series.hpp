// Series of durations of repeated events: frames, kernel launches, transfers, sharing with OpenGL.
#pragma once

#include <chrono>
#include <cstddef>
#include <ingot/runtime/queue.hpp>
#include <map>
#include <span>
#include <string>
#include <vector>

namespace ingot::shell {

/// Returns the milliseconds since `start`, measured by the host's clock.
double milliseconds_since(std::chrono::steady_clock::time_point start);

/// Returns the percentile of `values` for a fraction from 0 to 1: the smallest value such that at least this fraction of
/// all values is less than or equal to it. Returns 0 if there are no values.
double percentile(std::span<const double> values, double fraction);

/// Returns the newest of `values` whose sum is at least a second (1000), or all of them if the sum is less.
std::span<const double> of_last_second(std::span<const double> values);

/// Durations in milliseconds, the newest last. Keeps at least the newest `capacity` durations.
class time_series {
public:
    explicit time_series(size_t capacity) : capacity_(capacity) {}

    void add(double milliseconds);
    double median() const { return shell::percentile(times_, 0.5); }
    std::span<const double> values() const { return times_; }
    size_t total() const { return total_; }  ///< number of durations that were added, including those that were dropped

private:
    size_t capacity_;
    size_t total_ = 0;
    std::vector<double> times_;
};

/// One series of launch times for each kernel.
class kernel_times {
public:
    explicit kernel_times(size_t capacity) : limit_(capacity), frame_sums_(capacity) {}

    /// Adds the launches of one frame.
    void add(std::span<const launch_timing> launches);
    void clear() {
        series_.clear();
        frame_sums_ = time_series(limit_);
    }
    const std::map<std::string, time_series>& by_kernel() const { return series_; }
    /// The total time of all kernels in each frame with launches.
    const time_series& of_frames() const { return frame_sums_; }

private:
    size_t limit_;
    std::map<std::string, time_series> series_;
    time_series frame_sums_;
};

/// The time of transfers in each frame that has any, measured by the device: one series for each direction.
class transfer_times {
public:
    explicit transfer_times(size_t capacity) : limit_(capacity) {}

    struct direction {
        time_series of_frames;
        size_t transfers = 0;
        size_t bytes = 0;  ///< total of all transfers
    };

    /// Adds the transfers of one frame.
    void add(std::span<const transfer_timing> of_frame);
    void clear() { directions_.clear(); }
    const std::map<transfer, direction>& by_direction() const { return directions_; }

private:
    size_t limit_;
    std::map<transfer, direction> directions_;
};

/// The time of sharing with OpenGL in each frame that shares buffers or images.
class sharing_times {
public:
    explicit sharing_times(size_t capacity) : series_(capacity) {}

    /// Adds the sharing of one frame. Does nothing if the frame shared nothing.
    void add(std::span<const sharing_timing> of_frame);
    const time_series& of_frames() const { return series_; }
    /// Why data was copied instead of shared in the last frame with sharing; empty if nothing was copied.
    const std::string& copy_reason() const { return copy_reason_; }

private:
    time_series series_;
    std::string copy_reason_;
};

}  // namespace ingot::shell
