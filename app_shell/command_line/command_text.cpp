#include "command_line/command_text.hpp"

#include <fmt/format.h>

#include <vector>

#include "camera/camera_text.hpp"
#include "process/shell_quoted.hpp"
#include "session/parameter_settings.hpp"

namespace ingot::shell {

namespace {

std::vector<std::string> arguments_of(const scene& of) {
    std::vector<std::string> all {"ingot", "run", of.sample};
    const auto add = [&all](std::string option, std::string value) {
        all.push_back(std::move(option));
        all.push_back(std::move(value));
    };
    const size_t before = all.size();
    if (of.preset) add("--preset", *of.preset);
    if (!of.preset)
        for (const parameter_base* each : of.parameters)
            if (!each->is_default()) add("--" + each->name(), portable_text(*each));
    if (all.size() == before) all.emplace_back("--fresh");
    if (of.backend) add("--backend", std::string(to_string(*of.backend)));
    if (of.backend && of.device != 0) add("--device", std::to_string(of.device));
    if (of.size) add("--size", fmt::format("{}x{}", of.size->width, of.size->height));
    if (of.camera) add("--camera", camera_text(*of.camera));
    if (of.exposure_stops != 0.0f) add("--view-exposure", fmt::format("{}", of.exposure_stops));
    if (of.seed != 1) add("--seed", std::to_string(of.seed));
    if (of.fixed_step) all.emplace_back("--fixed-step");
    if (of.speed != 1.0) add("--clock-speed", fmt::format("{}", of.speed));
    if (of.paused_at) add("--paused-at", std::to_string(*of.paused_at));
    return all;
}

}  // namespace

std::string command_text(const scene& of) {
    std::string line;
    for (const std::string& each : arguments_of(of)) line += (line.empty() ? "" : " ") + process::shell_quoted(each);
    return line;
}

}  // namespace ingot::shell
