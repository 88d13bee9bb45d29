#include "settings/sample_settings_store.hpp"

#include <fmt/format.h>

namespace ingot::shell {

sample_settings& sample_settings_store::settings_of(const sample_description& sample, const reporter& report) {
    const auto found = settings_.find(sample.name);
    if (found != settings_.end()) return found->second;
    return settings_
        .emplace(sample.name, is_persistent_ && !ignores_files_ ? load_sample_settings(sample, report) : sample_settings {})
        .first->second;
}

parameter_settings sample_settings_store::parameters_to_open(const sample_description& sample, const reporter& report) {
    if (!opened_samples_.insert(sample.name).second) return {};
    return settings_of(sample, report).parameters;
}

std::map<int, orbit>& sample_settings_store::bookmarks(const sample_description& sample, const reporter& report) {
    return settings_of(sample, report).bookmarks;
}

void sample_settings_store::save(const session& finished_session) {
    const sample_description& sample = finished_session.description();
    const auto to_stderr = [](const std::string& problem) { fmt::print(stderr, "ingot: {}\n", problem); };
    sample_settings& memory = settings_of(sample, to_stderr);
    memory.parameters = changed_settings(finished_session.parameters());
    opened_samples_.erase(sample.name);
    if (!is_persistent_) return;
    try {
        save_sample_settings(sample, memory);
    } catch (const std::exception& problem) {
        to_stderr(problem.what());
    }
}

}  // namespace ingot::shell
