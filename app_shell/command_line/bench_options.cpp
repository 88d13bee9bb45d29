#include "command_line/bench_options.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "command_line/option_parser.hpp"
#include "command_line/option_values.hpp"
#include "command_line/parameter_options.hpp"
#include "presets/presets.hpp"

namespace ingot::shell {

namespace {

constexpr const char* bench_usage =
    "ingot bench [SAMPLE…] [OPTIONS]\n\n"
    "Runs samples without a window on every backend that has a device on this machine, and prints the median, 95th and 99th\n"
    "percentile of the time of a frame. The files of --json and --csv list kernels, copies, sharing with OpenGL and drawing\n"
    "separately. The device's clock measures kernels and copies; the host's clock measures everything else.";

/// A sweep as written on the command line; its values are not checked yet.
struct sweep_text {
    std::string parameter;
    std::vector<std::string> values;
};

// Parses "bodies=4096,16384".
sweep_text parse_sweep(const std::string& text) {
    const size_t equals = text.find('=');
    if (equals == 0 || equals == std::string::npos || equals + 1 == text.size())
        throw usage_error(fmt::format("--sweep: '{}' is invalid; expected NAME=VALUE[,VALUE…], such as bodies=4096,16384", text));
    sweep_text found {text.substr(0, equals), {}};
    for (size_t start = equals + 1; start <= text.size();) {
        const size_t comma = std::min(text.find(',', start), text.size());
        found.values.push_back(text.substr(start, comma - start));
        start = comma + 1;
    }
    return found;
}

// Checks the values of a sweep by setting the sample's parameter to each of them. Returns nothing if the sample has no
// parameter of this name.
std::optional<sweep> checked_sweep(const sweep_text& unchecked, std::span<parameter_base* const> parameters) {
    parameter_base* const parameter = find_parameter(parameters, unchecked.parameter);
    if (!parameter) return {};
    sweep result {unchecked.parameter, {}};
    for (const std::string& value : unchecked.values) try {
            parameter->set_text(value);
            result.values.push_back(parameter->value());
        } catch (const parameter_error& problem) {
            throw usage_error(fmt::format("--sweep: {}", problem.what()));
        }
    return result;
}

measured_sample make_measured_sample(const sample_description& description, const std::optional<std::string>& preset,
                                     const std::vector<sweep_text>& sweeps) {
    measured_sample sample {description, {}, {}};
    const auto object = description.create();  // only provides the parameters and is never loaded
    const auto parameters = object->parameters();
    if (preset)
        sample.parameters = find_preset(read_presets(description.presets, parameters), *preset, description.name).parameters;
    for (const sweep_text& each : sweeps)
        if (auto found = checked_sweep(each, parameters)) sample.sweeps.push_back(*std::move(found));
    return sample;
}

// Throws usage_error if an argument is an option that `ingot run` has for a parameter of a sample.
void reject_parameters(std::span<const std::string> arguments, const CLI::App& app, std::span<const sample_description> samples) {
    for (const std::string& argument : arguments) {
        const std::string option = argument.substr(0, argument.find('='));
        if (!option.starts_with("--") || app.get_option_no_throw(option) != nullptr) continue;
        for (const sample_description& each : samples) {
            const auto object = each.create();  // only provides the parameters and is never loaded
            if (find_parameter(object->parameters(), option.substr(2)))
                throw usage_error(
                    fmt::format("'{0}' is an option of 'ingot run {1}'; to measure {1} with other values, use "
                                "'--sweep {2}=VALUE[,VALUE…]'",
                                option, each.name, option.substr(2)));
        }
    }
}

}  // namespace

command parse_bench(std::span<const std::string> arguments, std::span<const sample_description> samples) {
    bench_request request;
    std::vector<std::string> names;
    std::vector<sweep_text> sweeps;
    const auto app = make_app("Measure samples.", "ingot bench", bench_usage);
    app->add_option("SAMPLE", names, "samples to measure; default: all of " + sample_names(samples));
    const auto add_list = [&](const char* option, const char* kind, const std::string& help, const text_handler& take) {
        app->add_option_function<std::vector<std::string>>(
               option, [take](const std::vector<std::string>& texts) { std::ranges::for_each(texts, take); }, help)
            ->type_name(kind)
            ->expected(1)
            ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
    };
    add_list(
        "--backend", "B",
        backend_names(" or ") + "; can be given several times; default: all, without graphics drivers that compute on the CPU",
        [&](const std::string& text) { request.backends.push_back(parse_backend("--backend", text)); });
    add_list("--sweep", "NAME=A,B",
             "measure the sample with each of these values of its parameter NAME; can be given several times: then every "
             "combination of values is measured",
             [&](const std::string& text) { sweeps.push_back(parse_sweep(text)); });
    add_value(
        *app, "--preset", "NAME", [&](const std::string& text) { request.preset = text; },
        "a preset; every measured sample must have a preset of this name");
    add_value(
        *app, "--frames", "N",
        [&](const std::string& text) { request.frames = parse_whole_number("--frames", text, 1, 1'000'000); },
        fmt::format("number of frames to measure; default: {}", request.frames));
    add_value(
        *app, "--warm-up", "N",
        [&](const std::string& text) { request.warm_up = parse_whole_number("--warm-up", text, 0, 1'000'000); },
        fmt::format("number of frames to run before the measured frames; default: {}; a GPU is kept busy before them, so that "
                    "its clock is high",
                    request.warm_up));
    add_value(
        *app, "--size", "WxH", [&](const std::string& text) { request.size = parse_size("--size", text); },
        fmt::format("size of the picture in pixels; default: {}x{}", default_size.width, default_size.height));
    add_value(
        *app, "--seed", "S", [&](const std::string& text) { request.seed = parse_whole_number("--seed", text, 0, UINT64_MAX); },
        "seed of the initial state; default: 1");
    add_value(
        *app, "--json", "FILE.json", [&](const std::string& text) { request.json = parse_output_path("--json", text, ".json"); },
        "write all times, statistics, parameters, devices and versions");
    add_value(
        *app, "--csv", "FILE.csv", [&](const std::string& text) { request.csv = parse_output_path("--csv", text, ".csv"); },
        "write one line for each run");
    reject_parameters(arguments, *app, samples);
    if (auto help = parse_with(*app, arguments)) return *std::move(help);

    for (const sample_description& each : choose_samples(names, samples))
        request.samples.push_back(make_measured_sample(each, request.preset, sweeps));
    for (const sweep_text& each : sweeps)
        if (std::ranges::none_of(request.samples, [&](const measured_sample& sample) {
                return std::ranges::find(sample.sweeps, each.parameter, &sweep::parameter) != sample.sweeps.end();
            }))
            throw usage_error(
                fmt::format("--sweep: no measured sample has a parameter '{}'; 'ingot run SAMPLE --help' lists the parameters "
                            "of a sample",
                            each.parameter));
    return request;
}

}  // namespace ingot::shell
