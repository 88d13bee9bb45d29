#include "command_line/bench_options.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "command_line/option_parser.hpp"
#include "command_line/option_values.hpp"
#include "command_line/parameter_options.hpp"
#include "presets/presets.hpp"

namespace ingot::shell {

namespace {

constexpr const char* usage =
    "ingot bench [SAMPLE…] [OPTIONS]\n\n"
    "Runs samples without a window on every backend that has a device here, and says what a frame takes: median, 95th and 99th\n"
    "percentile, with kernels, copies, sharing and drawing apart in the files. Times are the host's, those of kernels and "
    "copies\n"
    "the device's.";

struct sweep_text {
    std::string parameter;
    std::vector<std::string> values;
};

// "bodies=4096,16384"
sweep_text split(const std::string& text) {
    const size_t equals = text.find('=');
    if (equals == 0 || equals == std::string::npos || equals + 1 == text.size())
        throw usage_error(fmt::format("--sweep: '{}' is no NAME=VALUE[,VALUE…], as bodies=4096,16384", text));
    sweep_text found {text.substr(0, equals), {}};
    for (size_t from = equals + 1; from <= text.size();) {
        const size_t comma = std::min(text.find(',', from), text.size());
        found.values.push_back(text.substr(from, comma - from));
        from = comma + 1;
    }
    return found;
}

// Nothing where the sample has no such parameter.
std::optional<sweep> sweep_of(const sweep_text& wanted, std::span<parameter_base* const> parameters) {
    parameter_base* const which = find_parameter(parameters, wanted.parameter);
    if (!which) return {};
    sweep made {wanted.parameter, {}};
    for (const std::string& value : wanted.values) try {
            which->set_text(value);
            made.values.push_back(which->value());
        } catch (const parameter_error& problem) {
            throw usage_error(fmt::format("--sweep: {}", problem.what()));
        }
    return made;
}

std::vector<sample_description> chosen(const std::vector<std::string>& names, std::span<const sample_description> samples) {
    if (names.empty()) return {samples.begin(), samples.end()};
    std::vector<sample_description> found;
    for (const auto& name : names) {
        const sample_description& one = find_sample(name, samples);
        if (std::ranges::find(found, name, &sample_description::name) == found.end()) found.push_back(one);
    }
    return found;
}

measured_sample measured(const sample_description& of, const std::optional<std::string>& preset,
                         const std::vector<sweep_text>& sweeps) {
    measured_sample made {of, {}, {}};
    const auto object = of.create();  // for its parameters only: nothing is loaded
    const auto parameters = object->parameters();
    if (preset) made.parameters = find_preset(read_presets(of.presets, parameters), *preset, of.name).parameters;
    for (const sweep_text& each : sweeps)
        if (auto found = sweep_of(each, parameters)) made.sweeps.push_back(*std::move(found));
    return made;
}

}  // namespace

command parse_bench(std::span<const std::string> arguments, std::span<const sample_description> samples) {
    bench_request request;
    std::vector<std::string> names;
    std::vector<sweep_text> sweeps;
    const auto app = new_app("Measure samples.", "ingot bench", usage);
    app->add_option("SAMPLE", names, "samples to measure; without one all: " + sample_names(samples));
    const auto add_list = [&](const char* option, const char* kind, const std::string& help, const text_taker& take) {
        app->add_option_function<std::vector<std::string>>(
               option, [take](const std::vector<std::string>& texts) { std::ranges::for_each(texts, take); }, help)
            ->type_name(kind)
            ->expected(1)
            ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
    };
    add_list("--backend", "B", backend_names(" or ") + "; can be given several times; without it all",
             [&](const std::string& text) { request.backends.push_back(backend_name("--backend", text)); });
    add_list("--sweep", "NAME=A,B",
             "a parameter takes these values in turn (one value: it has that one); can be given several "
             "times, and then every combination is measured",
             [&](const std::string& text) { sweeps.push_back(split(text)); });
    add_value(
        *app, "--preset", "NAME", [&](const std::string& text) { request.preset = text; }, "a preset that the samples have");
    add_value(
        *app, "--frames", "N", [&](const std::string& text) { request.frames = whole_number("--frames", text, 1, 1'000'000); },
        fmt::format("frames that are measured; without it {}", request.frames));
    add_value(
        *app, "--warm-up", "N", [&](const std::string& text) { request.warm_up = whole_number("--warm-up", text, 0, 1'000'000); },
        fmt::format("frames before them; without it {}", request.warm_up));
    add_value(
        *app, "--size", "WxH", [&](const std::string& text) { request.size = picture_size("--size", text); },
        fmt::format("size of the picture; without it {}x{}", default_size.width, default_size.height));
    add_value(
        *app, "--seed", "S", [&](const std::string& text) { request.seed = whole_number("--seed", text, 0, UINT64_MAX); },
        "of the initial state; without it 1");
    add_value(
        *app, "--json", "FILE.json", [&](const std::string& text) { request.json = output_path("--json", text, ".json"); },
        "write all times, readings, parameters, devices and versions");
    add_value(
        *app, "--csv", "FILE.csv", [&](const std::string& text) { request.csv = output_path("--csv", text, ".csv"); },
        "write a line for each run");
    if (auto help = parse_with(*app, arguments)) return *std::move(help);

    for (const sample_description& each : chosen(names, samples))
        request.samples.push_back(measured(each, request.preset, sweeps));
    for (const sweep_text& each : sweeps)
        if (std::ranges::none_of(request.samples, [&](const measured_sample& of) {
                return std::ranges::find(of.sweeps, each.parameter, &sweep::parameter) != of.sweeps.end();
            }))
            throw usage_error(
                fmt::format("--sweep: no sample that is measured has a parameter '{}'; 'ingot run SAMPLE --help' "
                            "lists them",
                            each.parameter));
    return request;
}

}  // namespace ingot::shell
