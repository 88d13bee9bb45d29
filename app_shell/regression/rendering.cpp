#include "rendering.hpp"

#include <fmt/format.h>

#include <cmath>
#include <cstring>
#include <ingot/files/read_file.hpp>
#include <ingot/runtime/backends.hpp>

#include "json_object.hpp"
#include "process/child.hpp"
#include "typed_array.hpp"

namespace ingot::regression {

namespace {

constexpr int status_unavailable = 3;  // exit_status::unavailable of the program

std::string last_line(const std::string& text) {
    const auto end = text.find_last_not_of("\n\r ");
    if (end == std::string::npos) return {};
    const auto begin = text.find_last_of('\n', end);
    return text.substr(begin + 1, end - begin);
}

std::string without_program_name(const std::string& line) {
    constexpr std::string_view name = "ingot: ";
    return line.starts_with(name) ? line.substr(name.size()) : line;
}

attempt failure(const process::child_result& child, const regression_case& test_case) {
    attempt result;
    result.output = child.output;
    const std::string message = without_program_name(last_line(child.output));
    switch (child.end) {
        case process::child_result::ending::stopped:
            result.end = attempt::ending::stopped;
            result.problem = "stopped by a signal";
            return result;
        case process::child_result::ending::timed_out:
            result.problem = fmt::format("did not end within {} s", test_case.timeout_seconds);
            return result;
        case process::child_result::ending::signalled:
            result.problem = fmt::format("crashed: {}", ::strsignal(child.status));
            return result;
        case process::child_result::ending::exited:
            break;
    }
    if (child.status == status_unavailable) result.end = attempt::ending::unavailable;
    result.problem = message.empty() ? fmt::format("ended with status {}", child.status) : message;
    return result;
}

void read_statistics(const std::filesystem::path& file, rendering& rendering) {
    const json stats = json::parse(files::read_text(file));
    rendering.device = stats.at("device").at("name").get<std::string>();
    rendering.driver = stats.at("device").at("driver").get<std::string>();
    rendering.replaced_kernels = stats.at("replaced_kernels").get<std::vector<std::string>>();
    for (const auto& each : stats.at("statistics"))
        rendering.statistics[each.at("name").get<std::string>()] =
            each.at("value").is_number() ? each.at("value").get<double>() : NAN;
    for (const auto& [name, version] : stats.at("versions").items())
        rendering.versions.emplace_back(name, version.get<std::string>());
}

// Returns only the arrays that state gates compare. The other arrays may be large, and a difference in them is no error.
state gated_arrays(const state& saved_state, const std::set<std::string>& names) {
    state arrays;
    for (const auto& name : names) {
        const auto found = saved_state.contents().find(name);
        if (found != saved_state.contents().end()) arrays.put(name, std::span<const std::byte>(found->second));
    }
    return arrays;
}

std::optional<metrics::estimate> noise_of(const state& saved_state, const noise_gate& gate, const image& picture) {
    if (gate.renders != 0) return std::nullopt;
    const auto colours = [&](const std::string& name) {
        const auto numbers = read_numbers(saved_state, name, gate.element_type);
        const size_t pixels = picture.view().pixel_count();
        if (numbers.size() != pixels * static_cast<size_t>(gate.stride))
            throw std::runtime_error(fmt::format(
                "the state's array '{}' has {} elements; {} x {} pixels with {} elements each require {}", name, numbers.size(),
                picture.width, picture.height, gate.stride, pixels * static_cast<size_t>(gate.stride)));
        std::vector<double> rgb;
        for (size_t i = 0; i < pixels; ++i)
            for (size_t channel = 0; channel < 3; ++channel)
                rgb.push_back(numbers[i * static_cast<size_t>(gate.stride) + channel]);
        return rgb;
    };
    const auto samples =
        saved_state.contents().contains(gate.sample_count) ? saved_state.contents().at(gate.sample_count).size() : 0;
    const auto count = read_numbers(saved_state, gate.sample_count, samples == 8 ? element::uint64 : element::uint32);
    if (count.empty()) throw std::runtime_error(fmt::format("the state's array '{}' is empty", gate.sample_count));
    const auto make = gate.uses_means ? metrics::estimate_from_means : metrics::estimate_from_sums;
    return make(colours(gate.first), colours(gate.second), count.front(), picture.width, picture.height, 3);
}

}  // namespace

std::vector<std::string> environment_of_children(const std::filesystem::path& folder) {
    return {"XDG_CONFIG_HOME=" + (std::filesystem::absolute(folder) / "no-settings").string()};
}

std::string reference_name() { return std::string(reference_backend().backend.name()); }

std::vector<std::string> arguments_of(const regression_case& test_case, const std::string& backend, uint64_t seed,
                                      bool has_backend_switch) {
    std::vector<std::string> words {"run", test_case.sample, "--headless"};
    const auto add = [&](const std::string& option, const std::string& value) {
        words.push_back("--" + option);
        words.push_back(value);
    };
    if (!test_case.library.empty()) add("sample", test_case.library.string());
    add("backend", has_backend_switch ? reference_name() : backend);
    if (has_backend_switch) add("switch-backend", fmt::format("{}:{}", test_case.switch_at.value_or(1), backend));
    if (test_case.preset) add("preset", *test_case.preset);
    for (const auto& [name, value] : test_case.parameters) add(name, value);
    add("frames", std::to_string(test_case.frames));
    add("size", fmt::format("{}x{}", test_case.width, test_case.height));
    add("seed", std::to_string(seed));
    return words;
}

attempt render(const runner& runner, const regression_case& test_case, const std::string& backend, uint64_t seed,
               bool has_backend_switch, const std::filesystem::path& folder) try {
    std::filesystem::remove_all(folder);
    std::filesystem::create_directories(folder);
    const auto picture = folder / "picture.png";
    const auto stats = folder / "stats.json";
    const auto state_file = folder / "state.bin";
    const noise_gate* const noise = test_case.noise();
    const auto arrays = test_case.gated_arrays();
    const bool has_state = !arrays.empty() || (noise && noise->renders == 0);

    auto arguments = arguments_of(test_case, backend, seed, has_backend_switch);
    arguments.insert(arguments.end(), {"--screenshot", picture.string(), "--stats", stats.string()});
    if (has_state) arguments.insert(arguments.end(), {"--save-state", state_file.string()});
    const process::child_result child = process::run_child(runner.program, arguments, folder / "output.txt",
                                                           std::chrono::duration<double>(test_case.timeout_seconds),
                                                           runner.is_stop_requested, environment_of_children(folder));
    if (child.end != process::child_result::ending::exited || child.status != 0) return failure(child, test_case);

    attempt result {attempt::ending::rendered, {}, {}, child.output};
    result.result.picture = read_png(picture);
    result.result.seconds = child.seconds;
    read_statistics(stats, result.result);
    if (has_state) {
        const state saved_state = read_state_file(state_file);
        result.result.gated_state = gated_arrays(saved_state, arrays);
        if (noise) result.result.noise_estimate = noise_of(saved_state, *noise, result.result.picture);
        std::filesystem::remove(state_file);  // the file may be large, and the required arrays have been read
    }
    return result;
} catch (const std::exception& problem) {
    return {attempt::ending::failed, {}, problem.what(), {}};
}

}  // namespace ingot::regression
