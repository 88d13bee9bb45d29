#include "command_line/tune_options.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <ingot/sample/tunable.hpp>
#include <vector>

#include "command_line/option_parser.hpp"
#include "command_line/option_values.hpp"
#include "command_line/parameter_options.hpp"

namespace ingot::shell {

namespace {

constexpr const char* tune_description =
    " [OPTIONS] [the sample's own parameters]\n"
    "       ingot tune --list [--json]\n"
    "       ingot tune --forget [SAMPLE]\n\n"
    "Measures on one device which sizes of work-groups, and which instances of kernels, are the fastest, by the device's clock.\n"
    "The result is kept in the cache, and the sample uses it from its next start on that device on. Measure with the preset and\n"
    "the parameters that you use: the newest result of a device counts for all of them.";

// Returns the names of the samples that have something to tune.
std::vector<std::string> tunable_samples(std::span<const sample_description> samples) {
    std::vector<std::string> names;
    for (const sample_description& each : samples)
        if (!each.create()->tunables().empty()) names.push_back(each.name);
    return names;
}

command parse_list_of_tunings(std::span<const std::string> arguments) {
    list_tunings_request request;
    bool list = false;
    const auto app = make_app("List what was tuned.", "ingot tune --list", "ingot tune --list [--json]");
    app->add_flag("--list", list, "list the results of all samples and devices");
    app->add_flag("--json", request.json, "print JSON");
    if (auto help = parse_with(*app, arguments)) return *std::move(help);
    return request;
}

command parse_forget(std::span<const std::string> arguments, std::span<const sample_description> samples) {
    forget_tunings_request request;
    bool forget = false;
    const auto app = make_app("Forget what was tuned.", "ingot tune --forget", "ingot tune --forget [SAMPLE]");
    app->add_flag("--forget", forget, "remove the results of the sample, or of all samples");
    app->add_option("SAMPLE", request.sample, "the sample; default: all");
    if (auto help = parse_with(*app, arguments)) return *std::move(help);
    if (!request.sample.empty()) find_sample(request.sample, samples);
    return request;
}

}  // namespace

command parse_tune(std::span<const std::string> arguments, std::span<const sample_description> samples) {
    const auto has = [&](std::string_view option) { return std::ranges::find(arguments, option) != arguments.end(); };
    if (has("--list") && has("--forget")) throw usage_error("--list and --forget: give one of them");
    if (has("--list")) return parse_list_of_tunings(arguments);
    if (has("--forget")) return parse_forget(arguments, samples);

    tune_request request;
    sample_arguments selection;
    const auto app = make_sample_app("Find the fastest group sizes and kernels of a sample.", "ingot tune", arguments, samples,
                                     tune_description);
    add_device_options(*app, request.device, "the fastest device that works");
    add_value(
        *app, "--seconds", "S",
        [&](const std::string& text) { request.seconds = parse_real_number("--seconds", text, 0.0, 86'400.0); },
        fmt::format("time for measuring; each value is measured at least once; default: {}", request.seconds));
    add_preset(*app, request.preset);
    add_value(
        *app, "--size", "WxH", [&](const std::string& text) { request.size = parse_size("--size", text); },
        fmt::format("size of the picture in pixels; default: {}x{}", default_size.width, default_size.height));
    // For the help: the words are parsed above.
    bool list = false;
    bool forget = false;
    bool json = false;
    app->add_flag("--list", list, "list the results of all samples and devices instead");
    app->add_flag("--forget", forget, "remove the results of the sample, or of all samples, instead");
    app->add_flag("--json", json, "with --list: print JSON");
    const auto describe = [](const sample_description& sample) { return "Tune " + sample.title; };
    if (auto help = parse_sample_command(*app, "ingot tune", arguments, samples, describe, selection)) return *std::move(help);
    if (json) throw usage_error("--json: only --list prints JSON");
    const std::vector<tunable*> wanted = selection.object->tunables();
    if (wanted.empty())
        throw usage_error(fmt::format("sample '{}' has nothing to tune; these have: {}", selection.description.name,
                                      fmt::join(tunable_samples(samples), ", ")));
    for (const auto& [given, value] : selection.settings)
        if (std::ranges::find(wanted, given, &tunable::name) != wanted.end())
            throw usage_error(fmt::format("--{}: 'ingot tune' finds the value of this parameter", given));
    request.sample = selection.description;
    request.parameters = settings_with_preset(selection, request.preset);
    return request;
}

}  // namespace ingot::shell
