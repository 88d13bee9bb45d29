// Writes the command line that reproduces the current view of the window.
#pragma once

#include <cstdint>
#include <filesystem>
#include <ingot/sample/sample.hpp>
#include <optional>
#include <string>
#include <vector>

#include "window/window.hpp"

namespace ingot::shell {

/// The part of the window's current state that a command line can express.
struct window_scene {
    std::string sample;
    std::filesystem::path library = {};  ///< the file of a sample from outside
    std::vector<parameter_base*> parameters = {};
    std::optional<std::string> preset = {};  ///< a built-in preset that all parameters match
    std::optional<ingot::backend> backend = {};
    size_t device = 0;  ///< index in the backend
    std::optional<extent> size = {};
    uint64_t seed = 1;
    std::optional<orbit> camera = {};  ///< absent if the user has not moved the camera
    float exposure_stops = 0.0f;
    std::optional<uint64_t> paused_at = {};
    double speed = 1.0;
    bool fixed_step = false;
    std::string step_lengths = {};  ///< of the steps since the start; empty if all are fixed ones
    std::string drawing = {};       ///< the strokes of the mouse since the start
};

/// Longer lists of steps, and longer drawings, are not in a command line, because a terminal may not take it.
inline constexpr size_t longest_list = 8000;

/// An option of `ingot run` that reproduces a part of a scene.
struct scene_option {
    std::string name;                       ///< without the dashes: "preset"
    std::optional<std::string> value = {};  ///< absent for a flag
    bool is_file = false;                   ///< the value is the path of a file on this machine
};

/// Returns the options that differ from those of a sample that is opened with its defaults.
std::vector<scene_option> options_of(const window_scene& scene);

/// Returns "ingot run nbody --setup galaxies …", with each argument quoted for a POSIX shell. If the line has neither a
/// preset nor a parameter, it contains --fresh, so that the parameters that the window saved are not used.
std::string format_command(const window_scene& scene);

}  // namespace ingot::shell
