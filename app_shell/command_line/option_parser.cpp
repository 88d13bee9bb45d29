#include "command_line/option_parser.hpp"

#include <ingot/command_words.hpp>
#include <vector>

namespace ingot::shell {

namespace {

constexpr const char* exit_statuses =
    "Exit status: 0 success; 1 the run started and failed; 2 the command line is wrong and nothing was run;\n"
    "3 this machine lacks the requested device or a display; 4 a signal stopped the run before its last\n"
    "frame: no file was written, except the first part of a video.";

/// Formats the help as CLI11 does, except for the usage line and the column of options.
class help_formatter final : public CLI::Formatter {
public:
    explicit help_formatter(std::string usage) : shown_(std::move(usage)) { column_width(30); }
    /// Returns only the kind of value. CLI11 would add the required options here; make_option_desc appends them to the
    /// help.
    std::string make_option_opts(const CLI::Option* of) const override {
        return of->get_type_size() == 0 ? "" : " " + of->get_type_name();
    }
    std::string make_option_desc(const CLI::Option* of) const override {
        std::string text = of->get_description();
        for (const CLI::Option* each : of->get_needs()) text += "; needs " + each->get_name();
        return text;
    }
    std::string make_usage(const CLI::App*, std::string) const override { return "Usage: " + shown_ + "\n"; }

private:
    std::string shown_;
};

}  // namespace

CLI::Option* add_value(CLI::App& app, const std::string& name, const std::string& kind, const text_handler& handler,
                       const std::string& help) {
    return app.add_option_function<std::string>(name, handler, help)
        ->type_name(kind)
        ->multi_option_policy(CLI::MultiOptionPolicy::Throw);
}

std::unique_ptr<CLI::App> make_app(const std::string& description, const std::string& name, const std::string& usage) {
    auto app = std::make_unique<CLI::App>(description, name);
    app->formatter(std::make_shared<help_formatter>(usage));
    app->allow_extras();  // parse_with reports them, with the name that was probably meant
    app->set_help_flag("-h,--help", "print this help");
    app->footer(exit_statuses);
    return app;
}

std::optional<printed_text> parse_with(CLI::App& app, std::span<const std::string> arguments) {
    try {
        app.parse(std::vector<std::string>(arguments.rbegin(), arguments.rend()));
    } catch (const CLI::CallForHelp&) {
        return printed_text {app.help()};
    } catch (const CLI::CallForVersion& version) {
        return printed_text {std::string(version.what()) + "\n"};
    } catch (const CLI::ParseError& problem) {
        throw usage_error(command_words::parse_error_message(app, problem));
    }
    if (const std::string extras = command_words::unknown_argument_message(app); !extras.empty()) throw usage_error(extras);
    return std::nullopt;
}

}  // namespace ingot::shell
