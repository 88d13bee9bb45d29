// A sample's own parameters as options, of all commands that run one.
#pragma once

#include <CLI/CLI.hpp>
#include <ingot/sample/sample.hpp>
#include <span>
#include <string>
#include <string_view>

#include "command_line/command_line.hpp"

namespace ingot::shell {

/// An option for each parameter. Their values go into `chosen` as the sample's object accepts them. All outlive the app.
void add_parameters(CLI::App& to, const std::string& sample, std::span<parameter_base* const> parameters,
                    parameter_settings& chosen);

/// A file that is named without the parameter it is for: `ingot run blur photograph.jpg`.
void add_input(CLI::App& to, std::span<parameter_base* const> parameters, parameter_settings& chosen);

/// After parsing: throws usage_error where a parameter was given twice, as an argument and by its name.
void check_input(const CLI::App& app, const parameter_settings& chosen);

/// "nbody, blur"
std::string sample_names(std::span<const sample_description> samples);

/// Throws usage_error, with the names that there are.
const sample_description& find_sample(std::string_view name, std::span<const sample_description> samples);

/// For the help. A presets file that cannot be read keeps no one from the help: `--preset` tells of it.
std::string preset_names(const sample_description& of, std::span<parameter_base* const> parameters);

}  // namespace ingot::shell
