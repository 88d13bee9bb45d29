#include "settings/sample_memories.hpp"

#include <fmt/format.h>

namespace ingot::shell {

sample_memory& sample_memories::of_sample(const sample_description& of, const reporter& report) {
    const auto found = known.find(of.name);
    if (found != known.end()) return found->second;
    return known.emplace(of.name, keeping && !starts_fresh ? recall(of, report) : sample_memory {}).first->second;
}

parameter_settings sample_memories::parameters_to_open(const sample_description& of, const reporter& report) {
    if (!in_doubt.insert(of.name).second) return {};
    return of_sample(of, report).parameters;
}

std::map<int, orbit>& sample_memories::bookmarks(const sample_description& of, const reporter& report) {
    return of_sample(of, report).bookmarks;
}

void sample_memories::leave(const session& ended) {
    const sample_description& of = ended.description();
    const auto to_stderr = [](const std::string& problem) { fmt::print(stderr, "ingot: {}\n", problem); };
    sample_memory& memory = of_sample(of, to_stderr);
    memory.parameters = changed_settings(ended.parameters());
    in_doubt.erase(of.name);
    if (!keeping) return;
    try {
        keep(of, memory);
    } catch (const std::exception& problem) {
        to_stderr(problem.what());
    }
}

}  // namespace ingot::shell
