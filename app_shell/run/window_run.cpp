// `ingot` and `ingot run` with a window.
#include <fmt/format.h>

#include "run/commands.hpp"
#include "run/outputs.hpp"
#include "run/stop_signals.hpp"
#include "run/window_loop.hpp"

namespace ingot::shell {

namespace {

/// Returns true if OpenGL reported no error; prints the number of errors otherwise.
bool had_no_graphics_errors(const window& window) {
    if (window.graphics_errors() == 0) return true;
    fmt::print(stderr, "ingot: OpenGL reported {} errors in this run\n", window.graphics_errors());
    return false;
}

/// Returns the request that opens the sample. If the command line has neither a parameter nor a preset, the sample gets
/// its saved parameters. A run of a given number of frames depends on the command line only.
open_request make_opening(const run_request& request, window_loop& loop) {
    open_request opening {
        .sample = request.sample, .device = request.device, .parameters = request.parameters, .preset = request.preset};
    if (request.parameters.empty() && !request.preset && !request.frames && request.uses_saved)
        opening = loop.request_to_open(request.sample, request.device);
    else
        loop.settings_store().override_for_this_run(
            request.sample, request.parameters, [&loop](const std::string& problem) { loop.report_settings_problem(problem); });
    opening.seed = request.seed;
    opening.camera = request.camera;
    opening.exposure_stops = request.exposure_stops;
    opening.paused_at = request.paused_at;
    opening.speed = request.speed;
    opening.fixed_step = request.fixed_step;
    opening.past = request.past;
    return opening;
}

}  // namespace

exit_status run_browser(const browse_request& request, std::span<const sample_description> samples,
                        std::vector<std::string> problems) {
    window_loop loop(samples, {.size = request.size,
                               .ui_scale = request.ui_scale,
                               .look = request.look,
                               .fresh = request.fresh,
                               .problems = std::move(problems)});
    loop.run(std::nullopt);
    return had_no_graphics_errors(loop.main_window()) ? exit_status::done : exit_status::failed;
}

exit_status run_in_window(const run_request& request, std::span<const sample_description> samples,
                          std::vector<std::string> problems) {
    devices_to_try(request.device);  // reports a missing backend before the window opens
    window_loop loop(samples, {.size = request.size,
                               .ui_scale = request.ui_scale,
                               .look = request.look,
                               .fresh = request.fresh,
                               .persists = !request.frames,
                               .video = request.video,
                               .video_rate = request.video_rate,
                               .problems = std::move(problems)});
    loop.set_backend_switches(request.switches);
    stage& stage = loop.current_stage();
    if (!loop.run(make_opening(request, loop), request.frames)) return exit_status::failed;

    if (is_stop_requested() && request.frames && (!stage.running() || stage.running()->time().frames() < *request.frames)) {
        const std::string& kept = loop.kept_part_of_video();
        fmt::print(stderr, "ingot: stopped by a signal before the last frame; no file was written{}{}\n",
                   kept.empty() ? "" : ", except ", kept);
        return exit_status::stopped;
    }
    // A run with --frames must have stepped all its frames. It also fails if any action failed at any time
    // (has_failed), for example opening the sample or a step.
    bool is_successful = had_no_graphics_errors(loop.main_window()) && !loop.capture_failed();
    if (request.frames)
        is_successful &= stage.running() && stage.running()->time().frames() >= *request.frames && !stage.has_failed();
    const bool outputs_asked = !(request.screenshot.empty() && request.stats.empty() && request.save.empty() &&
                                 request.save_state.empty() && request.trace.empty());
    if (outputs_asked && (!stage.running() || stage.is_stuck())) {
        fmt::print(stderr, "ingot: no file was written at the end of the run: {}\n",
                   stage.running() ? "a step of the sample failed" : "the sample was closed before the window");
        return exit_status::failed;
    }
    if (outputs_asked)
        is_successful &= write_outputs(request, *stage.running(), stage.statistics(), stage.drawn_picture().size(),
                                       stage.drawn_picture().read(stage.exposure()));
    return is_successful ? exit_status::done : exit_status::failed;
}

}  // namespace ingot::shell
