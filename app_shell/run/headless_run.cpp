#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <optional>

#include "capture/video_writer.hpp"
#include "picture/picture.hpp"
#include "run/commands.hpp"
#include "run/frame.hpp"
#include "run/outputs.hpp"
#include "run/progress_bar.hpp"
#include "run/stop_signals.hpp"
#include "statistics/counted.hpp"

namespace ingot::shell {

namespace {

using steady = std::chrono::steady_clock;

void switch_where_due(const run_request& request, session& running, run_statistics& figures) {
    for (const auto& [frame, to] : request.switches) {
        if (frame != running.time().frames()) continue;
        const auto start = std::chrono::steady_clock::now();
        running.switch_device(devices_to_try({to, 0}).front());
        const auto& on = running.running_on();
        figures.switches.push_back({frame, std::string(to_string(on.backend())), on.name(), milliseconds_since(start)});
    }
}

/// When a run ends: after its frames, or, where its picture is wanted, when the sample has finished it.
class end_of_run {
public:
    end_of_run(const run_request& request, const session& of) : running(of), until_finished(!request.output.empty()) {
        if (request.frames || !until_finished) last = request.frames.value_or(default_frames);
    }
    /// 0 to 1. There is one frame at least.
    double done(uint64_t frames) const {
        if (frames == 0) return 0.0;
        const double of_frames = last ? static_cast<double>(frames) / static_cast<double>(*last) : 0.0;
        return until_finished ? std::max(of_frames, running.object().progress().value_or(1.0)) : of_frames;
    }

private:
    const session& running;
    bool until_finished;
    std::optional<uint64_t> last;
};

// False where a signal ended it early.
bool run_frames(const run_request& request, session& running, picture& into, steady::time_point program_start,
                run_statistics& figures) {
    frame_maker frames(running, into, request.camera);
    std::optional<video_writer> video;
    if (request.video) {
        video.emplace(*request.video, into.size(), request.video_rate);
        running.time().set_step(request.video_rate.seconds_of_frame());
    }
    const auto start = steady::now();
    const end_of_run end(request, running);
    progress_bar bar(request.sample.name);
    double done = end.done(0);
    while (done < 1.0) {
        bar.show(done);
        if (stop_asked()) {
            running.finish();
            return false;
        }
        switch_where_due(request, running, figures);
        frames.make(figures);
        if (video) video->add(into.read(std::exp2(request.exposure_stops)));
        if (figures.frames == 1) figures.first_frame_seconds = milliseconds_since(program_start) / 1000.0;
        done = end.done(figures.frames);
    }
    running.finish();
    if (video) {
        video->finish();
        fmt::print("  video       {}: {}\n", video->name(), counted(video->pictures(), "picture"));
    }
    figures.wall_seconds = milliseconds_since(start) / 1000.0;
    return true;
}

}  // namespace

exit_status run_headless(const run_request& request) {
    const auto program_start = steady::now();
    // Devices before the window: a backend that is not here is told of without one.
    const auto candidates = devices_to_try(request.device);
    for (const auto& [frame, to] : request.switches) devices_to_try({to, 0});

    const extent size = request.size.value_or(default_size);
    const window hidden(window::kind::offscreen, "ingot", size);
    picture into(size);
    const auto running = open_session(request.sample, candidates, request.parameters, request.seed, clock::pace::fixed,
                                      [](const std::string& message) { fmt::print(stderr, "ingot: {}\n", message); });
    run_statistics figures;
    figures.preset = request.preset;
    if (!request.trace.empty()) figures.recorder.keep(frame_recorder::most_kept);
    figures.size = size;
    figures.graphics = hidden.graphics_version();
    if (!run_frames(request, *running, into, program_start, figures)) {
        fmt::print(stderr, "ingot: stopped by a signal after {}; nothing was written\n", counted(figures.frames, "frame"));
        return exit_status::stopped;
    }
    const auto rgb = into.read(std::exp2(request.exposure_stops));
    if (hidden.graphics_errors() != 0) {
        fmt::print(stderr, "ingot: OpenGL reported {} errors in this run; nothing was written\n", hidden.graphics_errors());
        return exit_status::failed;
    }
    fmt::print("{} on {}: {}, {:.2f} ms each\n", request.sample.name, describe(running->running_on()),
               counted(figures.frames, "frame"), figures.frame_times.median());
    return write_outputs(request, *running, figures, size, rgb) ? exit_status::done : exit_status::failed;
}

}  // namespace ingot::shell
