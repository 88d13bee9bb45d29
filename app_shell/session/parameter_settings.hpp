// Values for a sample's parameters: by name, to be set together, and as files and command lines write them.
#pragma once

#include <filesystem>
#include <ingot/sample/parameter.hpp>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ingot::shell {

using parameter_settings = std::vector<std::pair<std::string, parameter_value>>;

/// The parameter of that name, or null.
parameter_base* find_parameter(std::span<parameter_base* const> among, std::string_view name);

/// The parameter that a file is meant for which is dropped, or named without an option: the first whose extensions fit, else the
/// first that takes files; null where none does.
parameter_base* find_file_parameter(std::span<parameter_base* const> among, const std::filesystem::path& file);

/// Sets several; throws parameter_error for the first that is not taken, and then none is changed.
void set_parameters(std::span<parameter_base* const> among, const parameter_settings& values);

/// The parameter's value as it can be written to a file or a command line: the path of a file is made absolute.
parameter_value portable_value(const parameter_base& of);
/// The same as text that parameter_base::set_text takes.
std::string portable_text(const parameter_base& of);

}  // namespace ingot::shell
