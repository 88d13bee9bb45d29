#include "statistics/frame_trace.hpp"

#include <algorithm>

namespace ingot::shell {

namespace {

struct interval {
    moment start;
    moment end;
};

/// The parts of a frame's time that are already counted for a phase, as sorted intervals that do not overlap.
class covered_time {
public:
    explicit covered_time(const timed_span& frame) : frame_start_(frame.began), frame_end_(frame.ended()) {}

    /// Adds the parts of `spans` that lie inside the frame. Returns the milliseconds that were not covered before.
    double cover(std::span<const timed_span> spans) {
        const auto before = total();
        for (const timed_span& each : spans) {
            const interval interval_in_frame {std::max(each.began, frame_start_), std::min(each.ended(), frame_end_)};
            if (interval_in_frame.start < interval_in_frame.end) add(interval_in_frame);
        }
        return std::chrono::duration<double, std::milli>(total() - before).count();
    }

private:
    void add(interval interval_added) {
        const auto overlaps = [&](const interval& each) {
            return each.start <= interval_added.end && interval_added.start <= each.end;
        };
        for (const interval& each : covered_)
            if (overlaps(each))
                interval_added = {std::min(interval_added.start, each.start), std::max(interval_added.end, each.end)};
        std::erase_if(covered_, overlaps);
        covered_.insert(std::ranges::upper_bound(covered_, interval_added.start, {}, &interval::start), interval_added);
    }
    moment::duration total() const {
        moment::duration sum {};
        for (const interval& each : covered_) sum += each.end - each.start;
        return sum;
    }

    moment frame_start_;
    moment frame_end_;
    std::vector<interval> covered_;
};

std::vector<timed_span> spans_named(const std::vector<timed_span>& spans, std::initializer_list<std::string_view> names) {
    std::vector<timed_span> found;
    for (const timed_span& each : spans)
        if (std::ranges::find(names, each.name) != names.end()) found.push_back(each);
    return found;
}

}  // namespace

std::string_view to_string(phase value) {
    switch (value) {
        case phase::kernels:
            return "kernels";
        case phase::copies:
            return "copies";
        case phase::sharing:
            return "sharing";
        case phase::draw:
            return "draw";
        case phase::present:
            return "present";
    }
    return {};
}

double frame_profile::rest() const {
    double left = whole;
    for (const double each : phase_milliseconds) left -= each;
    return std::max(0.0, left);
}

frame_profile profile_of(const frame_trace& frame) {
    covered_time covered(frame.whole);
    frame_profile profile {frame.number, {}, std::chrono::duration<double, std::milli>(frame.whole.duration).count()};
    const auto set = [&](phase part, std::span<const timed_span> spans) {
        profile.phase_milliseconds[static_cast<size_t>(part)] = covered.cover(spans);
    };
    // The order of these calls matters: time in which phases overlap counts only for the first of them.
    set(phase::kernels, frame.launches);
    set(phase::copies, frame.transfers);
    set(phase::sharing, frame.sharing);
    set(phase::draw, spans_named(frame.parts, {part::draw, part::panels}));
    set(phase::present, spans_named(frame.parts, {part::present}));
    return profile;
}

}  // namespace ingot::shell
