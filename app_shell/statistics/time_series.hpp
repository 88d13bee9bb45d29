// Times of something that happens again and again.
#pragma once

#include <chrono>
#include <cstddef>
#include <ingot/runtime/queue.hpp>
#include <map>
#include <span>
#include <string>
#include <vector>

namespace ingot::shell {

/// By the host's clock.
double milliseconds_since(std::chrono::steady_clock::time_point start);

/// The least of `values` that at least this fraction of them (0 to 1) does not exceed; 0 where there are none.
double percentile(std::span<const double> values, double fraction);

/// Milliseconds, the newest last; the oldest are dropped beyond `kept`.
class time_series {
public:
    explicit time_series(size_t kept) : limit(kept) {}

    void add(double milliseconds);
    double median() const { return shell::percentile(times, 0.5); }
    std::span<const double> values() const { return times; }
    size_t total() const { return counted; }  ///< with those dropped

private:
    size_t limit;
    size_t counted = 0;
    std::vector<double> times;
};

/// A series for each kernel.
class kernel_times {
public:
    explicit kernel_times(size_t kept) : limit(kept), sums(kept) {}

    /// Takes one frame's.
    void add(std::span<const launch_timing> launches);
    void clear() {
        series.clear();
        sums = time_series(limit);
    }
    const std::map<std::string, time_series>& by_kernel() const { return series; }
    /// All kernels of each frame together.
    const time_series& of_frames() const { return sums; }

private:
    size_t limit;
    std::map<std::string, time_series> series;
    time_series sums;
};

/// What moving bytes takes in each frame that moves some, by the device's clock: a series for each direction.
class transfer_times {
public:
    explicit transfer_times(size_t kept) : limit(kept) {}

    struct direction {
        time_series of_frames;
        size_t transfers = 0;
        size_t bytes = 0;  ///< of all
    };

    /// Takes one frame's.
    void add(std::span<const transfer_timing> of_frame);
    void clear() { directions.clear(); }
    const std::map<transfer, direction>& by_direction() const { return directions; }

private:
    size_t limit;
    std::map<transfer, direction> directions;
};

/// What sharing with OpenGL takes in each frame that shares.
class sharing_times {
public:
    explicit sharing_times(size_t kept) : series(kept) {}

    /// Takes one frame's; nothing where there are none.
    void add(std::span<const sharing_timing> of_frame);
    const time_series& of_frames() const { return series; }
    /// Why something was copied in the last frame that shared; empty where nothing was.
    const std::string& why_copied() const { return reason; }

private:
    time_series series;
    std::string reason;
};

}  // namespace ingot::shell
