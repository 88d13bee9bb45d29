#include "command_line/parameter_options.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <stdexcept>
#include <vector>

#include "command_line/option_parser.hpp"
#include "presets/presets.hpp"

namespace ingot::shell {

namespace {

std::string parameter_help(const parameter_base& of) {
    return fmt::format("{} ({}; default {})", of.help(), of.accepted(), of.text().empty() ? "none" : of.text());
}

// An option for each parameter. Their values go into `chosen` as the sample's object accepts them.
void add_parameters(CLI::App& to, const std::string& sample, std::span<parameter_base* const> parameters,
                    parameter_settings& chosen) {
    for (parameter_base* each : parameters) {
        const std::string option = "--" + each->name();
        if (to.get_option_no_throw(option))
            throw std::logic_error(
                fmt::format("sample '{}': its parameter '{}' has the name of an option of the shell", sample, each->name()));
        const auto take = [each, option, &chosen](const std::string& text) {
            try {
                each->set_text(text);
            } catch (const parameter_error& problem) {
                throw usage_error(fmt::format("--{}", problem.what()));
            }
            chosen.emplace_back(each->name(), each->value());
        };
        const char* kind = each->kind() == parameter_kind::integer  ? "N"
                           : each->kind() == parameter_kind::real   ? "X"
                           : each->kind() == parameter_kind::choice ? "NAME"
                           : each->kind() == parameter_kind::file   ? "FILE"
                                                                    : "on|off";
        add_value(to, option, kind, take, parameter_help(*each))->group(fmt::format("Parameters of {}", sample));
    }
}

// A file that is named without the parameter it is for.
void add_input(CLI::App& to, std::span<parameter_base* const> parameters, parameter_settings& chosen) {
    if (!find_file_parameter(parameters, {})) return;
    add_value(
        to, "--input,FILE", "FILE",
        [parameters, &chosen](const std::string& text) {
            parameter_base* const takes_it = find_file_parameter(parameters, text);
            takes_it->set_text(text);
            chosen.emplace_back(takes_it->name(), takes_it->value());
        },
        "a file that the sample reads; with or without the option's name");
}

// Refuses a parameter that was given twice, as an argument and by its name.
void check_input(const CLI::App& app, const parameter_settings& chosen) {
    for (auto each = chosen.begin(); each != chosen.end(); ++each)
        if (std::any_of(chosen.begin(), each, [&](const auto& earlier) { return earlier.first == each->first; }))
            throw usage_error(fmt::format("--{0}: is given twice, as an argument and as --{0}; '{1} --help' says more",
                                          each->first, app.get_name()));
}

// For the help. A presets file that cannot be read keeps no one from the help: `--preset` tells of it.
std::string preset_names(const sample_description& of, std::span<parameter_base* const> parameters) try {
    std::vector<std::string> names;
    for (const auto& each : read_presets(of.presets, parameters)) names.push_back(each.name);
    return names.empty() ? "" : fmt::format("\n  presets: {}\n", fmt::join(names, ", "));
} catch (const preset_error&) {
    return {};
}

}  // namespace

std::string sample_names(std::span<const sample_description> samples) {
    std::vector<std::string_view> names;
    for (const auto& each : samples) names.push_back(each.name);
    return names.empty() ? "none in this build" : fmt::format("{}", fmt::join(names, ", "));
}

const sample_description& find_sample(std::string_view name, std::span<const sample_description> samples) {
    const auto found = std::ranges::find(samples, name, &sample_description::name);
    if (found == samples.end())
        throw usage_error(fmt::format("there is no sample '{}'; samples: {}", name, sample_names(samples)));
    return *found;
}

bool names_sample(std::span<const std::string> arguments) { return !arguments.empty() && !arguments.front().starts_with('-'); }

std::optional<answer> parse_sample_command(CLI::App& app, std::string_view command, std::span<const std::string> arguments,
                                           std::span<const sample_description> samples,
                                           const std::function<std::string(const sample_description&)>& describe,
                                           sample_arguments& into) {
    if (!names_sample(arguments)) {
        if (auto help = parse_with(app, arguments)) return help;
        throw usage_error(fmt::format("{0}: the sample comes first: {0} SAMPLE; samples: {1}", command, sample_names(samples)));
    }
    into.which = find_sample(arguments.front(), samples);
    into.object = into.which.create();
    into.parameters = into.object->parameters();
    app.description(describe(into.which) + preset_names(into.which, into.parameters));
    add_input(app, into.parameters, into.chosen);
    add_parameters(app, into.which.name, into.parameters, into.chosen);
    if (auto help = parse_with(app, arguments.subspan(1))) return help;
    check_input(app, into.chosen);
    return std::nullopt;
}

}  // namespace ingot::shell
