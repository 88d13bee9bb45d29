#include "command_line/gallery_options.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "capture/video_target.hpp"
#include "command_line/option_parser.hpp"
#include "command_line/option_values.hpp"
#include "command_line/parameter_options.hpp"

namespace ingot::shell {

namespace {

constexpr const char* gallery_usage =
    "ingot gallery DIR [SAMPLE…] [OPTIONS]\n\n"
    "Renders each preset of the samples without a window on one device, and writes web pages that show the pictures, the time "
    "of\n"
    "a frame, the command lines and the kernels' source. The pages need no server and no network: open DIR/index.html.";

// Throws usage_error if the word for the folder is missing, or names a sample, so that the folder was forgotten.
void check_folder(const std::string& folder, std::span<const sample_description> samples) {
    if (folder.empty()) throw usage_error("no folder given: ingot gallery DIR [SAMPLE…]; see 'ingot gallery --help'");
    if (std::ranges::find(samples, folder, &sample_description::name) != samples.end())
        throw usage_error(
            fmt::format("'{0}' is a sample; name the folder of the pages before it: ingot gallery DIR {0}", folder));
}

}  // namespace

command parse_gallery(std::span<const std::string> arguments, std::span<const sample_description> samples) {
    gallery_request request;
    std::string folder;
    std::vector<std::string> names;
    const auto app = make_app("Make web pages of samples.", "ingot gallery", gallery_usage);
    app->add_option("DIR", folder, "folder of the pages; created if it is missing");
    app->add_option("SAMPLE", names, "samples to show; default: all of " + sample_names(samples));
    add_device_options(*app, request.device, "the fastest device that works");
    add_value(
        *app, "--frames", "N",
        [&](const std::string& text) { request.frames = parse_whole_number("--frames", text, 1, 1'000'000); },
        fmt::format("number of frames before a picture is taken; a sample that finishes a picture of its own, such as the path "
                    "tracer, runs until it is finished; default: {}",
                    request.frames));
    add_value(
        *app, "--seconds", "S",
        [&](const std::string& text) { request.seconds = parse_real_number("--seconds", text, 0.0, 86'400.0); },
        fmt::format("longest time for one picture: it is taken after this time, however many frames were made; default: {}",
                    request.seconds));
    add_value(
        *app, "--video", "S",
        [&](const std::string& text) { request.video_seconds = parse_real_number("--video", text, 0.1, 600.0); },
        "also record a video of this length for each preset that moves (requires ffmpeg); default: pictures only");
    add_value(
        *app, "--size", "WxH", [&](const std::string& text) { request.size = parse_size("--size", text); },
        fmt::format("size of the pictures in pixels; default: {}x{}", request.size.width, request.size.height));
    if (auto help = parse_with(*app, arguments)) return *std::move(help);
    check_folder(folder, samples);
    if (request.video_seconds && !has_ffmpeg())
        throw missing_encoder(
            "--video: videos need the program ffmpeg, which is not on the PATH; install it, or leave --video out");
    request.folder = folder;
    request.samples = choose_samples(names, samples);
    return request;
}

}  // namespace ingot::shell
