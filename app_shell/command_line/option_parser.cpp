#include "command_line/option_parser.hpp"

#include <ingot/command_words.hpp>
#include <vector>

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
    /// The kind of value only: what an option needs follows its help.
    std::string make_option_opts(const CLI::Option* of) const override {
        return of->get_type_size() == 0 ? "" : " " + of->get_type_name();
    }
    std::string make_option_desc(const CLI::Option* of) const override {
        std::string text = of->get_description();
        for (const CLI::Option* each : of->get_needs()) text += "; needs " + each->get_name();
        return text;
    }
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
    app->allow_extras();  // told of by parse_with, in our own words
    app->set_help_flag("-h,--help", "this help");
    app->footer(exit_statuses);
    return app;
}

std::optional<answer> parse_with(CLI::App& app, std::span<const std::string> arguments) {
    try {
        app.parse(std::vector<std::string>(arguments.rbegin(), arguments.rend()));
    } catch (const CLI::CallForHelp&) {
        return answer {app.help()};
    } catch (const CLI::CallForVersion& version) {
        return answer {std::string(version.what()) + "\n"};
    } catch (const CLI::ParseError& problem) {
        throw usage_error(command_words::refusal(app, problem));
    }
    if (const std::string extras = command_words::refusal_of_extras(app); !extras.empty()) throw usage_error(extras);
    return std::nullopt;
}

}  // namespace ingot::shell
