// What a sample is opened with in the window.
#pragma once

#include <cstdint>
#include <ingot/sample/sample.hpp>
#include <optional>
#include <string>

#include "session/device_choice.hpp"
#include "session/parameter_settings.hpp"

namespace ingot::shell {

struct opening {
    sample_description sample;
    device_request device;
    parameter_settings parameters;
    std::optional<std::string> preset;
    uint64_t seed = 1;
    std::optional<orbit> camera = {};  ///< without it as the sample wants it
    float exposure_stops = 0.0f;
    std::optional<uint64_t> paused_at = {};
    double speed = 1.0;
    bool fixed_step = false;
};

}  // namespace ingot::shell
