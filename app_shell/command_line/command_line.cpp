#include "command_line/command_line.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <functional>
#include <ingot/command_words.hpp>
#include <ingot/files/replace_file.hpp>

#include "command_line/bench_options.hpp"
#include "command_line/compare_options.hpp"
#include "command_line/gallery_options.hpp"
#include "command_line/link.hpp"
#include "command_line/metal_options.hpp"
#include "command_line/new_options.hpp"
#include "command_line/option_parser.hpp"
#include "command_line/option_values.hpp"
#include "command_line/parameter_options.hpp"
#include "command_line/regress_options.hpp"
#include "command_line/tune_options.hpp"
#include "command_line/view_options.hpp"

namespace ingot::shell {

namespace {

void add_ui_scale(CLI::App& app, float& scale) {
    add_value(
        app, "--ui-scale", "X",
        [&scale](const std::string& text) { scale = static_cast<float>(parse_real_number("--ui-scale", text, 0.5, 4.0)); },
        "scale of text and panels, 0.5 to 4; default: the scale of the display");
}

void add_devices_of_run(CLI::App& app, run_request& request) {
    add_device_options(app, request.device, "the fastest device that works");
    app.add_option_function<std::vector<std::string>>(
           "--switch-backend",
           [&](const std::vector<std::string>& texts) {
               for (const auto& text : texts) {
                   const auto change = parse_backend_switch("--switch-backend", text);
                   const auto after = std::ranges::upper_bound(request.switches, change.frame, {}, &backend_switch::frame);
                   request.switches.insert(after, change);
               }
           },
           "switch to backend B before frame FRAME; can be given several times")
        ->type_name("FRAME:B")
        ->expected(1)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
}

void add_run_options(CLI::App& app, run_request& request) {
    app.add_flag("--headless", request.headless, "run without a window, in fixed steps of 1/60 s, or of 1/N s with --fps N");
    add_value(
        app, "--frames", "N",
        [&](const std::string& text) { request.frames = parse_whole_number("--frames", text, 1, 1'000'000'000); },
        fmt::format("end after N frames; default: {} without a window; no limit in a window or with --output", default_frames));
    add_value(
        app, "--size", "WxH", [&](const std::string& text) { request.size = parse_size("--size", text); },
        fmt::format("size of the picture or the window in pixels; default: {}x{}", default_size.width, default_size.height));
    add_value(
        app, "--seed", "S", [&](const std::string& text) { request.seed = parse_whole_number("--seed", text, 0, UINT64_MAX); },
        "seed of the initial state; the same seed gives the same state; default: 1");
    add_preset(app, request.preset);
    add_ui_scale(app, request.ui_scale);
    add_view_options(app, request);
    add_value(
        app, "--step-lengths", "LIST",
        [&](const std::string& text) {
            try {
                request.past.steps = parse_step_lengths(text);
            } catch (const std::invalid_argument& problem) {
                throw usage_error(fmt::format("--step-lengths: {}", problem.what()));
            }
        },
        "lengths of the first steps in seconds, such as 0.017x12,0.016: 12 steps of 17 ms and one of 16 ms; Ctrl C in the window "
        "copies them");
}

void add_drawing(CLI::App& app, std::string& drawing) {
    add_value(
        app, "--drawn", "STROKES", [&drawing](const std::string& text) { drawing = text; },
        "strokes of the mouse to repeat, as Ctrl C in the window copies them; docs/shell.md describes the text");
}

/// Returns the strokes of --drawn. Throws usage_error if the sample cannot repeat them.
std::vector<drawn_stroke> parse_drawing(const std::string& text, const sample_arguments& selection) {
    const stroke_record* const record = selection.object->strokes();
    if (!record) throw usage_error(fmt::format("--drawn: {} keeps no strokes of the mouse", selection.description.title));
    try {
        return read_drawing(text, record->format());
    } catch (const std::runtime_error& problem) {
        throw usage_error(fmt::format("--drawn: {}", problem.what()));
    }
}

void add_output_options(CLI::App& app, run_request& request) {
    const auto add = [&](const std::string& option, const char* kind, std::filesystem::path& file, const char* extension,
                         const char* help) {
        add_value(
            app, option, kind,
            [&file, option, extension](const std::string& text) { file = parse_output_path(option, text, extension); }, help)
            ->group("Files written at the end");
    };
    add_value(
        app, "--output", "FILE", [&request](const std::string& text) { request.output = parse_picture_path("--output", text); },
        "run without a window until the picture of the sample is finished, and write all of its pixels as .png, .hdr or .exr; "
        "only for samples that compute one picture, such as blur and pathtracer")
        ->group("Files written at the end");
    add("--screenshot", "FILE.png", request.screenshot, ".png", "write the picture of the last frame without panels");
    add("--stats", "FILE.json", request.stats, ".json", "write parameters, device, statistics, times and the hash of the state");
    add("--trace", "FILE.json", request.trace, ".json",
        "write a trace of each frame, with host and device on one clock, in Chrome's JSON trace format (chrome://tracing, "
        "Perfetto); in a window only the newest 600 frames");
    add("--save", "FILE", request.save, "",
        "write the sample's own file, such as nbody's bodies or the strokes of the mouse in fluid; the README of a sample "
        "that has one describes it");
    add("--save-state", "FILE", request.save_state, "",
        "write what the sample computes on, for nbody the positions and velocities, as binary arrays, to compare runs (format: "
        "docs/shell.md)");
}

void add_all_run_options(CLI::App& app, run_request& request) {
    add_run_options(app, request);
    add_devices_of_run(app, request);
    add_output_options(app, request);
    add_video_options(app, request);
}

void check(const run_request& request) {
    check_view_options(request);
    if (!request.headless && request.frames == std::nullopt && !request.switches.empty())
        throw usage_error("--switch-backend: needs --frames or --headless, so that the run reaches the frame");
    const uint64_t frames = request.frames.value_or(default_frames);
    const bool ends_by_itself = !request.output.empty() && !request.frames;
    for (const auto& each : request.switches)
        if (each.frame >= frames && !ends_by_itself)
            throw usage_error(
                fmt::format("--switch-backend: frame {} is never reached; the run has frames 0 to {}", each.frame, frames - 1));
    std::vector<std::filesystem::path> outputs;
    const bool is_video_file =
        request.video && (request.video->kind == video_kind::y4m_file || request.video->kind == video_kind::encoder);
    const std::filesystem::path video = is_video_file ? request.video->text : "";
    for (const auto& file :
         {request.output, request.screenshot, request.stats, request.save, request.save_state, request.trace, video}) {
        if (file.empty() || file.string().starts_with("/dev/")) continue;
        if (std::ranges::any_of(outputs, [&](const auto& other) { return files::is_same_file(file, other); }))
            throw usage_error(fmt::format("'{}' is given for two outputs; each output needs a file of its own", file.string()));
        outputs.push_back(file);
    }
}

command parse_run(std::span<const std::string> arguments, std::span<const sample_description> samples) {
    run_request request;
    const bool has_sample_name = begins_with_sample(arguments);
    sample_arguments selection;
    const std::string name = has_sample_name ? "ingot run " + arguments.front() : "ingot run";
    const auto app = make_app(
        "Run a sample, with or without a window.", name,
        has_sample_name ? name + file_argument(arguments, samples) + " [OPTIONS]"
                        : "ingot run SAMPLE [OPTIONS] [the sample's own parameters]\n\nSamples: " + sample_names(samples) +
                              "\n'ingot run SAMPLE --help' also lists the parameters of the sample.");
    add_all_run_options(*app, request);
    std::string drawing;
    add_drawing(*app, drawing);
    const auto describe = [](const sample_description& sample) { return sample.title + ": " + sample.summary; };
    if (auto help = parse_sample_command(*app, "ingot run", arguments, samples, describe, selection)) return *std::move(help);
    request.sample = selection.description;
    if (!request.output.empty() && !selection.object->progress())
        throw usage_error(fmt::format("--output: {} makes no picture of its own; --screenshot writes the last frame",
                                      selection.description.title));
    if (!request.save.empty() && !selection.object->has_result_file())
        throw usage_error(fmt::format(
            "--save: {} writes no file of its own; --save-state writes the arrays of its state, --screenshot the last frame",
            selection.description.title));
    if (!drawing.empty()) request.past.strokes = parse_drawing(drawing, selection);
    request.headless = request.headless || !request.output.empty();
    request.parameters = settings_with_preset(selection, request.preset);
    check(request);
    return request;
}

template <typename Request>
command parse_list(std::span<const std::string> arguments, const char* name, const char* description) {
    Request request;
    const std::string full_name = std::string("ingot ") + name;
    const auto app = make_app(description, full_name, full_name + " [--json]");
    app->add_flag("--json", request.json, "print JSON, for programs");
    if (auto help = parse_with(*app, arguments)) return *std::move(help);
    return request;
}

const std::vector<std::string>& command_names() {
    static const std::vector<std::string> all {"run",     "samples", "devices",     "bench", "compare", "regress",
                                               "gallery", "tune",    metal_command, "new",   "help"};
    return all;
}

[[noreturn]] void reject_command(const std::string& word, std::span<const sample_description> samples) {
    std::vector<std::string> names;
    for (const auto& each : samples) names.push_back(each.name);
    if (std::ranges::find(names, word) != names.end())
        throw usage_error(fmt::format("'{0}' is a sample, not a command; run it with 'ingot run {0}'; see 'ingot --help'", word));
    std::string meant = command_words::did_you_mean(word, command_names());
    if (meant.empty())
        if (const auto sample = command_words::nearest_name(word, names); !sample.empty())
            meant = fmt::format(" (did you mean 'ingot run {}'?)", sample);
    throw usage_error(fmt::format("there is no command '{}'{}; commands: {}; see 'ingot --help'", word, meant,
                                  fmt::join(command_names(), ", ")));
}

// Throws usage_error if the arguments of `ingot` without a command contain an option that only `ingot run` has.
void reject_run_options(const CLI::App& app, std::span<const std::string> arguments,
                        std::span<const sample_description> samples) {
    run_request unused;
    const auto run_app = make_app("", "ingot run", "");
    add_all_run_options(*run_app, unused);
    std::string unused_drawing;
    add_drawing(*run_app, unused_drawing);
    const auto is_sample = [&](const std::string& argument) {
        return std::ranges::find(samples, argument, &sample_description::name) != samples.end();
    };
    const auto sample = std::ranges::find_if(arguments, is_sample);
    for (const std::string& argument : arguments) {
        const std::string option = argument.substr(0, argument.find('='));
        const bool is_run_option = option.starts_with("--") && run_app->get_option_no_throw(option) != nullptr;
        if (!is_run_option || app.get_option_no_throw(option) != nullptr) continue;
        throw usage_error(fmt::format("{0} is an option of 'ingot run': ingot run {1} {0}; samples: {2}; see 'ingot run --help'",
                                      option, sample == arguments.end() ? std::string("SAMPLE") : *sample,
                                      sample_names(samples)));
    }
}

command parse_browse(std::span<const std::string> arguments, std::span<const sample_description> samples) {
    browse_request request;
    const auto app =
        make_app("Ingot: interactive compute demos (samples). Without a command it opens a window with all samples.", "ingot",
                 "ingot [OPTIONS]\n"
                 "       ingot run SAMPLE [OPTIONS]   run a sample, with or without a window\n"
                 "       ingot samples [--json]       list the samples\n"
                 "       ingot devices [--json]       list the devices of every backend\n"
                 "       ingot bench [SAMPLE…]        measure frames, kernels and copies on every backend\n"
                 "       ingot compare SAMPLE         run a sample on two devices and report where they differ\n"
                 "       ingot regress [SAMPLE…]      compare results of samples with stored ones\n"
                 "       ingot gallery DIR [SAMPLE…]  make web pages with the pictures and kernels of samples\n"
                 "       ingot tune SAMPLE            find the fastest group sizes and kernels for a device\n"
                 "       ingot metal check|run FILE   find errors in Metal files, or run a kernel of one\n"
                 "       ingot new NAME               write the sources of a new sample of your own\n"
                 "       ingot ingot://SAMPLE?…       open a link that Ctrl Shift C has copied; with the options below\n"
                 "       ingot help [COMMAND|SAMPLE]  print the help of a command, or of a sample's parameters\n\n"
                 "'ingot COMMAND --help' lists the options of a command.");
    app->set_version_flag("--version", "ingot " INGOT_VERSION, "print the version");
    app->option_defaults()->group("Options of the window that opens without a command");
    add_value(
        *app, "--size", "WxH", [&](const std::string& text) { request.size = parse_size("--size", text); },
        "size of the window in pixels");
    add_value(
        *app, "--sample", "FILE.so", [](const std::string&) {},
        "also show the sample in this shared library; can be given several times, and with every command "
        "(docs/writing-a-sample.md)");
    add_ui_scale(*app, request.ui_scale);
    add_window_options(*app, request.fresh, request.look);
    if (!arguments.empty() && !arguments.front().starts_with('-')) reject_command(arguments.front(), samples);
    try {
        if (auto help = parse_with(*app, arguments)) return *std::move(help);
    } catch (const usage_error&) {
        reject_run_options(*app, arguments, samples);
        throw;
    }
    return request;
}

// Parses a link and the options of the window after it. These come from the person who starts the program and not from the link.
// Options that write files are not among them, so that a link needs no care.
command parse_link(std::span<const std::string> arguments, std::span<const sample_description> samples) {
    std::vector<std::string> all = arguments_of_link(arguments.front(), samples);
    const std::span<const std::string> options = arguments.subspan(1);
    browse_request window;
    const auto app = make_app("", "ingot LINK", "");
    add_value(*app, "--size", "WxH", [&](const std::string& text) { window.size = parse_size("--size", text); }, "");
    add_ui_scale(*app, window.ui_scale);
    add_window_options(*app, window.fresh, window.look);
    try {
        if (auto help = parse_with(*app, options)) return parse_command_line(std::vector<std::string> {"help"}, samples);
    } catch (const usage_error& problem) {
        throw usage_error(
            fmt::format("{}; a link can be followed by --size, --ui-scale, --theme and --fresh only; for other "
                        "options use 'ingot run', with a command that Ctrl C has copied",
                        problem.what()));
    }
    if (window.size) std::erase_if(all, [](const std::string& each) { return each.starts_with("--size="); });
    if (window.fresh) std::erase(all, "--fresh");
    all.insert(all.end(), options.begin(), options.end());
    run_request request = std::get<run_request>(parse_command_line(all, samples));
    request.uses_saved = false;
    return request;
}

// Throws usage_error if the word after `ingot help` is neither a command nor a sample.
void check_subject_of_help(const std::string& word, std::span<const sample_description> samples) {
    std::vector<std::string> known = command_names();
    for (const auto& each : samples) known.push_back(each.name);
    if (word.starts_with('-') || std::ranges::find(known, word) != known.end()) return;
    throw usage_error(fmt::format("there is no command or sample '{}'{}; commands: {}; samples: {}; see 'ingot --help'", word,
                                  command_words::did_you_mean(word, known), fmt::join(command_names(), ", "),
                                  sample_names(samples)));
}

// Returns the arguments that print what `ingot help` with these arguments asks for: `help run nbody` is `run nbody --help`, and
// `help nbody` is the same.
std::vector<std::string> arguments_of_help(std::span<const std::string> arguments, std::span<const sample_description> samples) {
    std::vector<std::string> all(arguments.begin(), arguments.end());
    if (!all.empty()) check_subject_of_help(all.front(), samples);
    const bool is_sample = !all.empty() && std::ranges::find(samples, all.front(), &sample_description::name) != samples.end();
    if (is_sample) all.insert(all.begin(), "run");
    if (!all.empty() && all.front() == "help") all.erase(all.begin());
    all.emplace_back("--help");
    return all;
}

}  // namespace

command parse_command_line(std::span<const std::string> arguments, std::span<const sample_description> samples) {
    if (arguments.empty()) return browse_request {};
    if (is_link(arguments.front())) return parse_link(arguments, samples);
    const auto rest = arguments.subspan(1);
    if (arguments.front() == "run") return parse_run(rest, samples);
    if (arguments.front() == "samples") return parse_list<list_samples_request>(rest, "samples", "List the samples.");
    if (arguments.front() == "devices")
        return parse_list<list_devices_request>(rest, "devices",
                                                "List the devices of every backend, and the reason why a backend has none.");
    if (arguments.front() == "regress") return parse_regress(rest, samples);
    if (arguments.front() == "bench") return parse_bench(rest, samples);
    if (arguments.front() == "compare") return parse_compare(rest, samples);
    if (arguments.front() == "gallery") return parse_gallery(rest, samples);
    if (arguments.front() == "tune") return parse_tune(rest, samples);
    if (arguments.front() == metal_command) return parse_metal(rest);
    if (arguments.front() == "new") return parse_new(rest, samples);
    if (arguments.front() == "help") return parse_command_line(arguments_of_help(rest, samples), samples);
    return parse_browse(arguments, samples);
}

}  // namespace ingot::shell
