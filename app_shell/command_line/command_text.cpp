#include "command_line/command_text.hpp"

#include <fmt/format.h>

#include <vector>

#include "camera/camera_text.hpp"
#include "process/quote_for_shell.hpp"
#include "session/parameter_settings.hpp"

namespace ingot::shell {

std::vector<scene_option> options_of(const window_scene& scene) {
    std::vector<scene_option> all;
    const auto add = [&all](std::string name, std::string value) { all.push_back({std::move(name), std::move(value)}); };
    if (scene.preset) add("preset", *scene.preset);
    if (!scene.preset)
        for (const parameter_base* each : scene.parameters)
            if (!each->is_default() && is_file_read(scene.parameters, *each))
                all.push_back({each->name(), text_with_absolute_path(*each), each->kind() == parameter_kind::file});
    // Without a preset and parameters, `ingot run` would open the sample with its saved parameters. --fresh prevents it.
    if (all.empty()) all.push_back({"fresh"});
    if (scene.backend) add("backend", std::string(to_string(*scene.backend)));
    if (scene.backend && scene.device != 0) add("device", std::to_string(scene.device));
    if (scene.size) add("size", fmt::format("{}x{}", scene.size->width, scene.size->height));
    if (scene.camera) add("camera", format_camera(*scene.camera));
    if (scene.exposure_stops != 0.0f) add("view-exposure", fmt::format("{}", scene.exposure_stops));
    if (scene.seed != 1) add("seed", std::to_string(scene.seed));
    if (scene.fixed_step) all.push_back({"fixed-step"});
    if (scene.speed != 1.0) add("clock-speed", fmt::format("{}", scene.speed));
    if (!scene.step_lengths.empty()) add("step-lengths", scene.step_lengths);
    if (!scene.drawing.empty()) add("drawn", scene.drawing);
    if (scene.paused_at) add("paused-at", std::to_string(*scene.paused_at));
    return all;
}

std::string format_command(const window_scene& scene) {
    std::string line = "ingot run " + process::quote_for_shell(scene.sample);
    if (!scene.library.empty()) line += " --sample " + process::quote_for_shell(scene.library.string());
    for (const scene_option& each : options_of(scene)) {
        line += " " + process::quote_for_shell("--" + each.name);
        if (each.value) line += " " + process::quote_for_shell(*each.value);
    }
    return line;
}

}  // namespace ingot::shell
