// CLI11 as all commands use it: our own words for help and errors.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "command_line/command_line.hpp"

namespace ingot::shell {

using text_taker = std::function<void(const std::string&)>;

/// An option with one value, which may be given once.
CLI::Option* add_value(CLI::App& to, const std::string& name, const std::string& kind, const text_taker& take,
                       const std::string& help);

/// A command: what it does, its full name, its usage, and what stands below the help.
std::unique_ptr<CLI::App> new_app(const std::string& description, const std::string& name, const std::string& usage);

/// Parses with one app, to the last argument. The text of the help where that was asked for. Throws usage_error.
std::optional<answer> parse_with(CLI::App& app, std::span<const std::string> arguments);

}  // namespace ingot::shell
