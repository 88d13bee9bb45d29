// `ingot regress`: runs the cases of the samples in child processes and writes the report.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <ingot/command_words.hpp>
#include <ingot/installation/installation.hpp>
#include <mutex>
#include <thread>

#include "capture/output_file.hpp"
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

/// Returns true if --update renders the goldens of this case again.
bool is_updated(const std::optional<golden_update>& update, const regression_case& candidate) {
    if (!update) return false;
    const auto& name = update->name;
    return name.empty() || name == candidate.sample || name == candidate.name || name == candidate.full_name();
}

/// Returns true if the command line names this case, or names no case of its sample.
bool is_requested(const std::vector<std::string>& names, const regression_case& candidate) {
    const bool single =
        std::ranges::any_of(names, [&](const std::string& each) { return each.starts_with(candidate.sample + "/"); });
    return !single || std::ranges::find(names, candidate.full_name()) != names.end();
}

std::vector<case_to_run> requested_cases(const regress_request& request) try {
    std::vector<case_to_run> cases;
    std::vector<std::string> names;
    for (const auto& sample : request.samples)
        for (auto& each : read_cases(cases_file(sample.folder), sample.name)) {
            each.library = sample.library;
            names.push_back(each.full_name());
            if (!is_requested(request.cases, each)) continue;
            const bool update = is_updated(request.update, each);
            cases.push_back({std::move(each), goldens_folder(sample.folder), update});
        }
    for (const auto& name : request.cases)
        if (std::ranges::none_of(cases, [&](const case_to_run& each) { return each.tested_case.full_name() == name; }))
            throw usage_error(fmt::format("there is no case '{}'{}; cases: {}", name, command_words::did_you_mean(name, names),
                                          fmt::join(names, ", ")));
    if (request.update && std::ranges::none_of(cases, &case_to_run::update))
        throw usage_error(fmt::format("--update: '{}' matches no case of this run", request.update->name));
    return cases;
} catch (const case_error& problem) {
    throw usage_error(problem.what());
}

std::vector<known_backend> requested_backends(const regress_request& request, const runner& regression_runner) {
    auto all = list_backends(regression_runner, request.report);
    if (!request.backends.empty()) {
        std::erase_if(all, [&](const known_backend& each) {
            return std::ranges::none_of(request.backends, [&](backend requested) { return each.name == to_string(requested); });
        });
    } else if (device_selection::from_environment().text().empty()) {
        // All samples together take many minutes there.
        for (known_backend& each : all)
            if (each.is_software)
                each.unavailable = fmt::format("only the CPU runs it on this machine, slowly; --backend {} checks it", each.name);
    }
    return all;
}

void make_folder(const std::filesystem::path& folder) {
    std::error_code problem;
    std::filesystem::create_directories(folder, problem);
    if (problem)
        throw unwritable_file(fmt::format("--report: cannot create the folder '{}': {}", folder.string(), problem.message()));
}

/// Prints the result of each case that has ended, and shows the progress below. Threads that run cases call print_result(); a
/// further thread redraws the progress bar, so that the remaining time counts down while a long case runs.
class progress_of_cases {
public:
    explicit progress_of_cases(size_t count) : count_(count) {}

    void print_result(const std::string& text) {
        const std::lock_guard lock(guard_);
        ++finished_count_;
        bar_.clear();
        fmt::print("{}", text);
        std::fflush(stdout);
    }

private:
    void show(const std::stop_token& stop) {
        std::unique_lock lock(guard_);
        while (!stop.stop_requested()) {
            // After the last result, a bar would be below it until the thread stops.
            if (finished_count_ < count_) bar_.show(static_cast<double>(finished_count_) / static_cast<double>(count_));
            redraw_condition_.wait_for(lock, stop, std::chrono::milliseconds(100), [] { return false; });
        }
    }

    size_t count_;
    size_t finished_count_ = 0;
    std::mutex guard_;
    std::condition_variable_any redraw_condition_;
    progress_bar bar_ {"regress"};
    std::jthread drawing_ {[this](const std::stop_token& stop) { show(stop); }};
};

size_t longest_name(const std::vector<case_to_run>& cases) {
    size_t longest = 0;
    for (const auto& each : cases) longest = std::max(longest, each.tested_case.full_name().size());
    return longest;
}

std::vector<case_result> run_all(const std::vector<case_to_run>& cases, run_settings settings) {
    progress_of_cases progress(cases.size());
    settings.on_case_done = [&, width = longest_name(cases)](const case_result& result) {
        progress.print_result(to_text(result, width));
    };
    return run_cases(cases, settings);
}

}  // namespace

exit_status run_regress(const regress_request& request) {
    // The results must not depend on what was tuned on this machine. The child processes inherit the variable.
    ::setenv("INGOT_TUNED", "off", 1);
    const auto cases = requested_cases(request);
    make_folder(request.report);
    const runner regression_runner {installation::program_file(), is_stop_requested};
    const auto results = run_all(cases, {.child_runner = regression_runner,
                                         .backends = requested_backends(request, regression_runner),
                                         .work_folder = request.report / "runs",
                                         .max_parallel_cases = std::min(std::thread::hardware_concurrency(), 8U),
                                         .on_case_done = {}});
    if (is_stop_requested()) {
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
