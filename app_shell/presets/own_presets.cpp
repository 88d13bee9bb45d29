#include "presets/own_presets.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <utility>

#include "settings/settings_file.hpp"

namespace ingot::shell {

namespace {

using json = nlohmann::ordered_json;

std::string settings_name(std::string_view sample) { return fmt::format("presets/{}.json", sample); }

json as_json(const preset& of) {
    json values = json::object();
    for (const auto& [name, value] : of.parameters) std::visit([&](const auto& each) { values[name] = each; }, value);
    json made {{"name", of.name}, {"title", of.title}};
    if (!of.summary.empty()) made["summary"] = of.summary;
    made["parameters"] = values;
    return made;
}

void write_own(const sample_description& of, std::span<const preset> all) {
    json file {{"sample", of.name}, {"presets", json::array()}};
    for (const preset& each : all) file["presets"].push_back(as_json(each));
    write_settings(settings_name(of.name), nlohmann::json::parse(file.dump(-1, ' ', false, json::error_handler_t::replace)));
}

/// "presets.json:name" in its two parts.
std::pair<std::filesystem::path, std::string> file_and_name(std::string_view asked) {
    const auto end = asked.rfind(".json:");
    if (end == std::string_view::npos) return {std::filesystem::path(asked), {}};
    return {std::filesystem::path(asked.substr(0, end + 5)), std::string(asked.substr(end + 6))};
}

}  // namespace

std::filesystem::path own_presets_file(std::string_view sample) {
    const auto folder = settings_folder();
    return folder.empty() ? folder : folder / settings_name(sample);
}

std::string preset_name_of(std::string_view title) {
    std::string name;
    for (const char each : title) {
        const auto letter = static_cast<unsigned char>(each);
        if (std::isalnum(letter) != 0 || letter >= 0x80U)
            name += static_cast<char>(letter < 0x80U ? std::tolower(letter) : letter);
        else if (!name.empty() && name.back() != '-')
            name += '-';
    }
    while (name.ends_with('-')) name.pop_back();
    return name;
}

std::vector<preset> own_presets(const sample_description& of, std::span<parameter_base* const> parameters) {
    const auto file = own_presets_file(of.name);
    std::error_code ignored;
    if (file.empty() || !std::filesystem::exists(file, ignored)) return {};
    auto found = read_presets(file, parameters, of.name);
    for (preset& each : found) each.own = true;
    return found;
}

std::vector<preset> all_presets(const sample_description& of, std::span<parameter_base* const> parameters) {
    auto all = read_presets(of.presets, parameters, of.name);
    for (preset& each : own_presets(of, parameters))
        if (std::ranges::find(all, each.name, &preset::name) == all.end()) all.push_back(std::move(each));
    return all;
}

preset save_preset(const sample_description& of, std::span<parameter_base* const> parameters, std::string_view title) {
    preset made {preset_name_of(title), std::string(title), {}, {}, true};
    if (made.name.empty()) throw preset_error("a preset needs a name with a letter or a digit in it");
    const auto shipped = read_presets(of.presets, parameters, of.name);
    if (std::ranges::find(shipped, made.name, &preset::name) != shipped.end())
        throw preset_error(fmt::format("'{}' is a preset that comes with {}; take another name", made.name, of.title));
    if (settings_folder().empty()) throw preset_error("there is no folder for settings: neither XDG_CONFIG_HOME nor HOME is set");
    for (const parameter_base* each : parameters) made.parameters.emplace_back(each->name(), portable_value(*each));
    auto all = own_presets(of, parameters);
    std::erase_if(all, [&](const preset& each) { return each.name == made.name; });
    all.push_back(made);
    write_own(of, all);
    return made;
}

void delete_preset(const sample_description& of, std::span<parameter_base* const> parameters, std::string_view name) {
    auto all = own_presets(of, parameters);
    std::erase_if(all, [&](const preset& each) { return each.name == name; });
    write_own(of, all);
}

preset find_preset_or_file(const sample_description& of, std::span<parameter_base* const> parameters, std::string_view asked) {
    const auto [file, name] = file_and_name(asked);
    if (file.extension() != ".json") return find_preset(all_presets(of, parameters), asked, of.name);
    const auto found = [&] {
        try {
            return read_presets(file, parameters, of.name);
        } catch (const preset_error& problem) {
            throw preset_error(fmt::format("--preset: {}", problem.what()));
        }
    }();
    if (found.empty()) throw preset_error(fmt::format("--preset: '{}' holds no preset", file.string()));
    const auto meant = name.empty() ? found.begin() : std::ranges::find(found, name, &preset::name);
    if (meant != found.end()) {
        preset made = *meant;
        made.name = fmt::format("{}:{}", file.string(), made.name);
        return made;
    }
    throw preset_error(
        fmt::format("--preset: '{}' holds no preset '{}'; its first is '{}'", file.string(), name, found.front().name));
}

std::optional<std::string> sample_of_presets_file(const std::filesystem::path& file) {
    std::ifstream in(file, std::ios::binary);
    const auto root = nlohmann::json::parse(in, nullptr, false);
    if (!root.is_object() || !root.contains("presets") || !root.contains("sample") || !root["sample"].is_string())
        return std::nullopt;
    return root["sample"].get<std::string>();
}

}  // namespace ingot::shell
