#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <thread>

#include "capture/output_file.hpp"
#include "process/own_program.hpp"
#include "regression/junit.hpp"
#include "regression/regression_case.hpp"
#include "regression/regression_files.hpp"
#include "regression/regression_run.hpp"
#include "regression/report.hpp"
#include "regression/result_text.hpp"
#include "run/commands.hpp"
#include "run/progress_bar.hpp"
#include "run/stop_signals.hpp"

namespace ingot::shell {

namespace {

using namespace regression;

bool is_updated(const std::optional<golden_update>& wanted, const regression_case& of) {
    if (!wanted) return false;
    const auto& name = wanted->name;
    return name.empty() || name == of.sample || name == of.name || name == of.full_name();
}

// Of a sample whose cases are named, those that are.
bool is_wanted(const std::vector<std::string>& names, const regression_case& of) {
    const bool single = std::ranges::any_of(names, [&](const std::string& each) { return each.starts_with(of.sample + "/"); });
    return !single || std::ranges::find(names, of.full_name()) != names.end();
}

std::vector<case_to_run> cases_of(const regress_request& request) try {
    std::vector<case_to_run> cases;
    std::string known;
    for (const auto& sample : request.samples)
        for (auto& each : read_cases(cases_file(sample.folder), sample.name)) {
            known += (known.empty() ? "" : ", ") + each.full_name();
            if (!is_wanted(request.cases, each)) continue;
            const bool update = is_updated(request.update, each);
            cases.push_back({std::move(each), goldens_folder(sample.folder), update});
        }
    for (const auto& name : request.cases)
        if (std::ranges::none_of(cases, [&](const case_to_run& each) { return each.of.full_name() == name; }))
            throw usage_error(fmt::format("there is no case '{}'; cases: {}", name, known));
    if (request.update && std::ranges::none_of(cases, &case_to_run::update))
        throw usage_error(fmt::format("--update: there is no case '{}' in what runs", request.update->name));
    return cases;
} catch (const case_error& problem) {
    throw usage_error(problem.what());
}

std::vector<known_backend> wanted_backends(const regress_request& request, const runner& by) {
    auto all = list_backends(by, request.report);
    if (!request.backends.empty())
        std::erase_if(all, [&](const known_backend& each) {
            return std::ranges::none_of(request.backends, [&](backend wanted) { return each.name == to_string(wanted); });
        });
    return all;
}

void make_folder(const std::filesystem::path& folder) {
    std::error_code problem;
    std::filesystem::create_directories(folder, problem);
    if (problem)
        throw usage_error(fmt::format("--report: the folder '{}' cannot be made: {}", folder.string(), problem.message()));
}

/// How many cases are done, in a line of a terminal. Cases run in threads and take what they take: the line has its own.
class progress_of_cases {
public:
    explicit progress_of_cases(size_t count) : all(count) {}

    void done(const std::string& words) {
        const std::lock_guard lock(guard);
        ++finished;
        bar.clear();
        fmt::print("{}", words);
        std::fflush(stdout);
    }

private:
    void show(const std::stop_token& stop) {
        std::unique_lock lock(guard);
        while (!stop.stop_requested()) {
            bar.show(all == 0 ? 1.0 : static_cast<double>(finished) / static_cast<double>(all));
            ended.wait_for(lock, stop, std::chrono::milliseconds(100), [] { return false; });
        }
    }

    size_t all;
    size_t finished = 0;
    std::mutex guard;
    std::condition_variable_any ended;
    progress_bar bar {"regress"};
    std::jthread drawing {[this](const std::stop_token& stop) { show(stop); }};
};

size_t longest_name(const std::vector<case_to_run>& of) {
    size_t longest = 0;
    for (const auto& each : of) longest = std::max(longest, each.of.full_name().size());
    return longest;
}

std::vector<case_result> run_all(const std::vector<case_to_run>& cases, run_settings with) {
    progress_of_cases progress(cases.size());
    with.done = [&, width = longest_name(cases)](const case_result& of) { progress.done(to_text(of, width)); };
    return run_cases(cases, with);
}

}  // namespace

exit_status run_regress(const regress_request& request) {
    const auto cases = cases_of(request);
    make_folder(request.report);
    const runner by {process::own_program(), stop_asked};
    const auto results = run_all(cases, {.by = by,
                                         .backends = wanted_backends(request, by),
                                         .work = request.report / "runs",
                                         .at_once = std::min(std::thread::hardware_concurrency(), 8U),
                                         .done = {}});
    if (stop_asked()) {
        fmt::print(stderr, "ingot: stopped by a signal after {} of {} cases; no report was written\n", results.size(),
                   cases.size());
        return exit_status::stopped;
    }
    const auto page = request.report / "index.html";
    replace_file(page, to_html(results));
    replace_file(request.report / "results.json", to_json(results));
    if (!request.junit.empty()) replace_file(request.junit, to_junit(results));
    const totals all = count(results);
    fmt::print("  {}        report: {}\n", to_text(all), page.string());
    if (all.failed > 0) return exit_status::failed;
    return all.passed > 0 ? exit_status::done : exit_status::unavailable;
}

}  // namespace ingot::shell
