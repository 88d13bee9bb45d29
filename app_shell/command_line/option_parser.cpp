#include "command_line/option_parser.hpp"

#include <fmt/format.h>

#include <vector>

#include "command_line/option_values.hpp"

namespace ingot::shell {

namespace {

constexpr const char* exit_statuses =
    "Exit status: 0 all that was asked was done; 1 it was begun and failed; 2 the command line is wrong,\n"
    "nothing was begun; 3 this machine lacks what was asked for (a device, a display); 4 a signal ended a run\n"
    "before its last frame, and nothing was written.";

/// CLI11's help with a usage of our own.
class help_formatter final : public CLI::Formatter {
public:
    explicit help_formatter(std::string usage) : shown(std::move(usage)) { column_width(30); }
    std::string make_usage(const CLI::App*, std::string) const override { return "Usage: " + shown + "\n"; }

private:
    std::string shown;
};

}  // namespace

CLI::Option* add_value(CLI::App& to, const std::string& name, const std::string& kind, const text_taker& take,
                       const std::string& help) {
    return to.add_option_function<std::string>(name, take, help)
        ->type_name(kind)
        ->multi_option_policy(CLI::MultiOptionPolicy::Throw);
}

std::unique_ptr<CLI::App> new_app(const std::string& description, const std::string& name, const std::string& usage) {
    auto app = std::make_unique<CLI::App>(description, name);
    app->formatter(std::make_shared<help_formatter>(usage));
    app->allow_extras();  // told of by refuse_extras, in our own words
    app->set_help_flag("-h,--help", "this help");
    app->footer(exit_statuses);
    return app;
}

void refuse_extras(const CLI::App& app) {
    const auto extras = app.remaining();
    if (extras.empty()) return;
    const std::string wrong = extras.front().substr(0, extras.front().find('='));
    if (!wrong.starts_with('-'))
        throw usage_error(fmt::format("'{}' is one argument too many; '{} --help' says what there is", wrong, app.get_name()));
    std::vector<std::string> names;
    for (const CLI::Option* option : app.get_options())
        for (const auto& name : option->get_lnames()) names.push_back("--" + name);
    const auto meant = nearest_name(wrong, names);
    throw usage_error(fmt::format("'{}' is no option of '{}'{}; '{} --help' lists them", wrong, app.get_name(),
                                  meant.empty() ? "" : fmt::format(" (did you mean {}?)", meant), app.get_name()));
}

std::optional<answer> parse_with(CLI::App& app, std::span<const std::string> arguments) {
    try {
        app.parse(std::vector<std::string>(arguments.rbegin(), arguments.rend()));
    } catch (const CLI::CallForHelp&) {
        return answer {app.help()};
    } catch (const CLI::CallForVersion& version) {
        return answer {std::string(version.what()) + "\n"};
    } catch (const CLI::ParseError& problem) {
        throw usage_error(fmt::format("{}; '{} --help' says more", problem.what(), app.get_name()));
    }
    refuse_extras(app);
    return std::nullopt;
}

}  // namespace ingot::shell
