// The times at which a queue's work ran, kept until they are taken.
#pragma once

#include <cstddef>
#include <deque>
#include <ingot/runtime/timeline.hpp>
#include <mutex>
#include <vector>

namespace ingot::backends {

/// A list of timeline entries. Keeps the last kept_timings entries. Safe for use by several threads at the same time.
class timeline_log {
public:
    void add(timeline_entry entry);
    /// Returns all entries and removes them from the log.
    std::vector<timeline_entry> take();

private:
    std::mutex guard_;
    std::deque<timeline_entry> entries_;
};

}  // namespace ingot::backends
