// Help screens, and error messages for wrong command lines. The programs ingot and ingotc parse their command lines with
// CLI11, and replace CLI11's help and messages by those of this library.
#pragma once

#include <CLI/CLI.hpp>
#include <span>
#include <string>
#include <string_view>

namespace ingot::command_words {

/// Formats a help screen as CLI11 does, with these differences:
///  - the usage lines are those that the constructor received;
///  - an option is listed only with the name of its value: "-O N" and "-I FOLDER", not "-O N=2" and "-I FOLDER ...";
///  - an argument is listed only with its name, without a type;
///  - the description of an option or an argument ends with the names of the options that it requires;
///  - if the value of an option can also be given as an argument without the option's name, the description of the option is
///    "the same as" and the name of the argument;
///  - there is one empty line before a heading, not two.
class help_formatter final : public CLI::Formatter {
public:
    /// @param usage the first lines: "Usage: ingotc inspect [--json] OUT.ingot"
    explicit help_formatter(std::string usage);
    std::string make_option_opts(const CLI::Option* option) const override;
    std::string make_option_desc(const CLI::Option* option) const override;
    std::string make_positionals(const CLI::App* app) const override;
    std::string make_usage(const CLI::App*, std::string) const override;
    std::string make_help(const CLI::App* app, std::string name, CLI::AppFormatMode mode) const override;

private:
    std::string usage_;
};

/// Returns the message for an error that CLI11 threw while `app` parsed a command line: "--frames: given twice, but the
/// option takes one value; see 'ingot --help'".
std::string parse_error_message(const CLI::App& app, const CLI::ParseError& problem);

/// Returns the message for the first argument that `app` does not know. If the argument is similar to an option, the message
/// suggests that option. Returns an empty string if there is no unknown argument. `app` must allow extras
/// (CLI::App::allow_extras()).
std::string unknown_argument_message(const CLI::App& app);

/// Returns the message for an argument without hyphens that the command `app` does not take. If the argument is the name of an
/// option without its hyphens, the message suggests that option.
std::string unexpected_argument_message(const CLI::App& app, std::string_view argument);

/// Returns the option that an argument names without its hyphens: "--frames 3" for "frames=3", and "--frames" for
/// "frames". Returns an empty string if `app` has no such option.
std::string option_without_hyphens(const CLI::App& app, std::string_view argument);

/// Returns the name in `candidates` that is most similar to `wrong`, for "did you mean", or an empty string if none is
/// similar.
std::string_view nearest_name(std::string_view wrong, std::span<const std::string> candidates);

/// Returns " (did you mean NAME?)" with the name of nearest_name(), or an empty string.
std::string did_you_mean(std::string_view wrong, std::span<const std::string> candidates);

}  // namespace ingot::command_words
