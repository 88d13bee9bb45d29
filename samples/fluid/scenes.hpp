// The built-in scenes: where ink enters, which sides are open, and what stands in the way.
#pragma once

#include <cstdint>
#include <vector>

#include "plane_grid.hpp"

namespace ingot::samples::fluid {

enum class scene { ink, smoke, street, jets, basin };

/// What of a scene does not change with time.
struct scene_setup {
    side left = side::wall;
    side right = side::wall;
    side bottom = side::wall;
    side top = side::wall;
    std::vector<obstacle_stroke> obstacles {};
    bool begins_with_wind = false;  ///< the fluid has the speed of the inflow from the start
};

/// Returns the setup of a scene in a basin that is 1 m high and `width` m wide.
scene_setup setup_of(scene chosen, float width);

/// Returns the emitters of a scene at a time in seconds. Scenes of different seeds move differently.
std::vector<emitter> emitters_of(scene chosen, float width, double time, uint64_t seed);

}  // namespace ingot::samples::fluid
