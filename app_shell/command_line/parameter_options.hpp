// A sample's own parameters as options, of all commands that run one.
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

/// What a command line that names a sample says of it: `ingot run nbody --bodies 64`.
struct sample_arguments {
    sample_description which;
    std::unique_ptr<sample> object;  ///< for its parameters only: nothing is loaded
    std::vector<parameter_base*> parameters;
    parameter_settings chosen;  ///< those that were given, as the sample accepts them
};

/// Does the command line begin with a sample's name, and not with an option?
bool names_sample(std::span<const std::string> arguments);

/// Parses `COMMAND SAMPLE [OPTIONS]` with the options of the command and of the sample. A file may be given without the parameter
/// that it is for: `ingot run blur photograph.jpg`. `describe` makes the first line of the sample's help. `into` outlives the
/// app. Returns the text of the help where that was asked for. Throws usage_error, also where no sample is named.
std::optional<answer> parse_sample_command(CLI::App& app, std::string_view command, std::span<const std::string> arguments,
                                           std::span<const sample_description> samples,
                                           const std::function<std::string(const sample_description&)>& describe,
                                           sample_arguments& into);

/// "nbody, blur"
std::string sample_names(std::span<const sample_description> samples);

/// Throws usage_error, with the names that there are.
const sample_description& find_sample(std::string_view name, std::span<const sample_description> samples);

}  // namespace ingot::shell
