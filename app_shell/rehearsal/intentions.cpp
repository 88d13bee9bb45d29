#include "rehearsal/intentions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

namespace ingot::shell {

namespace {

// What the sample itself has to say against it is said when it is done in earnest.
std::string problem_of(const process::child_result& ended) {
    using ending = process::child_result::ending;
    if (ended.how == ending::signalled)
        return fmt::format("a trial of it, in a process of its own, crashed: {}\n{}", strsignal(ended.status), ended.output);
    if (ended.how == ending::timed_out) return "a trial of it, in a process of its own, came to no end";
    return {};
}

}  // namespace

bool intentions::is_ready(const rehearsed_part& part) const {
    return (part.on.backend && !description_of(*part.on.backend).compiles_programs) || rehearsed.has(part);
}

bool intentions::add(const intention& of) {
    if (of.only_newest) std::erase_if(waiting, [](const intention& each) { return each.only_newest; });
    if (!of.sets.empty()) forget_value_of(of.sets);
    if (waiting.empty() && is_ready(of.part)) return false;
    waiting.push_back(of);
    return true;
}

void intentions::forget() { waiting.clear(); }

void intentions::forget_value_of(const std::string& parameter) {
    std::erase_if(waiting, [&](const intention& each) { return each.sets == parameter; });
}

/// One that crashed is rehearsed again when it is asked for again.
std::optional<intentions::outcome> intentions::take_rehearsal() {
    std::string problem;
    try {
        problem = problem_of(stage.take());
    } catch (const std::exception& reason) {
        problem = reason.what();
    }
    if (problem.empty()) {
        rehearsed.add(rehearsed_now);
        return std::nullopt;
    }
    if (waiting.empty() || !(waiting.front().part == rehearsed_now)) return std::nullopt;
    outcome failed {waiting.front(), problem};
    waiting.pop_front();
    return failed;
}

std::vector<intentions::outcome> intentions::take() {
    std::vector<outcome> ready;
    if (stage.ended())
        if (const auto failed = take_rehearsal()) ready.push_back(*failed);
    for (; !waiting.empty() && is_ready(waiting.front().part); waiting.pop_front()) ready.push_back({waiting.front(), {}});
    if (!waiting.empty() && !stage.under_way()) {
        rehearsed_now = waiting.front().part;
        stage.start(waiting.front().part);
    }
    return ready;
}

std::optional<std::pair<std::string, rehearsal::clock::time_point>> intentions::waited_for() const {
    if (waiting.empty()) return std::nullopt;
    return std::pair(waiting.front().doing, stage.started());
}

}  // namespace ingot::shell
