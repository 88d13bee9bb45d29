#include "run/window_capture.hpp"

#include <fmt/format.h>

#include <ingot/media/picture_file.hpp>
#include <utility>

#include "capture/output_file.hpp"
#include "clock/time_stamp.hpp"
#include "statistics/counted.hpp"

namespace ingot::shell {

template <typename Action>
bool window_capture::guarded(Action action) {
    try {
        action();
        return true;
    } catch (const std::exception& problem) {
        any_failure = true;
        acts.told().add(notices::weight::failure, problem.what());
        fmt::print(stderr, "ingot: {}\n", problem.what());
        return false;
    }
}

/// A name that is not there yet: several pictures can be saved within a second.
std::string window_capture::new_name(const char* extension) const {
    const auto stem = fmt::format("{}-{}", acts.running() ? acts.running()->description().name : "ingot", time_stamp());
    std::string name = stem + extension;
    for (int i = 2; std::filesystem::exists(name); ++i) name = fmt::format("{}-{}{}", stem, i, extension);
    return name;
}

void window_capture::save_picture(bool with_panels) {
    if (with_panels) {
        whole_wanted = true;
        return;
    }
    acts.later("Saving the picture", [this] {
        const std::string name = new_name(".png");
        const auto [width, height] = acts.shown().size();
        replace_file(name, media::encode_png(width, height, acts.shown().read(acts.exposure())));
        tell(fmt::format("Saved {}", std::filesystem::absolute(name).string()));
    });
}

void window_capture::before_presenting() {
    if (!std::exchange(whole_wanted, false)) return;
    guarded([this] {
        const std::string name = new_name(".png");
        const auto [width, height] = frame.pixels();
        replace_file(name, media::encode_png(width, height, frame.read()));
        tell(fmt::format("Saved {}, with its panels", std::filesystem::absolute(name).string()));
    });
}

void window_capture::begin_or_end_video() {
    if (video) return end_video();
    const std::string name = new_name(has_ffmpeg() ? ".mp4" : ".y4m");
    guarded([&] { begin_video(video_target_from(name), {}); });
}

void window_capture::begin_video(const video_target& to, frame_rate rate) {
    guarded([&] {
        video = std::make_unique<video_writer>(to, acts.shown().size(), rate);
        of_session = acts.running();
        clock& time = acts.running()->time();
        pace_before = time.goes_by();
        step_before = time.step();
        time.set_pace(clock::pace::fixed);
        time.set_step(rate.seconds_of_frame());
        last_frame = time.frames();
    });
}

double window_capture::video_seconds() const {
    return video ? static_cast<double>(video->pictures()) * video->rate().seconds_of_frame() : 0.0;
}

void window_capture::end_video() {
    if (!video) return;
    if (acts.running() && acts.running() == of_session) {
        acts.running()->time().set_pace(pace_before);
        acts.running()->time().set_step(step_before);
    }
    const auto ended = std::exchange(video, nullptr);
    guarded([&] {
        ended->finish();
        tell(fmt::format("The video is in {}: {}", ended->name(), counted(ended->pictures(), "picture")));
    });
}

void window_capture::after_drawing() {
    if (!video) return;
    if (acts.running() != of_session) return end_video();
    if (acts.shown().size() != video->size()) {
        tell("The video ends here: the window has another size now");
        return end_video();
    }
    const clock& time = acts.running()->time();
    if (time.paused() && time.frames() == last_frame) return;
    last_frame = time.frames();
    if (!guarded([this] { video->add(acts.shown().read(acts.exposure())); })) end_video();
}

}  // namespace ingot::shell
