#include "command_line/option_parser.hpp"

#include <ingot/command_words.hpp>
#include <vector>

#include "command_line/option_values.hpp"

namespace ingot::shell {

namespace {

constexpr const char* usual_exit_statuses =
    "Exit status: 0 success; 1 the run failed, or a file could not be read or written; 2 the command line is wrong and\n"
    "nothing was run; 3 this machine lacks the requested device or a display; 4 a signal stopped the run before its last\n"
    "frame: no file was written, except the first part of a video.";

}  // namespace

CLI::Option* add_value(CLI::App& app, const std::string& name, const std::string& kind, const text_handler& handler,
                       const std::string& help) {
    return app.add_option_function<std::string>(name, handler, help)
        ->type_name(kind)
        ->multi_option_policy(CLI::MultiOptionPolicy::Throw);
}

void add_device_options(CLI::App& app, device_request& request, const std::string& default_device) {
    add_value(
        app, "--backend", "B", [&](const std::string& text) { request.backend = parse_backend("--backend", text); },
        backend_names(" or ") + "; default: " + default_device);
    add_value(
        app, "--device", "N", [&](const std::string& text) { request.index = parse_device_index("--device", text); },
        "number of the device in its backend, as 'ingot devices' prints it after the backend; default: 0")
        ->needs("--backend");
}

std::string help_footer(const std::string& exit_statuses) {
    return "Environment: INGOT_DEVICES=WORD[,WORD…] hides all devices except those that match at least one WORD. A WORD is cpu\n"
           "(every CPU, by any backend), gpu, a backend (" +
           backend_names(" or ") + "), or a part of a device's name.\n\n" + exit_statuses;
}

std::unique_ptr<CLI::App> make_app(const std::string& description, const std::string& name, const std::string& usage) {
    auto app = std::make_unique<CLI::App>(description, name);
    const auto formatter = std::make_shared<command_words::help_formatter>("Usage: " + usage);
    formatter->label("Positionals", "Arguments");
    app->formatter(formatter);
    app->allow_extras();  // parse_with() reports unknown arguments, with the name that was probably meant
    app->set_help_flag("-h,--help", "print this help");
    app->footer(help_footer(usual_exit_statuses));
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
