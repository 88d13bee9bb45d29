#include "regression_run.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <ingot/files/read_file.hpp>
#include <map>
#include <mutex>
#include <thread>

#include "json_object.hpp"
#include "process/child.hpp"
#include "process/quote_for_shell.hpp"

namespace ingot::regression {

namespace {

// Returns the command as a line for a POSIX shell.
std::string command_line(const std::vector<std::string>& words) {
    std::string line = "ingot";
    for (const auto& word : words) line += " " + process::quote_for_shell(word);
    return line;
}

std::string without_golden(const regression_case& test_case) {
    return fmt::format("the case has no golden; 'ingot regress {0} --update {0}' creates one", test_case.full_name());
}

/// Returns the folder that the environment variable INGOT_KERNELS names, if it has a folder for this backend; else an empty
/// text. Programs on the backend then use the kernel files in it instead of their own.
std::string kernels_folder_for(const std::string& backend) {
    const char* const folder = std::getenv("INGOT_KERNELS");
    std::error_code ignored;
    if (!folder || !*folder || !std::filesystem::exists(std::filesystem::path(folder) / backend, ignored)) return {};
    return std::filesystem::absolute(folder).lexically_normal().string();
}

/// Runs one case:
///   1. Renders it on the reference (the CPU debug device).
///   2. If requested, writes that rendering as the new golden.
///   3. Renders it on each backend, and checks the gates against the golden and the reference.
///   4. Renders it on each backend a second time, unless it is not repeatable, and checks that both runs are equal.
class case_run {
public:
    case_run(const case_to_run& task, const run_settings& settings) : task_(task), settings_(settings) {
        result_.tested_case = task_.tested_case;
    }

    case_result run() {
        reference_ = draw(reference_name(), false, "reference");
        if (is_rendered(reference_)) result_.reference = reference_.result.picture;
        if (task_.update) update();
        try {
            expected_ = read_golden(task_.goldens, task_.tested_case);
        } catch (const std::exception& problem) {
            golden_problem_ = problem.what();
        }
        if (expected_) result_.expected = expected_->picture;
        for (const auto& backend : settings_.backends) {
            if (settings_.child_runner.is_stop_requested()) break;
            result_.outcomes.push_back(outcome_on(backend));
        }
        return std::move(result_);
    }

private:
    static bool is_rendered(const attempt& drawing) { return drawing.end == attempt::ending::rendered; }

    attempt draw(const std::string& backend, bool has_backend_switch, const std::string& folder) {
        attempt drawing = render(settings_.child_runner, task_.tested_case, backend, task_.tested_case.seed, has_backend_switch,
                                 folder_of(folder));
        const noise_gate* const noise = task_.tested_case.noise();
        if (is_rendered(drawing) && noise && noise->renders > 0)
            add_noise(drawing, backend, task_.tested_case.seed, has_backend_switch, folder);
        return drawing;
    }

    std::filesystem::path folder_of(const std::string& name) const {
        return settings_.work_folder / task_.tested_case.sample / task_.tested_case.name / name;
    }

    /// Renders several pictures with consecutive seeds, and stores mean and variance of their pixels.
    void add_noise(attempt& drawing, const std::string& backend, uint64_t first_seed, bool has_backend_switch,
                   const std::string& folder) {
        std::vector<std::vector<double>> renders;
        for (uint64_t i = 0; i < task_.tested_case.noise()->renders; ++i) {
            const attempt next = render(settings_.child_runner, task_.tested_case, backend, first_seed + i, has_backend_switch,
                                        folder_of(folder + "-noise"));
            if (!is_rendered(next)) {
                drawing.end = next.end;
                drawing.problem = next.problem;
                drawing.output = next.output;
                return;
            }
            renders.emplace_back(next.result.picture.rgb.begin(), next.result.picture.rgb.end());
            for (double& each : renders.back()) each /= 255.0;
        }
        drawing.result.noise_estimate =
            metrics::estimate_from_renders(renders, task_.tested_case.width, task_.tested_case.height, 3);
    }

    void update() {
        if (!is_rendered(reference_)) return;  // outcome_on() reports this failure
        std::optional<metrics::estimate> noise_estimate;
        if (const noise_gate* const noise = task_.tested_case.noise()) {
            const uint64_t seed = seed_of_golden_noise(task_.tested_case);
            attempt other =
                render(settings_.child_runner, task_.tested_case, reference_name(), seed, false, folder_of("golden-noise"));
            if (is_rendered(other) && noise->renders > 0) add_noise(other, reference_name(), seed, false, "golden");
            if (!is_rendered(other))
                throw std::runtime_error(fmt::format("{}: {}", task_.tested_case.full_name(), other.problem));
            noise_estimate = other.result.noise_estimate;
        }
        write_golden(task_.goldens, task_.tested_case, reference_.result, noise_estimate);
        result_.updated = true;
    }

    outcome outcome_on(const known_backend& backend) {
        outcome result;
        result.backend = backend.name;
        const bool has_backend_switch = task_.tested_case.switch_at.has_value();
        result.reproduce_command =
            command_line(arguments_of(task_.tested_case, backend.name, task_.tested_case.seed, has_backend_switch));
        result.kernels_folder = kernels_folder_for(backend.name);
        if (!result.kernels_folder.empty())
            result.reproduce_command =
                fmt::format("INGOT_KERNELS={} {}", process::quote_for_shell(result.kernels_folder), result.reproduce_command);
        const auto exception = task_.tested_case.exceptions.find(backend.name);
        if (exception != task_.tested_case.exceptions.end()) result.exception = exception->second;
        if (!backend.unavailable.empty()) return finished_outcome(std::move(result), verdict::skipped, backend.unavailable);
        if (result.exception && result.exception->skip) {
            const std::string reason = result.exception->why;
            return finished_outcome(std::move(result), verdict::skipped, reason);
        }

        const bool is_reference = backend.name == reference_name() && !has_backend_switch;
        attempt first = is_reference ? reference_ : draw(backend.name, has_backend_switch, backend.name);
        result.output = first.output;
        if (first.end == attempt::ending::unavailable)
            return finished_outcome(std::move(result), verdict::skipped, first.problem);
        if (!is_rendered(first)) {
            result.crashed = true;
            return finished_outcome(std::move(result), verdict::failed, first.problem);
        }
        result.actual = std::move(first.result);
        judge(result, is_reference);
        repeat(result, has_backend_switch);
        if (!result.checks.problem.empty()) result.reason = result.checks.problem;
        result.status = result.checks.passed() ? verdict::passed : verdict::failed;
        return result;
    }

    void judge(outcome& outcome, bool is_reference) {
        const gates& gates = task_.tested_case.gates_on(outcome.backend);
        if (expected_)
            judge_against_golden(gates, *expected_, *outcome.actual, outcome.checks);
        else
            outcome.checks.add_problem(golden_problem_.empty() ? without_golden(task_.tested_case) : golden_problem_);
        if (is_rendered(reference_) && !is_reference)
            judge_against_reference(gates, reference_.result, *outcome.actual, outcome.checks);
        else if (!is_rendered(reference_))
            outcome.checks.add_problem(
                fmt::format("the CPU debug device has no rendering to compare with: {}", reference_.problem));
        judge_alone(gates, *outcome.actual, outcome.checks);
    }

    void repeat(outcome& outcome, bool has_backend_switch) {
        if (task_.tested_case.not_repeatable) return;
        const attempt second = render(settings_.child_runner, task_.tested_case, outcome.backend, task_.tested_case.seed,
                                      has_backend_switch, folder_of(outcome.backend + "-again"));
        if (is_rendered(second))
            judge_repetition(*outcome.actual, second.result, outcome.checks);
        else
            outcome.checks.add_problem(
                fmt::format("the second run, which checks that results are repeatable, failed: {}", second.problem));
    }

    static outcome finished_outcome(outcome outcome, verdict status, std::string reason) {
        outcome.status = status;
        outcome.reason = std::move(reason);
        return outcome;
    }

    const case_to_run& task_;
    const run_settings& settings_;
    attempt reference_;
    std::optional<golden> expected_;
    std::string golden_problem_;
    case_result result_;
};

// Makes the result of a case that ended with an error before any backend was checked, for example because the golden could
// not be written.
case_result failed_case(const case_to_run& task, const run_settings& settings, const std::string& problem) {
    case_result result {task.tested_case, {}, {}, false, {}};
    for (const auto& backend : settings.backends) {
        outcome failure;
        failure.backend = backend.name;
        failure.reason = problem;
        result.outcomes.push_back(std::move(failure));
    }
    return result;
}

case_result run_case(const case_to_run& task, const run_settings& settings) try {
    return case_run(task, settings).run();
} catch (const std::exception& problem) {
    return failed_case(task, settings, problem.what());
}

}  // namespace

std::vector<known_backend> list_backends(const runner& runner, const std::filesystem::path& folder) {
    std::filesystem::create_directories(folder);
    const auto file = folder / "devices.json";
    // Drivers may print warnings on the standard error, which are not part of the JSON text.
    const process::child_result child =
        process::run_child(runner.program, {"devices", "--json"}, {file, folder / "devices.txt"}, std::chrono::minutes(5),
                           runner.is_stop_requested, environment_of_children(folder));
    if (child.end != process::child_result::ending::exited || child.status != 0)
        throw std::runtime_error(fmt::format("the devices cannot be listed; 'ingot devices' failed: {}", child.output));
    std::vector<known_backend> backends;
    for (const auto& each : json::parse(files::read_text(file))) {
        const auto name = each.at("backend").get<std::string>();
        const auto entry = std::ranges::find(backends, name, &known_backend::name);
        const bool is_software = each.value("is_software", false);
        if (entry == backends.end()) {
            backends.push_back({name, each.value("unavailable", std::string()), is_software});
        } else if (!each.contains("unavailable")) {
            entry->is_software = is_software && (entry->is_software || !entry->unavailable.empty());
            entry->unavailable.clear();
        }
    }
    // Put the reference first, because the others are compared with it.
    const auto reference = std::ranges::find(backends, reference_name(), &known_backend::name);
    if (reference != backends.end()) std::rotate(backends.begin(), reference, reference + 1);
    return backends;
}

std::vector<case_result> run_cases(const std::vector<case_to_run>& cases, const run_settings& settings) {
    std::vector<std::optional<case_result>> results(cases.size());
    std::atomic<size_t> next = 0;
    size_t reported = 0;
    std::mutex reporting;
    const auto work = [&] {
        for (size_t i = next++; i < cases.size() && !settings.child_runner.is_stop_requested(); i = next++) {
            case_result result = run_case(cases[i], settings);
            const std::lock_guard lock(reporting);
            results[i] = std::move(result);
            for (; reported < cases.size() && results[reported]; ++reported)
                if (settings.on_case_done) settings.on_case_done(*results[reported]);
        }
    };
    {
        std::vector<std::jthread> others;
        for (unsigned i = 1; i < settings.max_parallel_cases && i < cases.size(); ++i) others.emplace_back(work);
        work();
    }
    std::vector<case_result> completed_results;
    for (auto& each : results)
        if (each) completed_results.push_back(std::move(*each));
    return completed_results;
}

}  // namespace ingot::regression
