#include "presets/saved_presets.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <ingot/files/read_file.hpp>
#include <nlohmann/json.hpp>
#include <utility>

#include "settings/settings_file.hpp"

namespace ingot::shell {

namespace {

std::string settings_name(std::string_view sample) { return fmt::format("presets/{}.json", sample); }

nlohmann::json as_json(const preset& preset) {
    nlohmann::json values = nlohmann::json::object();
    for (const auto& [name, value] : preset.parameters) std::visit([&](const auto& each) { values[name] = each; }, value);
    nlohmann::json entry {{"name", preset.name}, {"title", preset.title}};
    if (!preset.summary.empty()) entry["summary"] = preset.summary;
    entry["parameters"] = values;
    return entry;
}

void write_saved_presets(const sample_description& sample, std::span<const preset> all) {
    nlohmann::json file {{"sample", sample.name}, {"presets", nlohmann::json::array()}};
    for (const preset& each : all) file["presets"].push_back(as_json(each));
    write_settings(settings_name(sample.name), file);
}

/// Splits "presets.json:name" into the file and the name, which is empty in "presets.json".
std::pair<std::filesystem::path, std::string> split_file_and_name(std::string_view text) {
    const auto end = text.rfind(".json:");
    if (end == std::string_view::npos) return {std::filesystem::path(text), {}};
    return {std::filesystem::path(text.substr(0, end + 5)), std::string(text.substr(end + 6))};
}

}  // namespace

std::filesystem::path saved_presets_file(std::string_view sample) {
    const auto folder = settings_folder();
    return folder.empty() ? folder : folder / settings_name(sample);
}

std::string make_preset_name(std::string_view title) {
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

std::vector<preset> saved_presets(const sample_description& sample, std::span<parameter_base* const> parameters) {
    const auto file = saved_presets_file(sample.name);
    std::error_code ignored;
    if (file.empty() || !std::filesystem::exists(file, ignored)) return {};
    auto found = read_presets(file, parameters, sample.name);
    for (preset& each : found) each.is_saved = true;
    return found;
}

std::vector<preset> all_presets(const sample_description& sample, std::span<parameter_base* const> parameters) {
    auto all = read_presets(sample.presets, parameters, sample.name);
    for (preset& each : saved_presets(sample, parameters))
        if (std::ranges::find(all, each.name, &preset::name) == all.end()) all.push_back(std::move(each));
    return all;
}

preset save_preset(const sample_description& sample, std::span<parameter_base* const> parameters, std::string_view title) {
    preset new_preset {make_preset_name(title), std::string(title), {}, {}, true};
    if (new_preset.name.empty()) throw preset_error("the name of a preset must contain a letter or a digit");
    const auto built_in = read_presets(sample.presets, parameters, sample.name);
    if (std::ranges::find(built_in, new_preset.name, &preset::name) != built_in.end())
        throw preset_error(
            fmt::format("{1} already has a built-in preset '{0}'; choose another name", new_preset.name, sample.title));
    if (settings_folder().empty()) throw preset_error("there is no folder for settings; set XDG_CONFIG_HOME or HOME");
    for (const parameter_base* each : parameters)
        new_preset.parameters.emplace_back(each->name(), value_with_absolute_path(*each));
    auto all = saved_presets(sample, parameters);
    std::erase_if(all, [&](const preset& each) { return each.name == new_preset.name; });
    all.push_back(new_preset);
    write_saved_presets(sample, all);
    return new_preset;
}

void delete_preset(const sample_description& sample, std::span<parameter_base* const> parameters, std::string_view name) {
    auto all = saved_presets(sample, parameters);
    std::erase_if(all, [&](const preset& each) { return each.name == name; });
    write_saved_presets(sample, all);
}

preset find_preset_or_file(const sample_description& sample, std::span<parameter_base* const> parameters, std::string_view text) {
    const auto [file, name] = split_file_and_name(text);
    if (file.extension() != ".json") {
        // A built-in preset is found although the user's own file is damaged.
        const std::vector<preset> built_in = read_presets(sample.presets, parameters, sample.name);
        const auto wanted = std::ranges::find(built_in, text, &preset::name);
        return wanted != built_in.end() ? *wanted : find_preset(all_presets(sample, parameters), text, sample.name);
    }
    const auto found = [&] {
        try {
            return read_presets(file, parameters, sample.name);
        } catch (const preset_file_error& problem) {
            throw preset_file_error(fmt::format("--preset: {}", problem.what()));
        }
    }();
    if (found.empty()) throw preset_file_error(fmt::format("--preset: '{}' contains no preset", file.string()));
    const auto meant = name.empty() ? found.begin() : std::ranges::find(found, name, &preset::name);
    if (meant != found.end()) {
        preset meant_preset = *meant;
        meant_preset.name = fmt::format("{}:{}", file.string(), meant_preset.name);
        return meant_preset;
    }
    throw preset_error(
        fmt::format("--preset: '{}' contains no preset '{}'; its first preset is '{}'", file.string(), name, found.front().name));
}

std::optional<std::string> sample_of_presets_file(const std::filesystem::path& file) {
    std::string contents;
    try {
        contents = files::read_text(file);
    } catch (const std::filesystem::filesystem_error&) {
        return std::nullopt;
    }
    const auto root = nlohmann::json::parse(contents, nullptr, false);
    if (!root.is_object() || !root.contains("presets") || !root.contains("sample") || !root["sample"].is_string())
        return std::nullopt;
    return root["sample"].get<std::string>();
}

}  // namespace ingot::shell
