#include "command_line/view_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "camera/camera_text.hpp"
#include "capture/output_file.hpp"
#include "clock/clock.hpp"
#include "command_line/option_values.hpp"

namespace ingot::shell {

namespace {

/// Parses "30" or "30000/1001".
frame_rate parse_frame_rate(std::string_view text) {
    const auto part = [](std::string_view digits) {  // returns 0 if the text is not a number
        uint32_t number = 0;
        const auto [end, problem] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
        return problem == std::errc {} && end == digits.data() + digits.size() && number <= 1'000'000 ? number : 0;
    };
    const auto slash = std::min(text.find('/'), text.size());
    const frame_rate rate {part(text.substr(0, slash)), slash == text.size() ? 1 : part(text.substr(slash + 1))};
    const bool is_positive = rate.numerator > 0 && rate.denominator > 0;
    if (!is_positive || rate.seconds_of_frame() < 0.001 || rate.seconds_of_frame() > 1.0)
        throw usage_error(fmt::format(
            "--fps: '{}' is invalid; expected N or N/M, 1 to 1000 frames per second, such as 60 or 30000/1001", text));
    return rate;
}

}  // namespace

void add_window_options(CLI::App& app, bool& fresh, std::optional<theme::look>& look) {
    add_value(
        app, "--theme", "T",
        [&look](const std::string& text) {
            if (text != "dark" && text != "light")
                throw usage_error(fmt::format("--theme: '{}' is invalid; expected dark or light", text));
            look = text == "light" ? theme::look::light : theme::look::dark;
        },
        "dark or light; default: the last one used, or dark");
    app.add_flag("--fresh", fresh, "ignore the parameters and the layout that the window saved");
}

void add_view_options(CLI::App& app, run_request& request) {
    add_window_options(app, request.fresh, request.look);
    add_value(
        app, "--camera", "VIEW",
        [&request](const std::string& text) {
            try {
                request.camera = parse_camera(text);
            } catch (const camera_error& problem) {
                throw usage_error(fmt::format("--camera: {}", problem.what()));
            }
        },
        std::string(camera_format));
    add_value(
        app, "--view-exposure", "STOPS",
        [&request](const std::string& text) {
            request.exposure_stops = static_cast<float>(parse_real_number("--view-exposure", text, -6.0, 6.0));
        },
        "exposure of the view: each stop doubles the brightness, -6 to 6; default: 0");
    add_value(
        app, "--paused-at", "N",
        [&request](const std::string& text) { request.paused_at = parse_whole_number("--paused-at", text, 0, 1'000'000'000); },
        "in the window: pause after N frames");
    add_value(
        app, "--clock-speed", "X",
        [&request](const std::string& text) {
            request.speed = parse_real_number("--clock-speed", text, clock::slowest, clock::fastest);
        },
        "in the window: how many steps the sample makes for each picture, from 0.0625 (slow motion: one step in 16 pictures) to "
        "4; "
        "the length of a step stays the same; default: 1");
    app.add_flag("--fixed-step", request.fixed_step,
                 "in the window: each step is 1/60 s long; without this option it is as long as the time since the last step");
}

void add_video_options(CLI::App& app, run_request& request) {
    CLI::Option* const video = add_value(
        app, "--video", "FILE",
        [&request](const std::string& text) {
            try {
                request.video = parse_video_target(text);
            } catch (const missing_encoder&) {
                throw;
            } catch (const unwritable_file& problem) {
                throw unwritable_file(fmt::format("--video: {}", problem.what()));
            } catch (const std::exception& problem) {
                throw usage_error(fmt::format("--video: {}", problem.what()));
            }
        },
        fmt::format("write every frame to a video: {}", video_formats));
    add_value(
        app, "--fps", "N", [&request](const std::string& text) { request.video_rate = parse_frame_rate(text); },
        "frames per second of the video, 1 to 1000, such as 60 or 30000/1001; also sets the length of a step; "
        "default: 60")
        ->needs(video);
}

void check_view_options(const run_request& request) {
    if (!request.headless) return;
    if (request.paused_at) throw usage_error("--paused-at: needs a window; without a window use --frames to end the run");
    if (request.speed != 1.0) throw usage_error("--clock-speed: needs a window; without a window there is one step per frame");
}

}  // namespace ingot::shell
