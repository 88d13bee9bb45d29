#include "command_line/command_text.hpp"

#include <fmt/format.h>

#include <vector>

#include "camera/camera_text.hpp"
#include "process/quote_for_shell.hpp"
#include "session/parameter_settings.hpp"

namespace ingot::shell {

namespace {

std::vector<std::string> arguments_of(const window_scene& scene) {
    std::vector<std::string> all {"ingot", "run", scene.sample};
    const auto add = [&all](std::string option, std::string value) {
        all.push_back(std::move(option));
        all.push_back(std::move(value));
    };
    const size_t before = all.size();
    if (scene.preset) add("--preset", *scene.preset);
    if (!scene.preset)
        for (const parameter_base* each : scene.parameters)
            if (!each->is_default() && is_file_read(scene.parameters, *each))
                add("--" + each->name(), text_with_absolute_path(*each));
    // Without a preset and parameters, `ingot run` would open the sample with its saved parameters. --fresh prevents it.
    if (all.size() == before) all.emplace_back("--fresh");
    if (scene.backend) add("--backend", std::string(to_string(*scene.backend)));
    if (scene.backend && scene.device != 0) add("--device", std::to_string(scene.device));
    if (scene.size) add("--size", fmt::format("{}x{}", scene.size->width, scene.size->height));
    if (scene.camera) add("--camera", format_camera(*scene.camera));
    if (scene.exposure_stops != 0.0f) add("--view-exposure", fmt::format("{}", scene.exposure_stops));
    if (scene.seed != 1) add("--seed", std::to_string(scene.seed));
    if (scene.fixed_step) all.emplace_back("--fixed-step");
    if (scene.speed != 1.0) add("--clock-speed", fmt::format("{}", scene.speed));
    if (scene.paused_at) add("--paused-at", std::to_string(*scene.paused_at));
    return all;
}

}  // namespace

std::string format_command(const window_scene& scene) {
    std::string line;
    for (const std::string& each : arguments_of(scene)) line += (line.empty() ? "" : " ") + process::quote_for_shell(each);
    return line;
}

}  // namespace ingot::shell
