// Turns the parameters of a sample into options of the commands that run a sample.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <ingot/sample/sample.hpp>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "command_line/command_line.hpp"

namespace ingot::shell {

/// The sample and its parameters from a command line such as `ingot run nbody --bodies 64`.
struct sample_arguments {
    sample_description description;
    std::unique_ptr<sample> object;  ///< only provides the parameters and is never loaded
    std::vector<parameter_base*> parameters;
    parameter_settings settings;  ///< the given parameters with the values that the sample accepted
};

/// Makes the parser of a command that runs one sample: `ingot compare SAMPLE`. The usage is that of the sample if the arguments
/// begin with one; `description` follows it.
std::unique_ptr<CLI::App> make_sample_app(const std::string& title, const std::string& command,
                                          std::span<const std::string> arguments, std::span<const sample_description> samples,
                                          const std::string& description);

/// Adds `--preset`.
void add_preset(CLI::App& app, std::optional<std::string>& name);

/// Returns all parameters that a command line sets: the values of the preset, if one is named, then those of the command line,
/// which override them. Sets `preset` to the preset's own name if it was named by its file. Throws usage_error, also as
/// check_files() does.
parameter_settings settings_with_preset(const sample_arguments& selection, std::optional<std::string>& preset);

/// Returns true if the first argument is not an option.
bool begins_with_sample(std::span<const std::string> arguments);

/// Parses the arguments after `command`: `SAMPLE [OPTIONS]` with the options of the command and of the sample. Writes
/// the result to `selection`, which must outlive `app`. A file may be given without the name of its parameter: `ingot
/// run blur photograph.jpg`. Some samples read a file only while another parameter, parameter_base::source_choice(), is
/// 'file'; if such a file is given, that parameter is set to 'file' too. `describe` returns the first line of the
/// sample's help. Returns the text of the help if it was requested. Throws usage_error, also if no sample is named.
std::optional<printed_text> parse_sample_command(CLI::App& app, std::string_view command, std::span<const std::string> arguments,
                                                 std::span<const sample_description> samples,
                                                 const std::function<std::string(const sample_description&)>& describe,
                                                 sample_arguments& selection);

/// Throws usage_error if a parameter_base::source_choice() in `settings` is 'file' but the file is not given. `settings`
/// contains the values of a preset, if there is one, and then those of the command line.
void check_files(const sample_arguments& selection, const parameter_settings& settings);

/// Returns " [FILE]", for the usage of a command, if the first argument names a sample that reads files; else "".
/// Throws usage_error if there is no such sample.
std::string file_argument(std::span<const std::string> arguments, std::span<const sample_description> samples);

/// Returns the names separated by commas: "nbody, blur".
std::string sample_names(std::span<const sample_description> samples);

/// Returns the sample of this name. Throws a usage_error that lists the known names.
const sample_description& find_sample(std::string_view name, std::span<const sample_description> samples);

/// Returns the samples of these names, each once; without names, all samples. Throws usage_error as find_sample() does.
std::vector<sample_description> choose_samples(const std::vector<std::string>& names,
                                               std::span<const sample_description> samples);

}  // namespace ingot::shell
