// Values of a sample's parameters by name: finding, setting and writing them.
#pragma once

#include <filesystem>
#include <ingot/sample/parameter.hpp>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ingot::shell {

/// Names of parameters with their values. If a name occurs twice, the last value counts.
using parameter_settings = std::vector<std::pair<std::string, parameter_value>>;

/// Returns the parameter that has this name or had it formerly (parameter_base::has_name()), or null.
parameter_base* find_parameter(std::span<parameter_base* const> parameters, std::string_view name);

/// Returns the parameter for a file that was dropped, or given without the name of its option: the first parameter that
/// lists the file's extension, else the first parameter for files, else null.
parameter_base* find_file_parameter(std::span<parameter_base* const> parameters, const std::filesystem::path& file);

/// Returns the last value of this name, or null if the name does not occur.
const parameter_value* find_setting(const parameter_settings& settings, std::string_view name);

/// The value that parameter_base::source_choice() of a file must have so that the sample reads the file.
inline constexpr std::string_view from_file = "file";

/// A sample may read a file only while another parameter, the source choice of the file, is 'file'. For each file in `settings`
/// whose source choice is not in `settings`, adds the source choice with the value 'file'.
void choose_given_files(std::span<parameter_base* const> parameters, parameter_settings& settings);

/// Does the sample read the file of this parameter? True for a parameter of another kind.
bool is_file_read(std::span<parameter_base* const> parameters, const parameter_base& parameter);

/// Sets several parameters in order. Throws parameter_error for the first value that is rejected; then no parameter is
/// changed.
void set_parameters(std::span<parameter_base* const> parameters, const parameter_settings& values);

/// Returns the value of a parameter for writing it to a file or a command line: the path of a file is made absolute.
parameter_value value_with_absolute_path(const parameter_base& parameter);
/// Returns the same value as text, which parameter_base::set_text accepts.
std::string text_with_absolute_path(const parameter_base& parameter);

}  // namespace ingot::shell
