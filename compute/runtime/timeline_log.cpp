#include "timeline_log.hpp"

#include <iterator>
#include <utility>

#include "backend.hpp"

namespace ingot::backends {

void timeline_log::add(timeline_entry one) {
    const std::lock_guard lock(guard);
    entries.push_back(std::move(one));
    if (entries.size() > kept_timings) entries.pop_front();
}

std::vector<timeline_entry> timeline_log::take() {
    const std::lock_guard lock(guard);
    std::vector<timeline_entry> taken(std::make_move_iterator(entries.begin()), std::make_move_iterator(entries.end()));
    entries.clear();
    return taken;
}

}  // namespace ingot::backends

namespace ingot {

std::vector<timeline_entry> take_timeline(queue& of) {
    backends::timing_interface* const told = of.implementation().timing();
    auto all = told ? told->take_timeline() : std::vector<timeline_entry>();
    auto shared = of.sharing_log().take();
    all.insert(all.end(), std::make_move_iterator(shared.begin()), std::make_move_iterator(shared.end()));
    return all;
}

}  // namespace ingot
