#include <fmt/format.h>

#include "run/commands.hpp"
#include "run/outputs.hpp"
#include "run/stop_signals.hpp"
#include "run/window_loop.hpp"

namespace ingot::shell {

namespace {

bool graphics_were_right(const window& in) {
    if (in.graphics_errors() == 0) return true;
    fmt::print(stderr, "ingot: OpenGL reported {} errors in this run\n", in.graphics_errors());
    return false;
}

/// Without a parameter or a preset, the sample comes back as it was left.
opening opening_of(const run_request& request, window_loop& in) {
    const auto told = [&in](const std::string& problem) { in.on_stage().told().add(notices::weight::message, problem); };
    const bool as_before = request.parameters.empty() && !request.preset;
    return {.sample = request.sample,
            .device = request.device,
            .parameters = as_before ? in.memory().parameters_to_open(request.sample, told) : request.parameters,
            .preset = request.preset,
            .seed = request.seed,
            .camera = request.camera,
            .exposure_stops = request.exposure_stops,
            .paused_at = request.paused_at,
            .speed = request.speed,
            .fixed_step = request.fixed_step};
}

}  // namespace

exit_status run_browser(const browse_request& request, std::span<const sample_description> samples) {
    window_loop loop(samples, {.size = request.size, .ui_scale = request.ui_scale, .look = request.look, .fresh = request.fresh});
    loop.run(std::nullopt);
    return graphics_were_right(loop.shown_in()) ? exit_status::done : exit_status::failed;
}

exit_status run_in_window(const run_request& request, std::span<const sample_description> samples) {
    devices_to_try(request.device);  // a backend that is not here is told of before a window opens
    window_loop loop(samples, {.size = request.size,
                               .ui_scale = request.ui_scale,
                               .look = request.look,
                               .fresh = request.fresh,
                               .keeps = !request.frames,
                               .video = request.video,
                               .video_rate = request.video_rate});
    loop.set_switches(request.switches);
    stage& on = loop.on_stage();
    if (!loop.run(opening_of(request, loop), request.frames)) return exit_status::failed;

    if (stop_asked() && request.frames && (!on.running() || on.running()->time().frames() < *request.frames)) {
        fmt::print(stderr, "ingot: stopped by a signal before the last frame; nothing was written\n");
        return exit_status::stopped;
    }
    bool all = graphics_were_right(loop.shown_in()) && !loop.capture_failed();
    if (request.frames) all &= on.running() && on.running()->time().frames() >= *request.frames && !on.any_failure();
    const bool outputs_asked = !(request.screenshot.empty() && request.stats.empty() && request.save.empty() &&
                                 request.save_state.empty() && request.trace.empty());
    if (outputs_asked && (!on.running() || on.stuck())) {
        fmt::print(stderr, "ingot: nothing was written: the sample {}\n",
                   on.running() ? "had failed" : "was closed before the window was");
        return exit_status::failed;
    }
    if (outputs_asked)
        all &= write_outputs(request, *on.running(), on.statistics(), on.shown().size(), on.shown().read(on.exposure()));
    return all ? exit_status::done : exit_status::failed;
}

}  // namespace ingot::shell
