// The statistics of a running sample for the panels.
#pragma once

#include <chrono>
#include <cstdint>
#include <vector>

#include "session/session.hpp"

namespace ingot::shell {

/// Keeps the latest statistics of a sample (sample::statistics()). update() reads them again after set_changed(), and after
/// steps at most four times per second. After each reading it waits nine times as long as the reading took. On a slow device
/// a reading may take longer than a step; because of the wait, reading takes at most a tenth of the time. While the sample
/// answers inputs (clock::is_answering), it is read every three seconds at most. Within a step, which most samples end for a
/// reading, they are read only if the last reading was two seconds ago.
class live_statistics {
public:
    /// Reads the statistics if they are due. Exceptions of the sample are not caught.
    void update(const session& session);
    /// Records that something other than a step changed the statistics.
    void set_changed() { has_changed_ = true; }
    /// Call this for another sample: forgets the values, and the time that the previous sample took.
    void clear() { *this = {}; }
    /// Empty until the first update.
    const std::vector<statistic>& latest() const { return values_; }

private:
    using clock = std::chrono::steady_clock;

    std::vector<statistic> values_;
    clock::time_point last_;
    clock::time_point not_before_;
    bool has_changed_ = true;
    uint64_t frame_ = 0;  ///< number of frames of the session when values_ were read
};

}  // namespace ingot::shell
