#include "command_line/compare_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <system_error>

#include "capture/output_file.hpp"
#include "command_line/option_parser.hpp"
#include "command_line/option_values.hpp"
#include "command_line/parameter_options.hpp"

namespace ingot::shell {

namespace {

constexpr const char* compare_description =
    " [OPTIONS] [the sample's own parameters]\n\n"
    "Runs a sample without a window on two devices in lockstep, from the same state, and reports for each frame how much their\n"
    "pictures and states differ: the largest difference of a channel and its position, PSNR, the share of pixels that differ,\n"
    "and the arrays of the state that differ. FLIP is computed for the last frame only.";
constexpr const char* compare_statuses =
    "Exit status: 0 all frames were compared and no given limit (--tolerance, --flip, --exact-state) was exceeded; 1 a limit\n"
    "was exceeded or a device failed; 2 the command line is wrong and nothing was run; 3 one of the devices is not on this\n"
    "machine; 4 a signal stopped the run before its last frame and nothing was written.";

// Parses "opencl" or "opencl:1".
device_request parse_device(std::string_view text) {
    const size_t colon = text.find(':');
    device_request request {parse_backend("--backends", text.substr(0, colon)), 0};
    if (colon != std::string_view::npos) request.index = parse_device_index("--backends", text.substr(colon + 1));
    return request;
}

std::vector<device_request> parse_two_devices(const std::string& text) {
    const size_t comma = text.find(',');
    if (comma == std::string::npos || text.find(',', comma + 1) != std::string::npos)
        throw usage_error(
            fmt::format("--backends: '{}' is invalid; expected two backends, such as cpu-debug,opencl or cuda:0,cuda:1", text));
    return {parse_device(std::string_view(text).substr(0, comma)), parse_device(std::string_view(text).substr(comma + 1))};
}

// Accepts a .png file, or a folder, which it creates.
std::filesystem::path parse_pictures_path(const std::string& text) {
    std::filesystem::path path(text);
    std::string ending = path.extension().string();
    std::ranges::transform(ending, ending.begin(),
                           [](char each) { return static_cast<char>(std::tolower(static_cast<unsigned char>(each))); });
    std::error_code problem;
    if (ending == ".png" && !std::filesystem::is_directory(path, problem)) return parse_output_path("--output", text, ".png");
    constexpr std::array others {".jpg", ".jpeg", ".hdr", ".exr", ".bmp", ".gif", ".tga", ".tif", ".tiff", ".webp", ".ppm"};
    if (std::ranges::find(others, ending) != others.end())
        throw usage_error(fmt::format("--output: '{}' is invalid; expected the name of a .png file or of a folder", text));
    std::filesystem::create_directories(path, problem);
    if (problem) throw unwritable_file(fmt::format("--output: cannot create the folder '{}': {}", text, problem.message()));
    return path;
}

void add_scene_options(CLI::App& app, compare_request& request) {
    add_value(
        app, "--backends", "A,B", [&](const std::string& text) { request.devices = parse_two_devices(text); },
        fmt::format("two of {}, the reference first; an index selects a device: opencl:1; default: the {} device and the "
                    "fastest other device",
                    backend_names(" and "), reference_backend().title));
    add_preset(app, request.preset);
    add_value(
        app, "--frames", "N",
        [&](const std::string& text) { request.frames = parse_whole_number("--frames", text, 1, 1'000'000'000); },
        fmt::format("number of frames to run; default: {}", request.frames));
    add_value(
        app, "--every", "N",
        [&](const std::string& text) { request.every = parse_whole_number("--every", text, 1, 1'000'000'000); },
        "compare every N-th frame and the last; default: every frame");
    add_value(
        app, "--resync", "N",
        [&](const std::string& text) { request.resync = parse_whole_number("--resync", text, 1, 1'000'000'000); },
        "copy the state of the first device to the second every N frames: with 1, each frame shows the difference that one step "
        "makes; default: never, so that differences accumulate from the first frame on");
    add_value(
        app, "--size", "WxH", [&](const std::string& text) { request.size = parse_size("--size", text); },
        fmt::format("size of the pictures in pixels; default: {}x{}", request.size.width, request.size.height));
    add_value(
        app, "--seed", "S", [&](const std::string& text) { request.seed = parse_whole_number("--seed", text, 0, UINT64_MAX); },
        "seed of the initial state; default: 1");
}

void add_limits(CLI::App& app, comparison_limits& limits) {
    add_value(
        app, "--tolerance", "N",
        [&](const std::string& text) { limits.tolerance = static_cast<int>(parse_whole_number("--tolerance", text, 0, 255)); },
        "largest allowed difference of a channel in any compared frame, 0 to 255")
        ->group("Limits (exit status 1 if one is exceeded)");
    add_value(
        app, "--flip", "X", [&](const std::string& text) { limits.max_flip = parse_real_number("--flip", text, 0.0, 1.0); },
        "largest allowed mean of FLIP in the last frame, 0 to 1")
        ->group("Limits (exit status 1 if one is exceeded)");
    app.add_flag("--exact-state", limits.exact_state, "the states must be equal byte for byte in every compared frame")
        ->group("Limits (exit status 1 if one is exceeded)");
}

void add_outputs(CLI::App& app, compare_request& request) {
    add_value(
        app, "--output", "DIR|FILE.png", [&](const std::string& text) { request.output = parse_pictures_path(text); },
        "write the pictures of the last frame: first.png, second.png, difference.png and flip.png into a folder, which is "
        "created; or first, second and difference side by side into one file")
        ->group("Files written at the end");
    add_value(
        app, "--amplify", "N",
        [&](const std::string& text) { request.amplify = static_cast<int>(parse_whole_number("--amplify", text, 1, 255)); },
        fmt::format("factor of the difference in its picture; default: {}", request.amplify))
        ->group("Files written at the end");
    add_value(
        app, "--json", "FILE.json", [&](const std::string& text) { request.json = parse_output_path("--json", text, ".json"); },
        "write all results of all frames, parameters, devices and versions")
        ->group("Files written at the end");
}

}  // namespace

command parse_compare(std::span<const std::string> arguments, std::span<const sample_description> samples) {
    compare_request request;
    sample_arguments selection;
    const auto app = make_sample_app("Compare two devices.", "ingot compare", arguments, samples, compare_description);
    app->footer(help_footer(compare_statuses));
    add_scene_options(*app, request);
    add_limits(*app, request.limits);
    add_outputs(*app, request);
    const auto describe = [](const sample_description& sample) { return "Compare two devices on " + sample.title; };
    if (auto help = parse_sample_command(*app, "ingot compare", arguments, samples, describe, selection)) return *std::move(help);
    request.sample = selection.description;
    request.parameters = settings_with_preset(selection, request.preset);
    return request;
}

}  // namespace ingot::shell
