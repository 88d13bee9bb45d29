#include "stage/deferred_actions.hpp"

#include <algorithm>

namespace ingot::shell {

void deferred_actions::add(deferred_action action) {
    if (!action.subject.empty())
        std::erase_if(all_, [&](const entry& each) { return !each.ready && each.action.subject == action.subject; });
    const bool ready =
        !action.required_kernels || (first_waiting() == all_.end() && kernels_.is_compiled(*action.required_kernels));
    all_.push_back({std::move(action), ready});
}

std::vector<deferred_action> deferred_actions::take_ready() {
    std::vector<deferred_action> ready;
    for (entry& each : all_)
        if (each.ready) ready.push_back(std::move(each.action));
    std::erase_if(all_, [](const entry& each) { return each.ready; });
    return ready;
}

std::optional<deferred_actions::rejection> deferred_actions::compile() {
    const auto rejected = take_result();
    auto next = first_waiting();
    for (; next != all_.end() && kernels_.is_compiled(*next->action.required_kernels); next = first_waiting()) next->ready = true;
    if (next != all_.end() && !kernels_.is_running()) kernels_.start(*next->action.required_kernels);
    return rejected;
}

/// Takes the result of an ended compilation. If its process crashed, did not end or could not be started, removes and
/// returns the waiting action. The precompiler does not remember such a compilation: a later action that requires the
/// same kernels starts another one. An ordinary error of the compiler is remembered as a success, and the action runs: it
/// reports the error again.
std::optional<deferred_actions::rejection> deferred_actions::take_result() {
    const auto result = kernels_.take_result();
    const auto waiting = first_waiting();
    if (!result || result->problem.empty() || waiting == all_.end() || !(waiting->action.required_kernels == result->request))
        return std::nullopt;
    rejection rejected {std::move(waiting->action), result->problem};
    all_.erase(waiting);
    return rejected;
}

std::vector<deferred_actions::entry>::iterator deferred_actions::first_waiting() {
    return std::ranges::find(all_, false, &entry::ready);
}

std::optional<std::pair<std::string, precompiler::clock::time_point>> deferred_actions::pending_compilation() const {
    const auto waiting = std::ranges::find(all_, false, &entry::ready);
    if (waiting == all_.end()) return std::nullopt;
    return std::pair(waiting->action.description, kernels_.start_time());
}

std::optional<std::string> deferred_actions::next_slow_action() const {
    const auto found = std::ranges::find_if(all_, [](const entry& each) { return each.ready && each.action.is_slow; });
    return found == all_.end() ? std::nullopt : std::optional(found->action.description);
}

}  // namespace ingot::shell
