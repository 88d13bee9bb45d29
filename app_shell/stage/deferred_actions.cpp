#include "stage/deferred_actions.hpp"

#include <algorithm>

namespace ingot::shell {

void deferred_actions::add(deferred_action added) {
    if (!added.sets.empty()) std::erase_if(all, [&](const entry& each) { return !each.ready && each.action.sets == added.sets; });
    const bool ready = !added.needs || (first_waiting() == all.end() && kernels.has(*added.needs));
    all.push_back({std::move(added), ready});
}

std::vector<deferred_action> deferred_actions::take() {
    std::vector<deferred_action> ready;
    for (entry& each : all)
        if (each.ready) ready.push_back(std::move(each.action));
    std::erase_if(all, [](const entry& each) { return each.ready; });
    return ready;
}

std::optional<deferred_actions::refusal> deferred_actions::compile() {
    const auto refused = take_result();
    auto next = first_waiting();
    for (; next != all.end() && kernels.has(*next->action.needs); next = first_waiting()) next->ready = true;
    if (next != all.end() && !kernels.is_running()) kernels.start(*next->action.needs);
    return refused;
}

/// Kernels whose compilation crashed are compiled again when they are asked for again.
std::optional<deferred_actions::refusal> deferred_actions::take_result() {
    const auto ended = kernels.take();
    const auto waiting = first_waiting();
    if (!ended || ended->problem.empty() || waiting == all.end() || !(waiting->action.needs == ended->of)) return std::nullopt;
    refusal refused {std::move(waiting->action), ended->problem};
    all.erase(waiting);
    return refused;
}

std::vector<deferred_actions::entry>::iterator deferred_actions::first_waiting() {
    return std::ranges::find(all, false, &entry::ready);
}

std::optional<std::pair<std::string, precompiler::clock::time_point>> deferred_actions::compiled_for() const {
    const auto waiting = std::ranges::find(all, false, &entry::ready);
    if (waiting == all.end()) return std::nullopt;
    return std::pair(waiting->action.doing, kernels.started());
}

std::optional<std::string> deferred_actions::next_long_one() const {
    const auto found = std::ranges::find_if(all, [](const entry& each) { return each.ready && each.action.takes_long; });
    return found == all.end() ? std::nullopt : std::optional(found->action.doing);
}

}  // namespace ingot::shell
