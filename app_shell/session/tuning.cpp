#include "session/tuning.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <ingot/files/read_file.hpp>
#include <ingot/files/replace_file.hpp>
#include <ingot/installation/users_cache.hpp>
#include <nlohmann/json.hpp>
#include <stdexcept>

namespace ingot::shell {

namespace {

tuning tuning_of(const nlohmann::ordered_json& object) {
    return {.sample = object.at("sample"),
            .backend = object.at("backend"),
            .device = object.at("device"),
            .driver = object.at("driver"),
            .values = object.at("values").get<std::map<std::string, std::string>>(),
            .milliseconds = object.at("milliseconds"),
            .default_milliseconds = object.at("default_milliseconds"),
            .date = object.at("date")};
}

nlohmann::ordered_json json_of(const tuning& each) {
    return {{"sample", each.sample},
            {"backend", each.backend},
            {"device", each.device},
            {"driver", each.driver},
            {"values", each.values},
            {"milliseconds", each.milliseconds},
            {"default_milliseconds", each.default_milliseconds},
            {"date", each.date}};
}

bool is_switched_off() {
    const char* const text = std::getenv("INGOT_TUNED");
    return text && std::string_view(text) == "off";
}

}  // namespace

bool tuning::fits(std::string_view other_sample, const ingot::device& other) const {
    return sample == other_sample && backend == to_string(other.backend()) && device == other.name() &&
           driver == other.properties().driver;
}

std::filesystem::path tuning_file() {
    const std::filesystem::path folder = installation::users_cache_folder("tuned");
    return folder.empty() ? std::filesystem::path() : folder / "tuned.json";
}

std::vector<tuning> read_tunings(const std::function<void(const std::string&)>& report) {
    const std::filesystem::path file = tuning_file();
    std::error_code missing;
    if (file.empty() || !std::filesystem::exists(file, missing)) return {};
    try {
        std::vector<tuning> all;
        const nlohmann::ordered_json contents = nlohmann::ordered_json::parse(files::read_text(file));
        for (const nlohmann::ordered_json& each : contents.at("tunings")) all.push_back(tuning_of(each));
        return all;
    } catch (const std::exception& problem) {
        report(fmt::format("'{}' cannot be read, so that nothing is tuned: {}; 'ingot tune --forget' removes it", file.string(),
                           problem.what()));
        return {};
    }
}

std::string to_json(std::span<const tuning> all) {
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    for (const tuning& each : all) list.push_back(json_of(each));
    return nlohmann::ordered_json {{"tunings", std::move(list)}}.dump(2, ' ', false,
                                                                      nlohmann::ordered_json::error_handler_t::replace) +
           "\n";
}

void write_tunings(std::span<const tuning> all) {
    const std::filesystem::path file = tuning_file();
    if (file.empty())
        throw std::runtime_error(
            "there is no folder for the results: neither XDG_CACHE_HOME nor HOME is set to a folder of yours");
    installation::create_users_cache(file.parent_path());
    const std::string text = to_json(all);
    files::replace_file(file, std::as_bytes(std::span(text)));
}

void use_tuning(std::span<tunable* const> parameters, std::string_view sample, const device& device) {
    if (parameters.empty() || is_switched_off()) return;
    // A broken file is reported by `ingot tune`.
    const std::vector<tuning> all = read_tunings([](const std::string&) {});
    const auto known = std::ranges::find_if(all, [&](const tuning& each) { return each.fits(sample, device); });
    if (known == all.end()) return;
    for (tunable* const each : parameters)
        if (const auto value = known->values.find(each->name());
            value != known->values.end() && std::ranges::find(each->choices(), value->second) != each->choices().end())
            each->set_tuned(value->second);
}

}  // namespace ingot::shell
