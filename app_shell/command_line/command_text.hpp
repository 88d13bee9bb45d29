// Writes the command line that reproduces the current view of the window.
#pragma once

#include <cstdint>
#include <ingot/sample/sample.hpp>
#include <optional>
#include <string>
#include <vector>

#include "window/window.hpp"

namespace ingot::shell {

/// The part of the window's current state that a command line can express.
struct window_scene {
    std::string sample;
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
};

/// Returns "ingot run nbody --setup galaxies …", with each argument quoted for a POSIX shell. If the line has neither a
/// preset nor a parameter, it contains --fresh, so that the parameters that the window saved are not used.
std::string format_command(const window_scene& scene);

}  // namespace ingot::shell
