#include "command_line/regress_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <ingot/command_words.hpp>

#include "command_line/option_parser.hpp"
#include "command_line/option_values.hpp"
#include "command_line/parameter_options.hpp"
#include "regression/regression_files.hpp"

namespace ingot::shell {

namespace {

constexpr const char* regress_usage =
    "ingot regress [SAMPLE[/CASE]…] [OPTIONS]\n\n"
    "Draws the cases of each sample's regression.json without a window, on every backend that has a device on this machine.\n"
    "Compares each picture with the golden in the sample's folder, with the picture of the CPU debug device, and with the\n"
    "picture of a second run. docs/regression.md describes the gates.";
constexpr const char* regress_statuses =
    "Exit status: 0 every gate passed on every backend that has a device, and at least one backend has one; 1 a gate failed, a\n"
    "golden is missing, or a process crashed; 2 the command line or a regression.json is wrong and nothing was run; 3 every\n"
    "case was skipped; 4 a signal stopped the run.";

std::vector<sample_description> samples_with_cases(std::span<const sample_description> samples) {
    std::vector<sample_description> found;
    std::ranges::copy_if(samples, std::back_inserter(found),
                         [](const sample_description& each) { return regression::has_cases(each.folder); });
    return found;
}

std::string did_you_mean(const std::string& name, std::span<const sample_description> samples) {
    std::vector<std::string> names;
    for (const auto& each : samples) names.push_back(each.name);
    return command_words::did_you_mean(name, names);
}

void choose_samples(const std::vector<std::string>& names, std::span<const sample_description> samples,
                    regress_request& request) {
    const auto available = samples_with_cases(samples);
    if (available.empty())
        throw usage_error("no sample of this build has cases; add a file regression.json to the folder of a sample");
    if (names.empty()) request.samples = available;
    for (const auto& argument : names) {
        const std::string name = argument.substr(0, argument.find('/'));
        if (name != argument) request.cases.push_back(argument);
        const auto found = std::ranges::find(available, name, &sample_description::name);
        if (found == available.end())
            throw usage_error(fmt::format("there is no sample '{}' with cases{}; samples with cases: {}", name,
                                          did_you_mean(name, available), sample_names(available)));
        if (std::ranges::find(request.samples, name, &sample_description::name) == request.samples.end())
            request.samples.push_back(*found);
    }
}

}  // namespace

command parse_regress(std::span<const std::string> arguments, std::span<const sample_description> samples) {
    regress_request request;
    request.report = "build/regress";
    std::vector<std::string> names;
    const auto app = make_app("Compare pictures of samples with their goldens.", "ingot regress", regress_usage);
    app->footer(help_footer(regress_statuses));
    app->add_option("SAMPLE", names,
                    "samples whose cases run, or single cases such as nbody/plummer; default: all of " +
                        sample_names(samples_with_cases(samples)));
    app->add_option_function<std::vector<std::string>>(
           "--backend",
           [&](const std::vector<std::string>& texts) {
               for (const auto& text : texts) request.backends.push_back(parse_backend("--backend", text));
           },
           backend_names(" or ") + "; can be given several times; default: all, without graphics drivers that compute on the CPU")
        ->type_name("B")
        ->expected(1)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
    app->add_option_function<std::vector<std::string>>(
           "--update",
           [&](const std::vector<std::string>& texts) {
               if (texts.size() > 1) throw usage_error("--update: takes one name; run the command once for each name");
               request.update = golden_update {texts.empty() ? "" : texts.front()};
           },
           fmt::format("render goldens again on the {} device: all, those of a sample, or those of the case NAME or SAMPLE/NAME",
                       reference_backend().title))
        ->type_name("[NAME]")
        ->expected(0, 1);
    add_value(
        *app, "--report", "DIR", [&](const std::string& text) { request.report = text; },
        "folder of the report, created if missing; default: build/regress");
    add_value(
        *app, "--junit", "FILE.xml", [&](const std::string& text) { request.junit = parse_output_path("--junit", text, ".xml"); },
        "write the results in JUnit's XML format");
    if (auto help = parse_with(*app, arguments)) return *std::move(help);
    choose_samples(names, samples, request);
    return request;
}

}  // namespace ingot::shell
