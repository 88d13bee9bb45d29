// Saves pictures and videos of the window.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "capture/video_writer.hpp"
#include "stage/stage.hpp"
#include "window/window.hpp"

namespace ingot::shell {

/// Saves pictures and videos of the running sample, by default into the current directory. Errors become notices and lines
/// on stderr.
class window_capture {
public:
    window_capture(stage& stage, const window& window) : stage_(stage), window_(window) {}

    /// Requests a picture. Without the panels it is the picture of the sample that was drawn last, saved before the next frame
    /// is stepped. With the panels it is the whole window, saved when the frame that is being made, or else the next frame,
    /// has been drawn. A notice names the file.
    void save_picture(bool with_panels);

    /// Ends the video if one is being recorded. Otherwise begins one, as .mp4 if ffmpeg is installed, else as .y4m.
    void begin_or_end_video();
    /// Begins a video. Until its end the clock advances in fixed steps of the duration of one picture, so that the
    /// video plays evenly even if frames take long.
    void begin_video(const video_target& target, frame_rate rate);
    void end_video();
    /// Ends the video without a result. Returns what is left of it (video_writer::kept_part).
    std::string drop_video();
    bool is_recording() const { return video_ != nullptr; }
    /// Duration of the video so far, in seconds.
    double video_seconds() const;
    bool has_failed() const { return has_failed_; }

    /// Call this after the sample was drawn. Adds the picture to the video, unless the clock is paused and no single step
    /// was made. Ends the video if the sample or the size of the picture has changed.
    void after_drawing();
    /// Will before_presenting() save a picture?
    bool waits_for_panels() const { return panels_requested_; }
    /// Call this after the panels were drawn and before the window is presented. Saves a picture with panels if one is
    /// requested.
    void before_presenting();

private:
    std::unique_ptr<video_writer> take_video();
    std::string new_name(const char* extension) const;
    void notify(const std::string& message) { stage_.notice_list().add(notices::severity::message, message); }
    template <typename Action>
    bool try_or_notify(Action action);

    stage& stage_;
    const window& window_;
    bool panels_requested_ = false;  ///< a picture with panels is requested
    std::unique_ptr<video_writer> video_;
    const session* session_ = nullptr;
    uint64_t last_frame_ = 0;  ///< the clock's frame that was added last
    clock::pace pace_before_ = clock::pace::real;
    double step_before_ = clock::fixed_step;
    bool has_failed_ = false;
};

}  // namespace ingot::shell
