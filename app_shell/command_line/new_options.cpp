#include "command_line/new_options.hpp"

#include "command_line/option_parser.hpp"
#include "new_sample/new_sample.hpp"

namespace ingot::shell {

command parse_new(std::span<const std::string> arguments, std::span<const sample_description> samples) {
    new_request request;
    const auto app =
        make_app("Write the sources of a new sample.", "ingot new",
                 "ingot new NAME [--folder DIR]\n\n"
                 "Writes a small sample, a Julia set, with its kernels, tests and a golden picture into a new folder, for you\n"
                 "to change. README.md in the folder says how to build and run it.");
    app->add_option("NAME", request.name, "name of the sample: small letters, digits and underscores");
    add_value(
        *app, "--folder", "DIR", [&](const std::string& text) { request.folder = text; },
        "the new folder; default: NAME in this folder");
    if (auto help = parse_with(*app, arguments)) return *std::move(help);
    if (request.name.empty()) throw usage_error("no name given: ingot new NAME; see 'ingot new --help'");
    std::vector<std::string> taken;
    for (const auto& each : samples) taken.push_back(each.name);
    if (const std::string problem = problem_of_sample_name(request.name, taken); !problem.empty()) throw usage_error(problem);
    if (request.folder.empty()) request.folder = request.name;
    return request;
}

}  // namespace ingot::shell
