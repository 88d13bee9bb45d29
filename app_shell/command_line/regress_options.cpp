#include "command_line/regress_options.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "command_line/option_parser.hpp"
#include "command_line/option_values.hpp"
#include "command_line/parameter_options.hpp"
#include "regression/regression_files.hpp"

namespace ingot::shell {

namespace {

constexpr const char* usage =
    "ingot regress [SAMPLE[/CASE]…] [OPTIONS]\n\n"
    "Draws the cases in each sample's regression.json without a window, on every backend that has a device here, and compares "
    "with\n"
    "the goldens beside the sample, with the CPU debug device's own picture, and with a second run. docs/regression.md says "
    "more.";
constexpr const char* statuses =
    "Exit status: 0 every gate passed on every backend that has a device, at least one; 1 a gate failed, a golden is missing,\n"
    "or a process crashed; 2 the command line or a file of cases is wrong, nothing was begun; 3 everything was skipped; 4 a\n"
    "signal ended it.";

std::vector<sample_description> with_cases(std::span<const sample_description> among) {
    std::vector<sample_description> found;
    std::ranges::copy_if(among, std::back_inserter(found),
                         [](const sample_description& each) { return regression::has_cases(each.folder); });
    return found;
}

void choose_samples(const std::vector<std::string>& names, std::span<const sample_description> samples, regress_request& into) {
    const auto available = with_cases(samples);
    if (available.empty())
        throw usage_error("no sample of this build has cases; a file regression.json beside a sample declares them");
    if (names.empty()) into.samples = available;
    for (const auto& asked : names) {
        const std::string name = asked.substr(0, asked.find('/'));
        if (name != asked) into.cases.push_back(asked);
        const auto found = std::ranges::find(available, name, &sample_description::name);
        if (found == available.end())
            throw usage_error(
                fmt::format("there is no sample '{}' with cases; samples with cases: {}", name, sample_names(available)));
        if (std::ranges::find(into.samples, name, &sample_description::name) == into.samples.end())
            into.samples.push_back(*found);
    }
}

}  // namespace

command parse_regress(std::span<const std::string> arguments, std::span<const sample_description> samples) {
    regress_request request;
    request.report = "build/regress";
    std::vector<std::string> names;
    const auto app = new_app("Screenshot regression.", "ingot regress", usage);
    app->footer(statuses);
    app->add_option(
        "SAMPLE", names,
        "samples whose cases run, or single cases: nbody/plummer; without one all: " + sample_names(with_cases(samples)));
    app->add_option_function<std::vector<std::string>>(
           "--backend",
           [&](const std::vector<std::string>& texts) {
               for (const auto& text : texts) request.backends.push_back(backend_name("--backend", text));
           },
           backend_names(" or ") + "; can be given several times; without it all")
        ->type_name("B")
        ->expected(1)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
    app->add_option_function<std::vector<std::string>>(
           "--update",
           [&](const std::vector<std::string>& texts) {
               if (texts.size() > 1) throw usage_error("--update: it takes one name; run it once for each");
               request.update = golden_update {texts.empty() ? "" : texts.front()};
           },
           fmt::format("make goldens anew from the {} device: all, a sample's, or those of the case NAME or SAMPLE/NAME",
                       reference_backend().title))
        ->type_name("[NAME]")
        ->expected(0, 1);
    add_value(
        *app, "--report", "DIR", [&](const std::string& text) { request.report = text; },
        "folder of the report, which is made; without it build/regress");
    add_value(
        *app, "--junit", "FILE.xml", [&](const std::string& text) { request.junit = output_path("--junit", text, ".xml"); },
        "write the results as JUnit's XML");
    if (auto help = parse_with(*app, arguments)) return *std::move(help);
    choose_samples(names, samples, request);
    return request;
}

}  // namespace ingot::shell
