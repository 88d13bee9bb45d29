#include "settings/sample_settings_store.hpp"

#include <algorithm>
#include <iterator>

#include "settings/settings_file.hpp"

namespace ingot::shell {

namespace {

/// Returns the values of all parameters of a sample that is opened with `given`.
parameter_settings values_at_opening(const sample_description& sample, const parameter_settings& given) {
    const auto object = sample.create();  // only provides the parameters and is never loaded
    const auto parameters = object->parameters();
    set_parameters(parameters, given);
    parameter_settings values;
    for (const parameter_base* each : parameters) values.emplace_back(each->name(), each->value());
    return values;
}

void remove(parameter_settings& settings, std::string_view name) {
    std::erase_if(settings, [&](const auto& each) { return each.first == name; });
}

}  // namespace

sample_settings_store::entry& sample_settings_store::entry_of(const sample_description& sample, const reporter& report) {
    if (const auto found = entries_.find(sample.name); found != entries_.end()) return found->second;
    entry created;
    if (is_persistent_)
        created.saved = load_sample_settings(sample, [&](const std::string& problem) {
            created.is_file_damaged = true;
            report(problem);
        });
    if (is_fresh_)
        created.at_opening = values_at_opening(sample, {});
    else
        created.in_this_run = created.saved;
    return entries_.emplace(sample.name, std::move(created)).first->second;
}

void sample_settings_store::set_start(const sample_description& sample, const parameter_settings& start, const reporter& report) {
    entry_of(sample, report).start = start;
}

parameter_settings sample_settings_store::parameters_to_open(const sample_description& sample, const reporter& report) {
    entry& settings = entry_of(sample, report);
    parameter_settings all = settings.start;
    std::ranges::copy(settings.in_this_run.parameters, std::back_inserter(all));
    settings.at_opening = values_at_opening(sample, all);
    return opened_samples_.insert(sample.name).second ? all : settings.start;
}

void sample_settings_store::override_for_this_run(const sample_description& sample, const parameter_settings& parameters,
                                                  const reporter& report) {
    entry_of(sample, report).at_opening = values_at_opening(sample, parameters);
}

std::map<int, orbit>& sample_settings_store::bookmarks(const sample_description& sample, const reporter& report) {
    return entry_of(sample, report).in_this_run.bookmarks;
}

void sample_settings_store::save(const sample_description& sample, std::span<parameter_base* const> parameters,
                                 const reporter& report) {
    entry& settings = entry_of(sample, report);
    opened_samples_.erase(sample.name);
    settings.in_this_run.parameters = changed_settings(parameters, values_at_opening(sample, settings.start));

    // Save each parameter that does not have the value that it was opened with.
    for (const parameter_base* each : parameters) {
        const parameter_value* const given = find_setting(settings.at_opening, each->name());
        if (given && *given == each->value()) continue;
        remove(settings.at_opening, each->name());
        remove(settings.saved.parameters, each->name());
        if (const parameter_value* const value = find_setting(settings.in_this_run.parameters, each->name()))
            settings.saved.parameters.emplace_back(each->name(), *value);
    }
    for (const auto& [key, view] : settings.in_this_run.bookmarks) settings.saved.bookmarks.insert_or_assign(key, view);

    if (!is_persistent_) return;
    std::error_code ignored;
    if (settings.is_file_damaged && std::filesystem::exists(sample_settings_file(sample), ignored)) return;
    settings.is_file_damaged = false;
    try {
        save_sample_settings(sample, settings.saved);
    } catch (const std::exception& problem) {
        report(problem.what());
    }
}

}  // namespace ingot::shell
