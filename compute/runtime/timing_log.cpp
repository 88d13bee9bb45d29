#include "timing_log.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "backend.hpp"

namespace ingot::backends {

namespace {

template <typename Timing>
void keep(std::deque<Timing>& log, Timing timing) {
    log.push_back(std::move(timing));
    if (log.size() > kept_timings) log.pop_front();
}

template <typename Timing>
std::vector<Timing> take(std::deque<Timing>& log) {
    std::vector<Timing> timings(std::make_move_iterator(log.begin()), std::make_move_iterator(log.end()));
    log.clear();
    return timings;
}

}  // namespace

void timing_log::add(timed_command command, const time_span& span) {
    if (command.kernel_name.empty() && !command.transfer) return;
    // Commands of an in-order queue do not overlap. But the conversion to the host's clock changes with each command, so a
    // converted start can be before the end of the previous command. Such a start is moved to that end.
    const auto began = std::max(span.start, newest_end_);
    newest_end_ = began + std::chrono::duration_cast<std::chrono::steady_clock::duration>(span.duration);
    using kind = timeline_entry::kind;
    if (command.transfer)
        entries_.add(
            {kind::transfer, std::string(to_string(command.transfer->direction)), command.transfer->bytes, began, span.duration});
    else
        entries_.add({kind::launch, command.kernel_name, 0, began, span.duration});
    if (command.transfer)
        keep(transfers_, transfer_timing {command.transfer->direction, command.transfer->bytes, span.duration});
    else
        keep(launches_, launch_timing {std::move(command.kernel_name), span.duration});
}

std::vector<launch_timing> timing_log::take_launches() { return take(launches_); }
std::vector<transfer_timing> timing_log::take_transfers() { return take(transfers_); }

}  // namespace ingot::backends
