// Functions by which all commands of `ingot` define and parse their options with CLI11, so that help and errors have the
// same format.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "command_line/command_line.hpp"

namespace ingot::shell {

using text_handler = std::function<void(const std::string&)>;

/// Adds an option that takes one value and may be given once. `handler` receives the text of the value. The help shows
/// `kind` in place of the value: "FILE".
CLI::Option* add_value(CLI::App& app, const std::string& name, const std::string& kind, const text_handler& handler,
                       const std::string& help);

/// Adds --backend and --device. The help says what is the default without them: "the fastest device that works".
void add_device_options(CLI::App& app, device_request& request, const std::string& default_device);

/// Returns the last part of a help text: the environment variable INGOT_DEVICES, and then the given text about exit
/// statuses.
std::string help_footer(const std::string& exit_statuses);

/// Makes the parser of a command from the first line of its help, its full name and its usage. The help ends with
/// help_footer() and the usual exit statuses.
std::unique_ptr<CLI::App> make_app(const std::string& description, const std::string& name, const std::string& usage);

/// Parses all arguments. Returns the text to print if the help or the version was requested. Throws usage_error.
std::optional<printed_text> parse_with(CLI::App& app, std::span<const std::string> arguments);

}  // namespace ingot::shell
