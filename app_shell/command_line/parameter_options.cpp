#include "command_line/parameter_options.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <ingot/command_words.hpp>
#include <stdexcept>
#include <system_error>
#include <utility>
#include <vector>

#include "command_line/option_parser.hpp"
#include "presets/presets.hpp"
#include "presets/saved_presets.hpp"

namespace ingot::shell {

namespace {

std::string parameter_help(const parameter_base& parameter) {
    return fmt::format("{} ({}; default {})", parameter.help(), parameter.accepted_values(),
                       parameter.text().empty() ? "none" : parameter.text());
}

// Adds an option for each parameter. The values go into `settings` after the sample's parameter has accepted them.
void add_parameters(CLI::App& app, const std::string& sample, std::span<parameter_base* const> parameters,
                    parameter_settings& settings) {
    for (parameter_base* each : parameters) {
        const std::string option = "--" + each->name();
        if (app.get_option_no_throw(option))
            throw std::logic_error(
                fmt::format("sample '{}': parameter '{}' has the same name as an option of the shell", sample, each->name()));
        const auto take = [each, option, &settings](const std::string& text) {
            try {
                each->set_text(text);
            } catch (const parameter_error& problem) {
                const auto choices = each->choices();
                throw usage_error(
                    fmt::format("--{}{}", problem.what(), command_words::did_you_mean(text, {choices.begin(), choices.end()})));
            }
            settings.emplace_back(each->name(), each->value());
        };
        const char* kind = each->kind() == parameter_kind::integer  ? "N"
                           : each->kind() == parameter_kind::real   ? "X"
                           : each->kind() == parameter_kind::choice ? "NAME"
                           : each->kind() == parameter_kind::file   ? "FILE"
                                                                    : "on|off";
        add_value(app, option, kind, take, parameter_help(*each))->group(fmt::format("Parameters of {}", sample));
        // The name that the parameter had in an earlier version still works as an option, but the help does not show it.
        if (!each->former_name().empty()) add_value(app, "--" + each->former_name(), kind, take, {})->group("");
    }
}

// Adds an argument for a file that is given without the name of its parameter.
void add_input(CLI::App& app, std::span<parameter_base* const> parameters, parameter_settings& settings) {
    std::vector<std::string> options;
    std::string content;  // the beginning of the parameter's help, used if there is only one file: "CSV file of bodies"
    for (const parameter_base* each : parameters) {
        if (each->kind() != parameter_kind::file) continue;
        options.push_back(fmt::format("--{} FILE", each->name()));
        content = each->help().substr(0, each->help().find(';'));
    }
    if (options.empty()) return;
    const std::string help = options.size() == 1
                                 ? fmt::format("{}; short for {}", content, options.front())
                                 : fmt::format("short for {}, chosen by the file's suffix", fmt::join(options, " or "));
    add_value(
        app, "--input,FILE", "FILE",
        [&app, parameters, &settings](const std::string& text) {
            std::error_code ignored;
            if (!command_words::option_without_hyphens(app, text).empty() && !std::filesystem::exists(text, ignored))
                throw usage_error(command_words::unexpected_argument_message(app, text));
            parameter_base* const parameter = find_file_parameter(parameters, text);
            parameter->set_text(text);
            settings.emplace_back(parameter->name(), parameter->value());
        },
        help);
}

// Rejects a file that was given twice, as an argument and by its option.
void check_input(const CLI::App& app, const parameter_settings& settings) {
    for (auto each = settings.begin(); each != settings.end(); ++each)
        if (const auto earlier =
                std::find_if(settings.begin(), each, [&](const auto& setting) { return setting.first == each->first; });
            earlier != each)
            throw usage_error(fmt::format("--{}: given twice, '{}' and '{}', one of them without the option; see '{} --help'",
                                          each->first, to_text(earlier->second), to_text(each->second), app.get_name()));
}

// Rejects a file whose source choice has another value than 'file', so that the sample would not read it.
void check_source_choices(std::span<parameter_base* const> parameters, const parameter_settings& settings) {
    for (const parameter_base* each : parameters) {
        const parameter_value* const file = find_setting(settings, each->name());
        if (each->source_choice().empty() || !file || to_text(*file).empty()) continue;
        const parameter_value* const source = find_setting(settings, each->source_choice());
        if (source && *source != parameter_value(std::string(from_file)))
            throw usage_error(fmt::format("--{0}: needs --{1} {2}, but --{1} is {3}", each->name(), each->source_choice(),
                                          from_file, to_text(*source)));
    }
}

// Returns the line of the help that lists the built-in presets. Returns nothing if there are none or the presets file
// cannot be read: `--preset` reports that error.
std::string preset_names(const sample_description& sample, std::span<parameter_base* const> parameters) try {
    std::vector<std::string> names;
    for (const auto& each : read_presets(sample.presets, parameters)) names.push_back(each.name);
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
    if (found != samples.end()) return *found;
    std::vector<std::string> names;
    for (const auto& each : samples) names.push_back(each.name);
    throw usage_error(fmt::format("there is no sample '{}'{}; samples: {}", name, command_words::did_you_mean(name, names),
                                  sample_names(samples)));
}

std::vector<sample_description> choose_samples(const std::vector<std::string>& names,
                                               std::span<const sample_description> samples) {
    if (names.empty()) return {samples.begin(), samples.end()};
    std::vector<sample_description> found;
    for (const auto& name : names) {
        const sample_description& sample = find_sample(name, samples);
        if (std::ranges::find(found, name, &sample_description::name) == found.end()) found.push_back(sample);
    }
    return found;
}

void check_files(const sample_arguments& selection, const parameter_settings& settings) {
    for (const parameter_base* each : selection.parameters) {
        const parameter_value* const source =
            each->source_choice().empty() ? nullptr : find_setting(settings, each->source_choice());
        const parameter_value* const file = find_setting(settings, each->name());
        if (source && *source == parameter_value(std::string(from_file)) && (!file || to_text(*file).empty()))
            throw usage_error(fmt::format("--{} {}: no file given; add --{} FILE ({})", each->source_choice(), from_file,
                                          each->name(), fmt::join(each->extensions(), ", ")));
    }
}

std::unique_ptr<CLI::App> make_sample_app(const std::string& title, const std::string& command,
                                          std::span<const std::string> arguments, std::span<const sample_description> samples,
                                          const std::string& description) {
    const bool has_sample_name = begins_with_sample(arguments);
    const std::string name = has_sample_name ? command + " " + arguments.front() : command;
    return make_app(title, name, (has_sample_name ? name + file_argument(arguments, samples) : name + " SAMPLE") + description);
}

void add_preset(CLI::App& app, std::optional<std::string>& name) {
    add_value(
        app, "--preset", "NAME", [&name](const std::string& text) { name = text; },
        "a preset of the sample, a preset that you saved, FILE.json for the first preset of a file, or FILE.json:NAME; "
        "parameters on the command line override the preset");
}

parameter_settings settings_with_preset(const sample_arguments& selection, std::optional<std::string>& preset) {
    parameter_settings settings;
    if (preset) {
        shell::preset found = find_preset_or_file(selection.description, selection.parameters, *preset);
        preset = std::move(found.name);
        settings = std::move(found.parameters);
    }
    settings.insert(settings.end(), selection.settings.begin(), selection.settings.end());
    check_files(selection, settings);
    return settings;
}

std::string file_argument(std::span<const std::string> arguments, std::span<const sample_description> samples) {
    if (!begins_with_sample(arguments)) return {};
    const auto object = find_sample(arguments.front(), samples).create();
    const auto reads_file = [](const parameter_base* each) { return each->kind() == parameter_kind::file; };
    return std::ranges::any_of(object->parameters(), reads_file) ? " [FILE]" : "";
}

bool begins_with_sample(std::span<const std::string> arguments) {
    return !arguments.empty() && !arguments.front().starts_with('-');
}

std::optional<printed_text> parse_sample_command(CLI::App& app, std::string_view command, std::span<const std::string> arguments,
                                                 std::span<const sample_description> samples,
                                                 const std::function<std::string(const sample_description&)>& describe,
                                                 sample_arguments& selection) {
    if (!begins_with_sample(arguments)) {
        if (auto help = parse_with(app, arguments)) return help;
        throw usage_error(
            fmt::format("{0}: the first argument must be a sample: {0} SAMPLE; samples: {1}", command, sample_names(samples)));
    }
    selection.description = find_sample(arguments.front(), samples);
    selection.object = selection.description.create();
    selection.parameters = selection.object->parameters();
    app.description(describe(selection.description) + preset_names(selection.description, selection.parameters));
    add_input(app, selection.parameters, selection.settings);
    add_parameters(app, selection.description.name, selection.parameters, selection.settings);
    if (auto help = parse_with(app, arguments.subspan(1))) return help;
    check_input(app, selection.settings);
    check_source_choices(selection.parameters, selection.settings);
    choose_given_files(selection.parameters, selection.settings);
    return std::nullopt;
}

}  // namespace ingot::shell
