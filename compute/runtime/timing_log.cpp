#include "timing_log.hpp"

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

void timing_log::add(timed_command what, std::chrono::nanoseconds duration) {
    if (what.moved)
        keep(transfers, transfer_timing {what.moved->how, what.moved->bytes, duration});
    else if (!what.launched.empty())
        keep(launches, launch_timing {std::move(what.launched), duration});
}

std::vector<launch_timing> timing_log::take_launches() { return take(launches); }
std::vector<transfer_timing> timing_log::take_transfers() { return take(transfers); }

}  // namespace ingot::backends
