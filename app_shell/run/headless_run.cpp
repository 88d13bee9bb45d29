// `ingot run --headless`: runs a sample without a window, in fixed steps. Writes the video during the run and all other
// files at the end.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <optional>
#include <stdexcept>

#include "capture/video_writer.hpp"
#include "picture/picture.hpp"
#include "run/commands.hpp"
#include "run/frame_maker.hpp"
#include "run/outputs.hpp"
#include "run/progress_bar.hpp"
#include "run/stop_signals.hpp"
#include "statistics/count_text.hpp"

namespace ingot::shell {

namespace {

using steady = std::chrono::steady_clock;

/// Switches the device if the command line requests a switch before the next frame. Throws std::runtime_error if the
/// state is lost. Otherwise the simulation would start again from frame 0, and at the requested frame the run would switch
/// a second time.
void switch_if_due(const run_request& request, session& running, run_statistics& statistics) {
    for (const auto& [frame, backend] : request.switches) {
        if (frame != running.time().frames()) continue;
        const auto start = std::chrono::steady_clock::now();
        const std::string before = describe(running.current_device());
        if (!running.switch_device(devices_to_try({backend, 0}).front()))
            throw std::runtime_error(
                fmt::format("--switch-backend: the state of frame {} could not be read from {}", frame, before));
        const auto& device = running.current_device();
        statistics.switches.push_back(
            {frame, std::string(to_string(device.backend())), device.name(), milliseconds_since(start)});
    }
}

/// Decides when a run ends: with --frames after that number of frames; with --output when the sample has finished its
/// picture; with both, whichever comes first; with neither, after default_frames.
class end_of_run {
public:
    end_of_run(const run_request& request, const session& session) : running_(session), until_finished_(!request.output.empty()) {
        if (request.frames || !until_finished_) last_ = request.frames.value_or(default_frames);
    }
    /// Returns the progress after this number of frames, 0 to 1; 1 ends the run. A run has at least one frame.
    double progress(uint64_t frames) const {
        if (frames == 0) return 0.0;
        const double of_frames = last_ ? static_cast<double>(frames) / static_cast<double>(*last_) : 0.0;
        return until_finished_ ? std::max(of_frames, running_.loaded_sample().progress().value_or(1.0)) : of_frames;
    }

private:
    const session& running_;
    bool until_finished_;
    std::optional<uint64_t> last_;  ///< largest number of frames
};

// Runs all frames, and adds each frame to the video if there is one. Returns false if a signal stopped the run.
bool run_frames(const run_request& request, session& running, picture& picture, steady::time_point run_start,
                run_statistics& statistics, std::optional<video_writer>& video) {
    frame_maker frames(running, picture, request.camera);
    if (video) running.time().set_step(request.video_rate.seconds_of_frame());
    const auto start = steady::now();
    const end_of_run end(request, running);
    progress_bar bar(request.sample.name);
    double progress = end.progress(0);
    while (progress < 1.0) {
        bar.show(progress);
        if (is_stop_requested()) {
            running.finish();
            return false;
        }
        switch_if_due(request, running, statistics);
        frames.make(statistics);
        if (video) video->add(picture.read(std::exp2(request.exposure_stops)));
        if (statistics.frames == 1) statistics.first_frame_seconds = milliseconds_since(run_start) / 1000.0;
        progress = end.progress(statistics.frames);
    }
    running.finish();
    statistics.wall_seconds = milliseconds_since(start) / 1000.0;
    return true;
}

}  // namespace

exit_status run_headless(const run_request& request) {
    const auto run_start = steady::now();
    // The devices are found before the OpenGL context is created, so that a missing backend is reported first.
    const auto candidates = devices_to_try(request.device);
    for (const auto& [frame, backend] : request.switches) devices_to_try({backend, 0});

    const extent size = request.size.value_or(default_size);
    const window hidden(window::kind::offscreen, "ingot", size);
    picture picture(size);
    const auto running = open_session(request.sample, candidates, request.parameters, request.seed, clock::pace::fixed,
                                      [](const std::string& message) { fmt::print(stderr, "ingot: {}\n", message); });
    repeat_past(*running, request.past);
    run_statistics statistics;
    statistics.preset = request.preset;
    if (!request.trace.empty()) statistics.recorder.set_kept_traces(frame_recorder::max_kept_traces);
    statistics.size = size;
    statistics.graphics_version = hidden.graphics_version();
    std::optional<video_writer> video;
    if (request.video) video.emplace(*request.video, picture.size(), request.video_rate);
    // Names what was written although the run has no result.
    const auto exception = [&] {
        const std::string kept = video ? video->kept_part() : "";
        return kept.empty() ? "" : ", except " + kept;
    };
    if (!run_frames(request, *running, picture, run_start, statistics, video)) {
        fmt::print(stderr, "ingot: stopped by a signal after {}; no file was written{}\n", count_text(statistics.frames, "frame"),
                   exception());
        return exit_status::stopped;
    }
    const auto rgb = picture.read(std::exp2(request.exposure_stops));
    if (hidden.graphics_errors() != 0) {
        fmt::print(stderr, "ingot: OpenGL reported {} errors in this run; no file was written{}\n", hidden.graphics_errors(),
                   exception());
        return exit_status::failed;
    }
    if (video) {
        video->finish();
        fmt::print("  video       {}: {}\n", video->name(), count_text(video->pictures(), "picture"));
    }
    fmt::print("{} on {}: {}, {:.2f} ms each\n", request.sample.name, describe(running->current_device()),
               count_text(statistics.frames, "frame"), statistics.frame_times.median());
    return write_outputs(request, *running, statistics, size, rgb) ? exit_status::done : exit_status::failed;
}

}  // namespace ingot::shell
