#include "run/window_capture.hpp"

#include <fmt/format.h>

#include <ingot/media/picture_file.hpp>
#include <utility>

#include "capture/output_file.hpp"
#include "clock/time_stamp.hpp"
#include "statistics/count_text.hpp"

namespace ingot::shell {

/// Calls `action` and returns true. If `action` throws, reports the exception in a notice and on stderr, and returns false.
template <typename Action>
bool window_capture::try_or_notify(Action action) {
    try {
        action();
        return true;
    } catch (const std::exception& problem) {
        has_failed_ = true;
        stage_.notice_list().add(notices::severity::failure, problem.what());
        fmt::print(stderr, "ingot: {}\n", problem.what());
        return false;
    }
}

/// Returns a file name that is not in use. The time stamp alone is not enough: several pictures can be saved within a
/// second.
std::string window_capture::new_name(const char* extension) const {
    const auto stem = fmt::format("{}-{}", stage_.running() ? stage_.running()->description().name : "ingot", time_stamp());
    std::string name = stem + extension;
    for (int i = 2; std::filesystem::exists(name); ++i) name = fmt::format("{}-{}{}", stem, i, extension);
    return name;
}

void window_capture::save_picture(bool with_panels) {
    if (with_panels) {
        panels_requested_ = true;
        return;
    }
    stage_.defer("Saving the picture", [this] {
        const std::string name = new_name(".png");
        stage_.draw_for_file();
        const auto [width, height] = stage_.drawn_picture().size();
        replace_file(name, media::encode_png(width, height, stage_.drawn_picture().read(stage_.exposure())));
        notify(fmt::format("Saved {}", std::filesystem::absolute(name).string()));
    });
}

void window_capture::before_presenting() {
    if (!std::exchange(panels_requested_, false)) return;
    try_or_notify([this] {
        const std::string name = new_name(".png");
        const auto [width, height] = window_.pixels();
        replace_file(name, media::encode_png(width, height, window_.read()));
        notify(fmt::format("Saved {} (with the panels)", std::filesystem::absolute(name).string()));
    });
}

void window_capture::begin_or_end_video() {
    if (video_) return end_video();
    const std::string name = new_name(has_ffmpeg() ? ".mp4" : ".y4m");
    try_or_notify([&] { begin_video(parse_video_target(name), {}); });
}

void window_capture::begin_video(const video_target& target, frame_rate rate) {
    try_or_notify([&] {
        video_ = std::make_unique<video_writer>(target, stage_.drawn_picture().size(), rate);
        session_ = stage_.running();
        clock& time = stage_.running()->time();
        pace_before_ = time.current_pace();
        step_before_ = time.step();
        time.set_pace(clock::pace::fixed);
        time.set_step(rate.seconds_of_frame());
        last_frame_ = time.frames();
    });
}

double window_capture::video_seconds() const {
    return video_ ? static_cast<double>(video_->pictures()) * video_->rate().seconds_of_frame() : 0.0;
}

std::unique_ptr<video_writer> window_capture::take_video() {
    if (video_ && stage_.running() && stage_.running() == session_) {
        stage_.running()->time().set_pace(pace_before_);
        stage_.running()->time().set_step(step_before_);
    }
    return std::exchange(video_, nullptr);
}

std::string window_capture::drop_video() {
    const auto writer = take_video();
    return writer ? writer->kept_part() : std::string();
}

void window_capture::end_video() {
    const auto writer = take_video();
    if (!writer) return;
    try_or_notify([&] {
        writer->finish();
        notify(fmt::format("Saved the video {}: {}", std::filesystem::absolute(writer->name()).string(),
                           count_text(writer->pictures(), "picture")));
    });
}

void window_capture::after_drawing() {
    if (!video_) return;
    if (stage_.running() != session_) return end_video();
    if (stage_.drawn_picture().size() != video_->size()) {
        notify("The video has ended because the size of the window has changed");
        return end_video();
    }
    const clock& time = stage_.running()->time();
    if (time.is_paused() && time.frames() == last_frame_) return;
    last_frame_ = time.frames();
    if (!try_or_notify([this] { video_->add(stage_.drawn_picture().read(stage_.exposure())); })) end_video();
}

}  // namespace ingot::shell
