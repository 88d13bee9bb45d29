// The command line that brings back what is on the screen.
#pragma once

#include <cstdint>
#include <ingot/sample/sample.hpp>
#include <optional>
#include <string>
#include <vector>

#include "window/window.hpp"

namespace ingot::shell {

/// What is on the screen, as far as a command line can say it.
struct scene {
    std::string sample;
    std::vector<parameter_base*> parameters = {};
    std::optional<std::string> preset = {};  ///< a shipped one, whose values the parameters have
    std::optional<ingot::backend> backend = {};
    size_t device = 0;  ///< of the backend
    std::optional<extent> size = {};
    uint64_t seed = 1;
    std::optional<orbit> camera = {};  ///< where a person moved it
    float exposure_stops = 0.0f;
    std::optional<uint64_t> paused_at = {};
    double speed = 1.0;
    bool fixed_step = false;
};

/// "ingot run nbody --setup galaxies …", each argument quoted for a POSIX shell. Without parameters it says --fresh, so that no
/// remembered ones come in.
std::string command_text(const scene& of);

}  // namespace ingot::shell
