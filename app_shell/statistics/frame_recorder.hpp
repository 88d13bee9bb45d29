// Collects what happens in each frame.
#pragma once

#include <deque>
#include <ingot/runtime/timeline.hpp>
#include <span>
#include <vector>

#include "statistics/frame_trace.hpp"
#include "statistics/time_series.hpp"

namespace ingot::shell {

class frame_recorder {
public:
    /// Traces that a file of a reasonable size holds.
    static constexpr size_t most_kept = 20'000;

    /// Keeps the traces of so many of the newest frames, and the profiles of many more.
    explicit frame_recorder(size_t kept_traces) : most_traces(kept_traces) {}
    void keep(size_t traces) { most_traces = traces; }

    void begin(uint64_t number);
    /// From the end of the last part, or the frame's beginning, until now.
    void part_ended(std::string_view name);
    /// With the timeline of the session's queue since the last frame's end.
    void end(std::span<const timeline_entry> ran);

    /// Of the device before: another device's frames are another series.
    void clear();

    const std::deque<frame_trace>& traces() const { return kept; }
    /// The newest, at the end.
    std::span<const frame_profile> profiles() const { return made; }

private:
    size_t most_traces;
    bool recording = false;
    moment last_end {};
    frame_trace now;
    std::deque<frame_trace> kept;
    std::vector<frame_profile> made;
};

}  // namespace ingot::shell
