// What a queue did and when, until somebody asks.
#pragma once

#include <cstddef>
#include <deque>
#include <ingot/runtime/timeline.hpp>
#include <mutex>
#include <vector>

namespace ingot::backends {

/// Safe to be used by several threads at once.
class timeline_log {
public:
    void add(timeline_entry one);
    std::vector<timeline_entry> take();

private:
    std::mutex guard;
    std::deque<timeline_entry> entries;
};

}  // namespace ingot::backends
