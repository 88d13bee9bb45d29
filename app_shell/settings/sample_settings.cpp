#include "settings/sample_settings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>

#include "settings/settings_file.hpp"

namespace ingot::shell {

namespace {

using json = nlohmann::json;

constexpr int most_bookmarks = 9;

std::string settings_name(const sample_description& sample) { return fmt::format("samples/{}.json", sample.name); }

/// Converts a value of JSON to a value of a parameter. Returns nothing for arrays, objects and null.
std::optional<parameter_value> parameter_value_from(const json& object) {
    if (object.is_boolean()) return object.get<bool>();
    if (object.is_number_integer()) return object.get<int64_t>();
    if (object.is_number()) return object.get<double>();
    if (object.is_string()) return object.get<std::string>();
    return std::nullopt;
}

/// Returns those of the values that the parameters accept. Also sets the parameters to them.
parameter_settings accepted(const json& values, std::span<parameter_base* const> parameters) {
    parameter_settings settings;
    if (!values.is_object()) return settings;
    for (parameter_base* each : parameters) {
        auto found = values.find(each->name());
        if (found == values.end()) found = values.find(each->former_name());
        const auto value = found == values.end() ? std::nullopt : parameter_value_from(*found);
        if (!value) continue;
        try {
            each->set(*value);
        } catch (const parameter_error&) {
            continue;
        }
        settings.emplace_back(each->name(), each->value());
    }
    return settings;
}

json as_json(const orbit& orbit) {
    return {{"target", {orbit.target.x, orbit.target.y, orbit.target.z}},
            {"distance", orbit.distance},
            {"yaw", orbit.yaw},
            {"pitch", orbit.pitch},
            {"field_of_view", orbit.field_of_view}};
}

/// Converts JSON to a position of the camera. Returns nothing if a number is missing or out of range.
std::optional<orbit> orbit_from(const json& object) try {
    const auto target = object.at("target").get<std::array<float, 3>>();
    const orbit found {{target[0], target[1], target[2]},
                       object.at("distance"),
                       object.at("yaw"),
                       object.at("pitch"),
                       object.at("field_of_view")};
    // A number that is too large for a float becomes infinite.
    const bool finite = std::ranges::all_of(target, [](float each) { return std::isfinite(each); }) &&
                        std::isfinite(found.distance) && std::isfinite(found.yaw) && std::isfinite(found.pitch);
    const bool usable = finite && found.distance > 0.0f && found.field_of_view > 0.01f && found.field_of_view < 3.1f;
    return usable ? std::optional(found) : std::nullopt;
} catch (const json::exception&) {
    return std::nullopt;
}

}  // namespace

std::filesystem::path sample_settings_file(const sample_description& sample) { return settings_folder() / settings_name(sample); }

sample_settings load_sample_settings(const sample_description& sample, const std::function<void(const std::string&)>& report) {
    const json document = read_settings(settings_name(sample), report);
    sample_settings found;
    const auto object = sample.create();  // only provides the parameters and is never loaded
    found.parameters = accepted(document.value("parameters", json()), object->parameters());
    const json bookmarks = document.value("bookmarks", json::object());
    for (int key = 1; key <= most_bookmarks; ++key)
        if (const auto each = bookmarks.find(std::to_string(key)); each != bookmarks.end())
            if (const auto view = orbit_from(*each)) found.bookmarks.emplace(key, *view);
    return found;
}

void save_sample_settings(const sample_description& sample, const sample_settings& settings) {
    json values = json::object();
    for (const auto& [name, value] : settings.parameters) std::visit([&](const auto& each) { values[name] = each; }, value);
    json bookmarks = json::object();
    for (const auto& [key, view] : settings.bookmarks) bookmarks[std::to_string(key)] = as_json(view);
    write_settings(settings_name(sample), {{"parameters", values}, {"bookmarks", bookmarks}});
}

parameter_settings changed_settings(std::span<parameter_base* const> parameters, const parameter_settings& start) {
    parameter_settings changed_values;
    for (const parameter_base* each : parameters) {
        const parameter_value* const at_start = find_setting(start, each->name());
        if (at_start ? *at_start != each->value() : !each->is_default())
            changed_values.emplace_back(each->name(), value_with_absolute_path(*each));
    }
    return changed_values;
}

}  // namespace ingot::shell
