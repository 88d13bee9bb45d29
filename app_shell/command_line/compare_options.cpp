#include "command_line/compare_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <system_error>

#include "command_line/option_parser.hpp"
#include "command_line/option_values.hpp"
#include "command_line/parameter_options.hpp"
#include "presets/own_presets.hpp"

namespace ingot::shell {

namespace {

constexpr const char* about =
    " [OPTIONS] [the sample's own parameters]\n\n"
    "Runs a sample without a window on two devices at once, in lockstep and from the same state, and says for each frame how "
    "far\n"
    "their pictures and their states are apart: the largest difference of a channel and where it is, PSNR, the share of pixels\n"
    "that differ, the arrays of the state that do. FLIP is of the last frame.";
constexpr const char* statuses =
    "Exit status: 0 it was compared, and no limit that was given (--tolerance, --flip, --exact-state) was overstepped; 1 one\n"
    "was, or a device failed on the way; 2 the command line is wrong, nothing was begun; 3 this machine lacks one of the\n"
    "devices; 4 a signal ended it before its last frame, and nothing was written.";

// "opencl" or "opencl:1"
device_request one_device(std::string_view text) {
    const size_t colon = text.find(':');
    device_request wanted {backend_name("--backends", text.substr(0, colon)), 0};
    if (colon != std::string_view::npos) wanted.index = whole_number("--backends", text.substr(colon + 1), 0, 1023);
    return wanted;
}

std::vector<device_request> two_devices(const std::string& text) {
    const size_t comma = text.find(',');
    if (comma == std::string::npos || text.find(',', comma + 1) != std::string::npos)
        throw usage_error(
            fmt::format("--backends: '{}' is not what it takes: two backends, as cpu-debug,opencl or cuda:0,cuda:1", text));
    return {one_device(std::string_view(text).substr(0, comma)), one_device(std::string_view(text).substr(comma + 1))};
}

std::filesystem::path pictures_path(const std::string& text) {
    std::filesystem::path path(text);
    std::string ending = path.extension().string();
    std::ranges::transform(ending, ending.begin(),
                           [](char each) { return static_cast<char>(std::tolower(static_cast<unsigned char>(each))); });
    std::error_code problem;
    if (ending == ".png" && !std::filesystem::is_directory(path, problem)) return output_path("--output", text, ".png");
    constexpr std::array others {".jpg", ".jpeg", ".hdr", ".exr", ".bmp", ".gif", ".tga", ".tif", ".tiff", ".webp", ".ppm"};
    if (std::ranges::find(others, ending) != others.end())
        throw usage_error(fmt::format("--output: '{}' is not what it takes: the name of a .png file, or of a folder", text));
    std::filesystem::create_directories(path, problem);
    if (problem) throw usage_error(fmt::format("--output: the folder '{}' cannot be made: {}", text, problem.message()));
    return path;
}

void add_scene_options(CLI::App& to, compare_request& into) {
    add_value(
        to, "--backends", "A,B", [&](const std::string& text) { into.devices = two_devices(text); },
        fmt::format("two of {}, the reference first, perhaps with a device's number: opencl:1; without it the {} device and the "
                    "fastest other one",
                    backend_names(" and "), reference_backend().title));
    add_value(
        to, "--preset", "NAME", [&](const std::string& text) { into.preset = text; },
        "a preset of the sample, one that you saved, or a file FILE.json; parameters that are given too go before it");
    add_value(
        to, "--frames", "N", [&](const std::string& text) { into.frames = whole_number("--frames", text, 1, 1'000'000'000); },
        fmt::format("frames to step; without it {}", into.frames));
    add_value(
        to, "--every", "N", [&](const std::string& text) { into.every = whole_number("--every", text, 1, 1'000'000'000); },
        "compare every N-th frame, and the last; without it each");
    add_value(
        to, "--resync", "N", [&](const std::string& text) { into.resync = whole_number("--resync", text, 1, 1'000'000'000); },
        "before every N frames the second device takes the state of the first: with 1 each frame shows the difference that one "
        "step makes; without it differences grow from the first frame on");
    add_value(
        to, "--size", "WxH", [&](const std::string& text) { into.size = picture_size("--size", text); },
        fmt::format("size of the pictures; without it {}x{}", into.size.width, into.size.height));
    add_value(
        to, "--seed", "S", [&](const std::string& text) { into.seed = whole_number("--seed", text, 0, UINT64_MAX); },
        "of the initial state; without it 1");
}

void add_limits(CLI::App& to, comparison_limits& into) {
    add_value(
        to, "--tolerance", "N",
        [&](const std::string& text) { into.tolerance = static_cast<int>(whole_number("--tolerance", text, 0, 255)); },
        "the largest difference of a channel in any frame that is compared, 0 to 255")
        ->group("Limits: beyond one the exit status is 1");
    add_value(
        to, "--flip", "X", [&](const std::string& text) { into.most_flip = real_number("--flip", text, 0.0, 1.0); },
        "the largest mean of FLIP in the last frame, 0 to 1")
        ->group("Limits: beyond one the exit status is 1");
    to.add_flag("--exact-state", into.exact_state, "the states are the same byte for byte in every frame that is compared")
        ->group("Limits: beyond one the exit status is 1");
}

void add_outputs(CLI::App& to, compare_request& into) {
    add_value(
        to, "--output", "DIR|FILE.png", [&](const std::string& text) { into.output = pictures_path(text); },
        "the last frame's pictures: into a folder, which is made, first.png, second.png, difference.png and flip.png; or into "
        "one file, first, second and difference side by side")
        ->group("At the end");
    add_value(
        to, "--amplify", "N",
        [&](const std::string& text) { into.amplify = static_cast<int>(whole_number("--amplify", text, 1, 255)); },
        fmt::format("how often the difference is taken in its picture; without it {}", into.amplify))
        ->group("At the end");
    add_value(
        to, "--json", "FILE.json", [&](const std::string& text) { into.json = output_path("--json", text, ".json"); },
        "write all figures of all frames, parameters, devices and versions")
        ->group("At the end");
}

}  // namespace

command parse_compare(std::span<const std::string> arguments, std::span<const sample_description> samples) {
    compare_request request;
    sample_arguments given;
    const bool named = names_sample(arguments);
    const std::string name = named ? "ingot compare " + arguments.front() : "ingot compare";
    const auto app = new_app("Compare two devices.", name, (named ? name : name + " SAMPLE") + about);
    app->footer(statuses);
    add_scene_options(*app, request);
    add_limits(*app, request.limits);
    add_outputs(*app, request);
    const auto describe = [](const sample_description& of) { return "Compare two devices on " + of.title; };
    if (auto help = parse_sample_command(*app, "ingot compare", arguments, samples, describe, given)) return *std::move(help);
    request.sample = given.which;
    if (request.preset) request.parameters = find_preset_or_file(given.which, given.parameters, *request.preset).parameters;
    request.parameters.insert(request.parameters.end(), given.chosen.begin(), given.chosen.end());
    return request;
}

}  // namespace ingot::shell
