#include "command_line/view_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "camera/camera_text.hpp"
#include "clock/clock.hpp"
#include "command_line/option_values.hpp"

namespace ingot::shell {

namespace {

/// "30" or "30000/1001".
frame_rate rate_from(std::string_view text) {
    const auto part = [](std::string_view of) {  // 0 where it is no number
        uint32_t number = 0;
        const auto [end, problem] = std::from_chars(of.data(), of.data() + of.size(), number);
        return problem == std::errc {} && end == of.data() + of.size() && number <= 1'000'000 ? number : 0;
    };
    const auto slash = std::min(text.find('/'), text.size());
    const frame_rate rate {part(text.substr(0, slash)), slash == text.size() ? 1 : part(text.substr(slash + 1))};
    const bool divides = rate.numerator > 0 && rate.denominator > 0;
    if (!divides || rate.seconds_of_frame() < 0.001 || rate.seconds_of_frame() > 1.0)
        throw usage_error(
            fmt::format("--fps: '{}' is not what it takes: N or N/M, 1 to 1000 pictures a second, as 60 or 30000/1001", text));
    return rate;
}

}  // namespace

void add_window_options(CLI::App& to, bool& fresh, std::optional<theme::look>& look) {
    add_value(
        to, "--theme", "T",
        [&look](const std::string& text) {
            if (text != "dark" && text != "light")
                throw usage_error(fmt::format("--theme: '{}' is not what it takes: dark or light", text));
            look = text == "light" ? theme::look::light : theme::look::dark;
        },
        "dark or light; without it as it was left, and dark at first");
    to.add_flag("--fresh", fresh, "as at the first start: without the parameters and the layout that the window kept");
}

void add_view_options(CLI::App& to, run_request& into) {
    add_window_options(to, into.fresh, into.look);
    add_value(
        to, "--camera", "VIEW",
        [&into](const std::string& text) {
            try {
                into.camera = camera_from(text);
            } catch (const camera_error& problem) {
                throw usage_error(fmt::format("--camera: {}", problem.what()));
            }
        },
        std::string(camera_takes));
    add_value(
        to, "--view-exposure", "STOPS",
        [&into](const std::string& text) {
            into.exposure_stops = static_cast<float>(real_number("--view-exposure", text, -6.0, 6.0));
        },
        "twice as bright for each stop, -6 to 6; without it 0");
    add_value(
        to, "--paused-at", "N",
        [&into](const std::string& text) { into.paused_at = whole_number("--paused-at", text, 0, 1'000'000'000); },
        "in the window: pause after N frames");
    add_value(
        to, "--clock-speed", "X",
        [&into](const std::string& text) { into.speed = real_number("--clock-speed", text, clock::slowest, clock::fastest); },
        "in the window: steps for each picture, from 0.0625 (slow motion) to 4; without it 1");
    to.add_flag("--fixed-step", into.fixed_step, "in the window: steps of 1/60 s, however long a picture takes");
}

void add_video_options(CLI::App& to, run_request& into) {
    CLI::Option* const video = add_value(
        to, "--video", "FILE",
        [&into](const std::string& text) {
            try {
                into.video = video_target_from(text);
            } catch (const encoder_missing&) {
                throw;
            } catch (const std::exception& problem) {
                throw usage_error(fmt::format("--video: {}", problem.what()));
            }
        },
        fmt::format("write every picture into a video: {}", video_takes));
    add_value(
        to, "--fps", "N", [&into](const std::string& text) { into.video_rate = rate_from(text); },
        "pictures of the video in a second, 1 to 1000, as 60 or 30000/1001, and so how long a step is; without it 60")
        ->needs(video);
}

void check_view_options(const run_request& request) {
    if (!request.headless) return;
    if (request.paused_at) throw usage_error("--paused-at: needs a window; without one --frames says where a run ends");
    if (request.speed != 1.0) throw usage_error("--clock-speed: needs a window; without one a picture follows each step");
}

}  // namespace ingot::shell
