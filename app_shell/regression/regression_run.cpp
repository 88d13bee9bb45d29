#include "regression_run.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <fstream>
#include <map>
#include <mutex>
#include <thread>

#include "json_object.hpp"
#include "process/child.hpp"

namespace ingot::regression {

namespace {

// In a shell's words.
std::string command_line(const std::vector<std::string>& words) {
    std::string line = "ingot";
    for (const auto& word : words) {
        const bool plain =
            !word.empty() &&
            word.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./:=,+") == std::string::npos;
        line += plain ? " " + word : fmt::format(" '{}'", word);
    }
    return line;
}

std::string without_golden(const regression_case& of) {
    return fmt::format("it has no golden; 'ingot regress {0} --update {0}' makes one", of.full_name());
}

class case_run {
public:
    case_run(const case_to_run& which, const run_settings& settings) : asked(which), with(settings) { result.of = asked.of; }

    case_result run() {
        reference = draw(reference_name(), false, "reference");
        if (drawn(reference)) result.reference = reference.drawn.picture;
        if (asked.update) update();
        try {
            expected = read_golden(asked.goldens, asked.of);
        } catch (const std::exception& problem) {
            golden_problem = problem.what();
        }
        if (expected) result.expected = expected->picture;
        for (const auto& backend : with.backends) {
            if (with.by.stop_asked()) break;
            result.outcomes.push_back(outcome_on(backend));
        }
        return std::move(result);
    }

private:
    static bool drawn(const attempt& of) { return of.how == attempt::ending::drawn; }

    attempt draw(const std::string& backend, bool with_switch, const std::string& folder) {
        attempt made = render(with.by, asked.of, backend, asked.of.seed, with_switch, folder_of(folder));
        const auto& noise = asked.of.with.noise;
        if (drawn(made) && noise && noise->renders > 0) add_noise(made, backend, asked.of.seed, with_switch, folder);
        return made;
    }

    std::filesystem::path folder_of(const std::string& name) const { return with.work / asked.of.sample / asked.of.name / name; }

    /// Mean and variance of several pictures, whose seeds follow each other.
    void add_noise(attempt& to, const std::string& backend, uint64_t first_seed, bool with_switch, const std::string& folder) {
        std::vector<std::vector<double>> renders;
        for (uint64_t i = 0; i < asked.of.with.noise->renders; ++i) {
            const attempt next = render(with.by, asked.of, backend, first_seed + i, with_switch, folder_of(folder + "-noise"));
            if (!drawn(next)) {
                to.how = next.how;
                to.problem = next.problem;
                to.output = next.output;
                return;
            }
            renders.emplace_back(next.drawn.picture.rgb.begin(), next.drawn.picture.rgb.end());
            for (double& each : renders.back()) each /= 255.0;
        }
        to.drawn.noise = metrics::estimate_of(renders, asked.of.width, asked.of.height, 3);
    }

    void update() {
        if (!drawn(reference)) return;  // told of by the outcome
        std::optional<metrics::estimate> noise;
        if (asked.of.with.noise) {
            const uint64_t seed = seed_of_golden_noise(asked.of);
            attempt other = render(with.by, asked.of, reference_name(), seed, false, folder_of("golden-noise"));
            if (drawn(other) && asked.of.with.noise->renders > 0) add_noise(other, reference_name(), seed, false, "golden");
            if (!drawn(other)) throw std::runtime_error(fmt::format("{}: {}", asked.of.full_name(), other.problem));
            noise = other.drawn.noise;
        }
        write_golden(asked.goldens, asked.of, reference.drawn, noise);
        result.updated = true;
    }

    outcome outcome_on(const known_backend& backend) {
        outcome made;
        made.backend = backend.name;
        const bool with_switch = asked.of.switch_at.has_value();
        made.reproduce = command_line(arguments_of(asked.of, backend.name, asked.of.seed, with_switch));
        const auto exception = asked.of.exceptions.find(backend.name);
        if (exception != asked.of.exceptions.end()) made.exception = exception->second;
        if (!backend.unavailable.empty()) return ended(std::move(made), verdict::skipped, backend.unavailable);
        if (made.exception && made.exception->skip) {
            const std::string why = made.exception->why;
            return ended(std::move(made), verdict::skipped, why);
        }

        const bool is_reference = backend.name == reference_name() && !with_switch;
        attempt first = is_reference ? reference : draw(backend.name, with_switch, backend.name);
        made.output = first.output;
        if (first.how == attempt::ending::unavailable) return ended(std::move(made), verdict::skipped, first.problem);
        if (!drawn(first)) {
            made.crashed = true;
            return ended(std::move(made), verdict::failed, first.problem);
        }
        made.found = std::move(first.drawn);
        judge(made, is_reference);
        repeat(made, with_switch);
        if (!made.judged.problem.empty()) made.reason = made.judged.problem;
        made.is = made.judged.passed() ? verdict::passed : verdict::failed;
        return made;
    }

    void judge(outcome& of, bool is_reference) {
        const gates& by = asked.of.gates_on(of.backend);
        if (expected)
            judge_against_golden(by, *expected, *of.found, of.judged);
        else
            of.judged.problem = golden_problem.empty() ? without_golden(asked.of) : golden_problem;
        if (drawn(reference) && !is_reference)
            judge_against_reference(by, reference.drawn, *of.found, of.judged);
        else if (!drawn(reference))
            of.judged.problem += (of.judged.problem.empty() ? "" : "; ") +
                                 fmt::format("there is nothing to compare with on the CPU debug device: {}", reference.problem);
        judge_alone(by, *of.found, of.judged);
    }

    void repeat(outcome& of, bool with_switch) {
        if (asked.of.not_repeatable) return;
        const attempt second =
            render(with.by, asked.of, of.backend, asked.of.seed, with_switch, folder_of(of.backend + "-again"));
        if (drawn(second))
            judge_repetition(*of.found, second.drawn, of.judged);
        else
            of.judged.problem = fmt::format("the second of two runs failed: {}", second.problem);
    }

    static outcome ended(outcome of, verdict is, std::string reason) {
        of.is = is;
        of.reason = std::move(reason);
        return of;
    }

    const case_to_run& asked;
    const run_settings& with;
    attempt reference;
    std::optional<golden> expected;
    std::string golden_problem;
    case_result result;
};

// A failure that is not the process's: a folder that cannot be written, for example.
case_result failed_case(const case_to_run& which, const run_settings& with, const std::string& problem) {
    case_result result {which.of, {}, {}, false, {}};
    for (const auto& backend : with.backends) {
        outcome made;
        made.backend = backend.name;
        made.reason = problem;
        result.outcomes.push_back(std::move(made));
    }
    return result;
}

case_result run_case(const case_to_run& which, const run_settings& with) try {
    return case_run(which, with).run();
} catch (const std::exception& problem) {
    return failed_case(which, with, problem.what());
}

}  // namespace

std::vector<known_backend> list_backends(const runner& by, const std::filesystem::path& folder) {
    std::filesystem::create_directories(folder);
    const auto file = folder / "devices.json";
    const process::child_result ended =
        process::run_child(by.program, {"devices", "--json"}, file, std::chrono::minutes(5), by.stop_asked);
    if (ended.how != process::child_result::ending::exited || ended.status != 0)
        throw std::runtime_error(fmt::format("the devices cannot be listed; 'ingot devices' failed: {}", ended.output));
    std::vector<known_backend> backends;
    std::ifstream in(file);
    for (const auto& each : json::parse(in)) {
        const auto name = each.at("backend").get<std::string>();
        const auto known = std::ranges::find(backends, name, &known_backend::name);
        if (known == backends.end())
            backends.push_back({name, each.value("unavailable", std::string())});
        else if (!each.contains("unavailable"))
            known->unavailable.clear();
    }
    // The reference first, as the others are compared with it.
    const auto reference = std::ranges::find(backends, reference_name(), &known_backend::name);
    if (reference != backends.end()) std::rotate(backends.begin(), reference, reference + 1);
    return backends;
}

std::vector<case_result> run_cases(const std::vector<case_to_run>& cases, const run_settings& with) {
    std::vector<std::optional<case_result>> results(cases.size());
    std::atomic<size_t> next = 0;
    size_t told = 0;
    std::mutex telling;
    const auto work = [&] {
        for (size_t i = next++; i < cases.size() && !with.by.stop_asked(); i = next++) {
            case_result result = run_case(cases[i], with);
            const std::lock_guard lock(telling);
            results[i] = std::move(result);
            for (; told < cases.size() && results[told]; ++told)
                if (with.done) with.done(*results[told]);
        }
    };
    {
        std::vector<std::jthread> others;
        for (unsigned i = 1; i < with.at_once && i < cases.size(); ++i) others.emplace_back(work);
        work();
    }
    std::vector<case_result> finished;
    for (auto& each : results)
        if (each) finished.push_back(std::move(*each));
    return finished;
}

}  // namespace ingot::regression
