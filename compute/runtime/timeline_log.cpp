#include "timeline_log.hpp"

#include <iterator>
#include <utility>

#include "backend.hpp"

namespace ingot::backends {

void timeline_log::add(timeline_entry entry) {
    const std::lock_guard lock(guard_);
    entries_.push_back(std::move(entry));
    if (entries_.size() > kept_timings) entries_.pop_front();
}

std::vector<timeline_entry> timeline_log::take() {
    const std::lock_guard lock(guard_);
    std::vector<timeline_entry> entries(std::make_move_iterator(entries_.begin()), std::make_move_iterator(entries_.end()));
    entries_.clear();
    return entries;
}

}  // namespace ingot::backends

namespace ingot {

std::vector<timeline_entry> take_timeline(queue& queue) {
    backends::timing_interface* const timing = queue.implementation().timing();
    auto all = timing ? timing->take_timeline() : std::vector<timeline_entry>();
    auto shared = queue.sharing_timeline().take();
    all.insert(all.end(), std::make_move_iterator(shared.begin()), std::make_move_iterator(shared.end()));
    return all;
}

}  // namespace ingot
