#include "rendering.hpp"

#include <fmt/format.h>

#include <cmath>
#include <cstring>
#include <fstream>
#include <ingot/runtime/backends.hpp>

#include "json_object.hpp"
#include "process/child.hpp"
#include "typed_array.hpp"

namespace ingot::regression {

namespace {

constexpr int status_unavailable = 3;  // as `ingot --help` says

std::string last_line(const std::string& of) {
    const auto end = of.find_last_not_of("\n\r ");
    if (end == std::string::npos) return {};
    const auto begin = of.find_last_of('\n', end);
    return of.substr(begin + 1, end - begin);
}

std::string without_program_name(const std::string& line) {
    constexpr std::string_view name = "ingot: ";
    return line.starts_with(name) ? line.substr(name.size()) : line;
}

attempt failure(const process::child_result& ended, const regression_case& of) {
    attempt result;
    result.output = ended.output;
    const std::string said = without_program_name(last_line(ended.output));
    switch (ended.how) {
        case process::child_result::ending::stopped:
            result.how = attempt::ending::stopped;
            result.problem = "stopped by a signal";
            return result;
        case process::child_result::ending::timed_out:
            result.problem = fmt::format("no end after {} s", of.timeout_seconds);
            return result;
        case process::child_result::ending::signalled:
            result.problem = fmt::format("crashed: {}", ::strsignal(ended.status));
            return result;
        case process::child_result::ending::exited:
            break;
    }
    if (ended.status == status_unavailable) result.how = attempt::ending::unavailable;
    result.problem = said.empty() ? fmt::format("ended with status {}", ended.status) : said;
    return result;
}

void read_statistics(const std::filesystem::path& file, rendering& into) {
    std::ifstream in(file);
    const json stats = json::parse(in);
    into.device = stats.at("device").at("name").get<std::string>();
    into.driver = stats.at("device").at("driver").get<std::string>();
    for (const auto& each : stats.at("readings"))
        into.readings[each.at("name").get<std::string>()] = each.at("value").is_number() ? each.at("value").get<double>() : NAN;
    for (const auto& [name, version] : stats.at("versions").items()) into.versions.emplace_back(name, version.get<std::string>());
}

// Those that a gate names; the others may be large, and change for good reasons.
state gated_arrays(const state& whole, const std::set<std::string>& names) {
    state kept;
    for (const auto& name : names) {
        const auto found = whole.contents().find(name);
        if (found != whole.contents().end()) kept.put(name, std::span<const std::byte>(found->second));
    }
    return kept;
}

std::optional<metrics::estimate> noise_of(const state& whole, const noise_gate& gate, const image& picture) {
    if (gate.renders != 0) return std::nullopt;
    const auto colours = [&](const std::string& name) {
        const auto all = numbers_of(whole, name, gate.of);
        const size_t pixels = picture.view().pixels();
        if (all.size() != pixels * static_cast<size_t>(gate.stride))
            throw std::runtime_error(fmt::format("the state's '{}' has {} elements; {} x {} pixels of {} elements need {}", name,
                                                 all.size(), picture.width, picture.height, gate.stride,
                                                 pixels * static_cast<size_t>(gate.stride)));
        std::vector<double> rgb;
        for (size_t i = 0; i < pixels; ++i)
            for (size_t channel = 0; channel < 3; ++channel) rgb.push_back(all[i * static_cast<size_t>(gate.stride) + channel]);
        return rgb;
    };
    const auto samples = whole.contents().contains(gate.samples) ? whole.contents().at(gate.samples).size() : 0;
    const auto count = numbers_of(whole, gate.samples, samples == 8 ? element::uint64 : element::uint32);
    if (count.empty()) throw std::runtime_error(fmt::format("the state's '{}' is empty", gate.samples));
    const auto make = gate.of_means ? metrics::estimate_of_means : metrics::estimate_of_sums;
    return make(colours(gate.first), colours(gate.second), count.front(), picture.width, picture.height, 3);
}

}  // namespace

std::string reference_name() { return std::string(reference_backend().backend.name()); }

std::vector<std::string> arguments_of(const regression_case& of, const std::string& backend, uint64_t seed, bool with_switch) {
    std::vector<std::string> words {"run", of.sample, "--headless"};
    const auto add = [&](const std::string& option, const std::string& value) {
        words.push_back("--" + option);
        words.push_back(value);
    };
    add("backend", with_switch ? reference_name() : backend);
    if (with_switch) add("switch-backend", fmt::format("{}:{}", of.switch_at.value_or(1), backend));
    if (of.preset) add("preset", *of.preset);
    for (const auto& [name, value] : of.parameters) add(name, value);
    add("frames", std::to_string(of.frames));
    add("size", fmt::format("{}x{}", of.width, of.height));
    add("seed", std::to_string(seed));
    return words;
}

attempt render(const runner& by, const regression_case& of, const std::string& backend, uint64_t seed, bool with_switch,
               const std::filesystem::path& folder) try {
    std::filesystem::remove_all(folder);
    std::filesystem::create_directories(folder);
    const auto picture = folder / "picture.png";
    const auto stats = folder / "stats.json";
    const auto saved = folder / "state.bin";
    const auto& noise = of.with.noise;
    const auto arrays = of.gated_arrays();
    const bool with_state = !arrays.empty() || (noise && noise->renders == 0);

    auto arguments = arguments_of(of, backend, seed, with_switch);
    arguments.insert(arguments.end(), {"--screenshot", picture.string(), "--stats", stats.string()});
    if (with_state) arguments.insert(arguments.end(), {"--save-state", saved.string()});
    const process::child_result ended = process::run_child(by.program, arguments, folder / "output.txt",
                                                           std::chrono::duration<double>(of.timeout_seconds), by.stop_asked);
    if (ended.how != process::child_result::ending::exited || ended.status != 0) return failure(ended, of);

    attempt result {attempt::ending::drawn, {}, {}, ended.output};
    result.drawn.picture = read_png(picture);
    result.drawn.seconds = ended.seconds;
    read_statistics(stats, result.drawn);
    if (with_state) {
        const state whole = read_state_file(saved);
        result.drawn.saved = gated_arrays(whole, arrays);
        if (noise) result.drawn.noise = noise_of(whole, *noise, result.drawn.picture);
        std::filesystem::remove(saved);  // it may be large, and what is judged of it is kept
    }
    return result;
} catch (const std::exception& problem) {
    return {attempt::ending::failed, {}, problem.what(), {}};
}

}  // namespace ingot::regression
