// Pictures and videos of what the window shows.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "capture/video_writer.hpp"
#include "stage/stage.hpp"
#include "window/window.hpp"

namespace ingot::shell {

/// What fails here becomes a notice.
class window_capture {
public:
    window_capture(stage& of, const window& in) : acts(of), frame(in) {}

    /// Saves the picture, after this frame, beside where the program was started; with or without the panels over it.
    void save_picture(bool with_panels);

    /// Begins a video, in the same place: as .mp4 where ffmpeg is installed, else as .y4m. Ends the one that is being made.
    void begin_or_end_video();
    /// While it is made the clock takes fixed steps, one picture's time each: the video is even, however long a frame takes.
    void begin_video(const video_target& to, frame_rate rate);
    void end_video();
    bool makes_video() const { return video != nullptr; }
    /// Seconds of the video so far.
    double video_seconds() const;
    bool failed() const { return any_failure; }

    /// To be called when the sample was drawn.
    void after_drawing();
    /// To be called when the panels were drawn, before the window shows it all.
    void before_presenting();

private:
    std::string new_name(const char* extension) const;
    void tell(const std::string& message) { acts.told().add(notices::weight::message, message); }
    template <typename Action>
    bool guarded(Action action);

    stage& acts;
    const window& frame;
    bool whole_wanted = false;  ///< the window with its panels
    std::unique_ptr<video_writer> video;
    const session* of_session = nullptr;
    uint64_t last_frame = 0;  ///< of the clock, in the video
    clock::pace pace_before = clock::pace::real;
    double step_before = clock::fixed_step;
    bool any_failure = false;
};

}  // namespace ingot::shell
