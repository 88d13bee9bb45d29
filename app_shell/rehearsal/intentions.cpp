#include "rehearsal/intentions.hpp"

#include <algorithm>

namespace ingot::shell {

bool intentions::is_ready(const rehearsed_part& part) const {
    return part.candidates.front().backend() == backend::cpu_debug || rehearsed.contains(part.key());
}

bool intentions::add(const intention& of) {
    if (of.only_newest) std::erase_if(waiting, [](const intention& each) { return each.only_newest; });
    if (waiting.empty() && is_ready(of.part)) return false;
    waiting.push_back(of);
    return true;
}

void intentions::forget() { waiting.clear(); }

std::vector<intentions::outcome> intentions::take() {
    std::vector<outcome> ready;
    if (stage.ended()) {
        const std::string key = *std::exchange(rehearsed_now, std::nullopt);
        std::exception_ptr failure;
        try {
            stage.take();
            rehearsed.insert(key);
        } catch (...) {
            failure = std::current_exception();
        }
        if (failure && !waiting.empty() && waiting.front().part.key() == key) {
            ready.push_back({waiting.front(), failure});
            waiting.pop_front();
        }
    }
    for (; !waiting.empty() && is_ready(waiting.front().part); waiting.pop_front()) ready.push_back({waiting.front(), nullptr});
    if (waiting.empty() || stage.under_way()) return ready;
    rehearsed_now = waiting.front().part.key();
    try {
        stage.start(waiting.front().part);
    } catch (...) {
        ready.push_back({waiting.front(), std::current_exception()});
        waiting.pop_front();
        rehearsed_now.reset();
    }
    return ready;
}

std::optional<std::pair<std::string, rehearsal::clock::time_point>> intentions::waited_for() const {
    if (waiting.empty()) return std::nullopt;
    return std::pair(waiting.front().doing, stage.started());
}

}  // namespace ingot::shell
