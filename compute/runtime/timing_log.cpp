#include "timing_log.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "backend.hpp"

namespace ingot::backends {

namespace {

template <typename Timing>
void keep(std::deque<Timing>& in, Timing one) {
    in.push_back(std::move(one));
    if (in.size() > kept_timings) in.pop_front();
}

template <typename Timing>
std::vector<Timing> take(std::deque<Timing>& from) {
    std::vector<Timing> taken(std::make_move_iterator(from.begin()), std::make_move_iterator(from.end()));
    from.clear();
    return taken;
}

}  // namespace

void timing_log::add(timed_command what, const stretch& when) {
    if (what.launched.empty() && !what.moved) return;
    // One after the other, also where a device's clock was brought to the host's a little better for the second than for the
    // first.
    const auto began = std::max(when.began, newest_end);
    newest_end = began + std::chrono::duration_cast<std::chrono::steady_clock::duration>(when.duration);
    using kind = timeline_entry::kind;
    if (what.moved)
        entries.add({kind::transfer, std::string(to_string(what.moved->how)), what.moved->bytes, began, when.duration});
    else
        entries.add({kind::launch, what.launched, 0, began, when.duration});
    if (what.moved)
        keep(transfers, transfer_timing {what.moved->how, what.moved->bytes, when.duration});
    else
        keep(launches, launch_timing {std::move(what.launched), when.duration});
}

std::vector<launch_timing> timing_log::take_launches() { return take(launches); }
std::vector<transfer_timing> timing_log::take_transfers() { return take(transfers); }

}  // namespace ingot::backends
