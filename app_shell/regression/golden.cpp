#include "golden.hpp"

#include <fmt/format.h>

#include <ingot/archive/replace_file.hpp>
#include <ingot/sample/printable_text.hpp>

#include "json_object.hpp"

namespace ingot::regression {

namespace {

constexpr const char* mean_name = "noise: mean";
constexpr const char* variance_name = "noise: variance";
constexpr const char* renders_name = "noise: renders";

std::filesystem::path file_of(const std::filesystem::path& folder, const regression_case& of, const char* extension) {
    return folder / (of.name + extension);
}

bool has_state(const regression_case& of) { return !of.gated_arrays().empty() || of.with.noise; }

std::vector<float> narrowed(const std::vector<double>& values) { return {values.begin(), values.end()}; }
std::vector<double> widened(const std::vector<float>& values) { return {values.begin(), values.end()}; }

metrics::estimate take_noise(const state& saved, const image& picture) {
    return {picture.width,
            picture.height,
            3,
            saved.get_value<double>(renders_name),
            widened(saved.get<float>(mean_name)),
            widened(saved.get<float>(variance_name))};
}

std::map<std::string, double> read_readings(const std::filesystem::path& file) try {
    const auto bytes = archive::read_whole_file(file);
    const json text =
        json::parse(reinterpret_cast<const char*>(bytes.data()), reinterpret_cast<const char*>(bytes.data() + bytes.size()));
    std::map<std::string, double> readings;
    for (const auto& [name, value] : text.at("readings").items()) readings[name] = value.get<double>();
    return readings;
} catch (const json::exception& problem) {
    throw std::runtime_error(fmt::format("'{}' is no golden's file: {}", file.string(), printable(problem.what(), 400)));
}

}  // namespace

std::optional<golden> read_golden(const std::filesystem::path& folder, const regression_case& of) try {
    const auto picture = file_of(folder, of, ".png");
    if (!std::filesystem::exists(picture)) return std::nullopt;
    golden found;
    found.picture = read_png(picture);
    found.readings = read_readings(file_of(folder, of, ".json"));
    if (has_state(of)) {
        found.saved = read_state_file(file_of(folder, of, ".state"));
        if (of.with.noise) found.noise = take_noise(found.saved, found.picture);
    }
    return found;
} catch (const std::filesystem::filesystem_error& problem) {
    throw std::runtime_error(fmt::format("'{}' cannot be read: {}", problem.path1().string(), problem.code().message()));
} catch (const std::out_of_range&) {
    throw std::runtime_error(
        fmt::format("'{}' lacks what the case's gates need; update the golden", file_of(folder, of, ".state").string()));
}

void write_golden(const std::filesystem::path& folder, const regression_case& of, const rendering& made,
                  const std::optional<metrics::estimate>& noise) try {
    std::filesystem::create_directories(folder);
    json text {{"made_by", made.device}, {"driver", made.driver}, {"readings", json::object()}};
    for (const auto& gate : of.with.readings)
        if (made.readings.contains(gate.reading)) text["readings"][gate.reading] = made.readings.at(gate.reading);
    const std::string written = text.dump(2) + "\n";

    archive::replace_file(file_of(folder, of, ".png"), encoded_png(made.picture));
    archive::replace_file(file_of(folder, of, ".json"), std::as_bytes(std::span(written)));
    if (!has_state(of)) {
        std::filesystem::remove(file_of(folder, of, ".state"));
        return;
    }
    state saved = made.saved;
    if (noise) {
        saved.put(mean_name, narrowed(noise->mean));
        saved.put(variance_name, narrowed(noise->variance));
        saved.put_value(renders_name, noise->renders);
    }
    archive::replace_file(file_of(folder, of, ".state"), encode_state(saved));
} catch (const std::filesystem::filesystem_error& problem) {
    throw std::runtime_error(fmt::format("'{}' cannot be written: {}", problem.path1().string(), problem.code().message()));
}

}  // namespace ingot::regression
