// Records the timeline of each frame.
#pragma once

#include <deque>
#include <ingot/runtime/timeline.hpp>
#include <span>
#include <vector>

#include "statistics/frame_trace.hpp"
#include "statistics/time_series.hpp"

namespace ingot::shell {

/// Call begin(), then part_ended() after each part of the host's work, then end(), in every frame.
class frame_recorder {
public:
    /// The largest number of frames to trace, which keeps trace files at a reasonable size.
    static constexpr size_t max_kept_traces = 20'000;

    /// Keeps the traces of the newest `kept_traces` frames, and the profiles, which are much smaller, of at least the newest
    /// 100,000 frames.
    explicit frame_recorder(size_t kept_traces) : kept_traces_(kept_traces) {}
    void set_kept_traces(size_t traces) { kept_traces_ = traces; }

    /// `inputs` is the number of events of the keyboard and the mouse whose effects the frame shows.
    void begin(uint64_t number, uint32_t inputs = 0);
    /// Adds inputs that have arrived since the frame began.
    void add_inputs(uint32_t inputs) { current_.inputs += inputs; }
    /// Records a part that lasted from the end of the previous part (or the frame's beginning) until now.
    void part_ended(std::string_view name);
    /// Ends the frame. `ran` is the timeline of the session's queue since the end of the previous frame.
    void end(std::span<const timeline_entry> ran);

    /// Removes all records. Call it when the device changes, so that the statistics cover one device only.
    void clear();

    const std::deque<frame_trace>& traces() const { return traces_; }
    /// The profiles of the frames, the newest last.
    std::span<const frame_profile> profiles() const { return profiles_; }

private:
    size_t kept_traces_;
    bool is_recording_ = false;
    moment last_end_ {};
    frame_trace current_;
    std::deque<frame_trace> traces_;
    std::vector<frame_profile> profiles_;
};

}  // namespace ingot::shell
