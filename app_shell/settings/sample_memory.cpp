#include "settings/sample_memory.hpp"

#include <fmt/format.h>

#include <array>
#include <nlohmann/json.hpp>
#include <optional>

#include "settings/settings_file.hpp"

namespace ingot::shell {

namespace {

using json = nlohmann::json;

constexpr int most_bookmarks = 9;

std::string settings_name(const sample_description& of) { return fmt::format("samples/{}.json", of.name); }

/// The value of JSON that a parameter could have; nothing for what is none.
std::optional<parameter_value> value_in(const json& of) {
    if (of.is_boolean()) return of.get<bool>();
    if (of.is_number_integer()) return of.get<int64_t>();
    if (of.is_number()) return of.get<double>();
    if (of.is_string()) return of.get<std::string>();
    return std::nullopt;
}

parameter_settings accepted(const json& values, std::span<parameter_base* const> parameters) {
    parameter_settings taken;
    if (!values.is_object()) return taken;
    for (parameter_base* each : parameters) {
        const auto found = values.find(each->name());
        const auto value = found == values.end() ? std::nullopt : value_in(*found);
        if (!value) continue;
        try {
            each->set(*value);
        } catch (const parameter_error&) {
            continue;
        }
        taken.emplace_back(each->name(), each->value());
    }
    return taken;
}

json as_json(const orbit& of) {
    return {{"target", {of.target.x, of.target.y, of.target.z}},
            {"distance", of.distance},
            {"yaw", of.yaw},
            {"pitch", of.pitch},
            {"field_of_view", of.field_of_view}};
}

std::optional<orbit> orbit_in(const json& of) try {
    const auto target = of.at("target").get<std::array<float, 3>>();
    const orbit found {
        {target[0], target[1], target[2]}, of.at("distance"), of.at("yaw"), of.at("pitch"), of.at("field_of_view")};
    const bool usable = found.distance > 0.0f && found.field_of_view > 0.01f && found.field_of_view < 3.1f;
    return usable ? std::optional(found) : std::nullopt;
} catch (const json::exception&) {
    return std::nullopt;
}

}  // namespace

sample_memory recall(const sample_description& of, const std::function<void(const std::string&)>& report) {
    const json kept = read_settings(settings_name(of), report);
    sample_memory found;
    const auto object = of.create();  // for its parameters only: nothing is loaded
    found.parameters = accepted(kept.value("parameters", json()), object->parameters());
    const json bookmarks = kept.value("bookmarks", json::object());
    for (int key = 1; key <= most_bookmarks; ++key)
        if (const auto each = bookmarks.find(std::to_string(key)); each != bookmarks.end())
            if (const auto view = orbit_in(*each)) found.bookmarks.emplace(key, *view);
    return found;
}

void keep(const sample_description& of, const sample_memory& what) {
    json values = json::object();
    for (const auto& [name, value] : what.parameters) std::visit([&](const auto& each) { values[name] = each; }, value);
    json bookmarks = json::object();
    for (const auto& [key, view] : what.bookmarks) bookmarks[std::to_string(key)] = as_json(view);
    write_settings(settings_name(of), {{"parameters", values}, {"bookmarks", bookmarks}});
}

parameter_settings changed_settings(std::span<parameter_base* const> of) {
    parameter_settings changed;
    for (const parameter_base* each : of)
        if (!each->is_default()) changed.emplace_back(each->name(), portable_value(*each));
    return changed;
}

}  // namespace ingot::shell
