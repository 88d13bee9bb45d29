#include <fmt/format.h>

#include <algorithm>
#include <ingot/command_words.hpp>
#include <utility>
#include <vector>

namespace ingot::command_words {

namespace {

/// Returns the least number of letters that must be inserted, deleted, replaced or swapped with their neighbour to change `a`
/// into `b`: the optimal string alignment distance (Damerau, CACM 7(3), 1964).
size_t edits_between(std::string_view a, std::string_view b) {
    std::vector<std::vector<size_t>> edits(a.size() + 1, std::vector<size_t>(b.size() + 1));
    for (size_t i = 0; i <= a.size(); ++i)
        for (size_t j = 0; j <= b.size(); ++j) {
            if (i == 0 || j == 0) {
                edits[i][j] = i + j;
                continue;
            }
            const size_t replacement_cost = edits[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
            edits[i][j] = std::min({edits[i - 1][j] + 1, edits[i][j - 1] + 1, replacement_cost});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                edits[i][j] = std::min(edits[i][j], edits[i - 2][j - 2] + 1);
        }
    return edits[a.size()][b.size()];
}

/// Returns the message for an option that takes one value and was given more than once, or an empty string if there is no such
/// option. CLI11's own message is "At Most 1 required but received 2".
std::string rejection_of_repetition(const CLI::App& app) {
    for (const CLI::Option* option : app.get_options())
        if (const size_t times = option->count(); option->get_items_expected_max() == 1 && times > 1)
            return fmt::format("{}: given {}, but the option takes one value", option->get_name(),
                               times == 2 ? "twice" : fmt::format("{} times", times));
    return {};
}

/// Returns the message for an option at the end of the command line that lacks its value, or an empty string if `message` is
/// not about this. CLI11's own message is "1 required N missing".
std::string missing_value_message(const CLI::App& app, std::string_view message) {
    for (const CLI::Option* option : app.get_options())
        if (message.starts_with(option->get_name() + ": ") && message.ends_with(" missing"))
            return fmt::format("{0}: needs a value: {0} {1}", option->get_name(), option->get_type_name());
    return {};
}

/// Returns the description of an option or an argument, followed by the options that it requires.
std::string full_description(const CLI::Option& option) {
    std::string text = option.get_description();
    for (const CLI::Option* each : option.get_needs()) text += "; needs " + each->get_name();
    return text;
}

/// Returns the full name of a program or a subcommand, as a user types it: "ingotc inspect".
std::string full_name(const CLI::App& app) {
    return app.get_parent() ? full_name(*app.get_parent()) + " " + app.get_name() : app.get_name();
}

}  // namespace

help_formatter::help_formatter(std::string usage) : usage_(std::move(usage)) { column_width(30); }

std::string help_formatter::make_option_opts(const CLI::Option* option) const {
    return option->get_type_size() == 0 ? "" : " " + option->get_type_name();
}

std::string help_formatter::make_option_desc(const CLI::Option* option) const {
    if (option->get_positional() && !option->get_lnames().empty()) return "the same as " + option->get_name(true);
    return full_description(*option);
}

std::string help_formatter::make_positionals(const CLI::App* app) const {
    std::string text;
    for (const CLI::Option* option : app->get_options())
        if (option->get_positional() && !option->get_group().empty())
            text += fmt::format("  {:<{}}{}\n", option->get_name(true), get_column_width() - 2, full_description(*option));
    return text.empty() ? text : fmt::format("\n{}:\n{}", get_label("Positionals"), text);
}

std::string help_formatter::make_usage(const CLI::App*, std::string) const { return usage_ + "\n"; }

std::string help_formatter::make_help(const CLI::App* app, std::string name, CLI::AppFormatMode mode) const {
    std::string text = CLI::Formatter::make_help(app, std::move(name), mode);
    for (size_t position = text.find("\n\n\n"); position != std::string::npos; position = text.find("\n\n\n", position))
        text.erase(position, 1);
    return text;
}

std::string parse_error_message(const CLI::App& app, const CLI::ParseError& problem) {
    std::string wrong;
    // The kind of the error is recognised by the exit code and not by dynamic_cast, because the exception may come from code
    // that was compiled without RTTI.
    if (problem.get_exit_code() == static_cast<int>(CLI::ExitCodes::ArgumentMismatch)) wrong = rejection_of_repetition(app);
    if (wrong.empty()) wrong = missing_value_message(app, problem.what());
    if (wrong.empty()) wrong = problem.what();
    return fmt::format("{}; see '{} --help'", wrong, app.get_name());
}

std::string unknown_argument_message(const CLI::App& app) {
    const auto extras = app.remaining();
    if (extras.empty()) return {};
    const std::string command = full_name(app);
    if (!extras.front().starts_with('-')) return unexpected_argument_message(app, extras.front());
    const std::string wrong = extras.front().substr(0, extras.front().find('='));
    std::vector<std::string> names;
    for (const CLI::Option* option : app.get_options())
        for (const auto& name : option->get_lnames()) names.push_back("--" + name);
    return fmt::format("unknown option '{}'{}; see '{} --help'", wrong, did_you_mean(wrong, names), command);
}

std::string unexpected_argument_message(const CLI::App& app, std::string_view argument) {
    const std::string hint = option_without_hyphens(app, argument);
    return fmt::format("unexpected argument '{}'{}; see '{} --help'", argument,
                       hint.empty() ? "" : fmt::format(" (did you mean {}?)", hint), full_name(app));
}

std::string option_without_hyphens(const CLI::App& app, std::string_view argument) {
    const size_t name_size = std::min(argument.find('='), argument.size());
    if (name_size == 0) return {};
    const std::string name = "--" + std::string(argument.substr(0, name_size));
    const CLI::Option* const option = app.get_option_no_throw(name);
    if (option == nullptr) return {};
    const bool has_value = name_size < argument.size() && option->get_items_expected_max() > 0;  // a flag expects none
    return has_value ? fmt::format("{} {}", name, argument.substr(name_size + 1)) : name;
}

std::string_view nearest_name(std::string_view wrong, std::span<const std::string> candidates) {
    std::string_view nearest;
    size_t fewest_edits = 1 + std::max<size_t>(1, wrong.size() / 3);
    for (const std::string& each : candidates)
        if (const size_t edits = edits_between(wrong, each); edits < fewest_edits) {
            fewest_edits = edits;
            nearest = each;
        }
    return nearest;
}

std::string did_you_mean(std::string_view wrong, std::span<const std::string> candidates) {
    const std::string_view meant = nearest_name(wrong, candidates);
    return meant.empty() ? std::string() : fmt::format(" (did you mean {}?)", meant);
}

}  // namespace ingot::command_words
