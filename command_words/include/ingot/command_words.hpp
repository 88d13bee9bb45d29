// CLI11 as all of Ingot's programs use it: our own words for a wrong command line.
#pragma once

#include <CLI/CLI.hpp>
#include <span>
#include <string>
#include <string_view>

namespace ingot::command_words {

/// What `app` said of the command line that it refused, and where to read more: "--frames: is given twice; it takes one value;
/// …".
std::string refusal(const CLI::App& app, const CLI::ParseError& problem);

/// The first argument that no option took, and what was perhaps meant; empty where there is none. The app must allow extras.
std::string refusal_of_extras(const CLI::App& app);

/// The name among `known` that is most like `wrong`, or nothing where none is near: for "did you mean".
std::string_view nearest_name(std::string_view wrong, std::span<const std::string> known);

}  // namespace ingot::command_words
