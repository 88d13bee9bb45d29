#include "golden.hpp"

#include <fmt/format.h>

#include <ingot/files/read_file.hpp>
#include <ingot/files/replace_file.hpp>
#include <ingot/sample/printable_text.hpp>

#include "json_object.hpp"

namespace ingot::regression {

namespace {

constexpr const char* mean_name = "noise: mean";
constexpr const char* variance_name = "noise: variance";
constexpr const char* renders_name = "noise: renders";

std::filesystem::path file_of(const std::filesystem::path& folder, const regression_case& test_case, const char* extension) {
    return folder / (test_case.name + extension);
}

bool has_state(const regression_case& test_case) { return !test_case.gated_arrays().empty() || test_case.noise(); }

std::vector<float> narrowed(const std::vector<double>& values) { return {values.begin(), values.end()}; }
std::vector<double> widened(const std::vector<float>& values) { return {values.begin(), values.end()}; }

metrics::estimate take_noise(const state& saved_state, const image& picture) {
    return {picture.width,
            picture.height,
            3,
            saved_state.get_value<double>(renders_name),
            widened(saved_state.get<float>(mean_name)),
            widened(saved_state.get<float>(variance_name))};
}

std::map<std::string, double> read_statistics(const std::filesystem::path& file) try {
    const auto bytes = files::read_whole_file(file);
    const json text =
        json::parse(reinterpret_cast<const char*>(bytes.data()), reinterpret_cast<const char*>(bytes.data() + bytes.size()));
    std::map<std::string, double> statistics;
    // Version 0.1 called the key "readings".
    const char* const key = text.contains("statistics") ? "statistics" : "readings";
    for (const auto& [name, value] : text.at(key).items()) statistics[name] = value.get<double>();
    return statistics;
} catch (const json::exception& problem) {
    throw std::runtime_error(fmt::format("'{}' is not a valid golden: {}", file.string(), printable(problem.what(), 400)));
}

}  // namespace

std::optional<golden> read_golden(const std::filesystem::path& folder, const regression_case& test_case) try {
    const auto picture = file_of(folder, test_case, ".png");
    if (!std::filesystem::exists(picture)) return std::nullopt;
    golden found;
    found.picture = read_png(picture);
    found.statistics = read_statistics(file_of(folder, test_case, ".json"));
    if (has_state(test_case)) {
        found.saved_state = read_state_file(file_of(folder, test_case, ".state"));
        if (test_case.noise()) found.noise_estimate = take_noise(found.saved_state, found.picture);
    }
    return found;
} catch (const std::filesystem::filesystem_error& problem) {
    throw std::runtime_error(fmt::format("'{}' cannot be read: {}", problem.path1().string(), problem.code().message()));
} catch (const std::out_of_range&) {
    throw std::runtime_error(
        fmt::format("'{}' lacks arrays that the case's gates require; update the golden with 'ingot regress --update'",
                    file_of(folder, test_case, ".state").string()));
}

void write_golden(const std::filesystem::path& folder, const regression_case& test_case, const rendering& rendering,
                  const std::optional<metrics::estimate>& noise_estimate) try {
    std::filesystem::create_directories(folder);
    json text {{"made_by", rendering.device}, {"driver", rendering.driver}, {"statistics", json::object()}};
    for (const std::string& name : test_case.gated_statistics())
        if (rendering.statistics.contains(name)) text["statistics"][name] = rendering.statistics.at(name);
    const std::string contents = text.dump(2) + "\n";

    files::replace_file(file_of(folder, test_case, ".png"), encode_png(rendering.picture));
    files::replace_file(file_of(folder, test_case, ".json"), std::as_bytes(std::span(contents)));
    if (!has_state(test_case)) {
        std::filesystem::remove(file_of(folder, test_case, ".state"));
        return;
    }
    state state_to_save = rendering.gated_state;
    if (noise_estimate) {
        state_to_save.put(mean_name, narrowed(noise_estimate->mean));
        state_to_save.put(variance_name, narrowed(noise_estimate->variance));
        state_to_save.put_value(renders_name, noise_estimate->renders);
    }
    files::replace_file(file_of(folder, test_case, ".state"), encode_state(state_to_save));
} catch (const std::filesystem::filesystem_error& problem) {
    throw std::runtime_error(fmt::format("'{}' cannot be written: {}", problem.path1().string(), problem.code().message()));
}

}  // namespace ingot::regression
