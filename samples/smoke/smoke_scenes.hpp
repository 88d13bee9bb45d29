// The built-in scenes: where smoke enters, which sides are open, and what stands in the way.
#pragma once

#include <cstdint>
#include <vector>

#include "space_grid.hpp"

namespace ingot::samples::smoke {

enum class scene { plume, sphere, jets, fire, pillars, empty };

/// The size of the box in metres. It is 1 m high.
struct box_size {
    float width = 1.0f;
    float depth = 1.0f;
};

/// What of a scene does not change with time.
struct scene_setup {
    side left = side::wall;
    side right = side::wall;
    side bottom = side::wall;
    side top = side::wall;
    side near = side::wall;
    side far = side::wall;
    std::vector<obstacle_stroke> obstacles {};
    bool begins_with_wind = false;  ///< the fluid has the speed of the inflow from the start
};

scene_setup setup_of(scene chosen, const box_size& box);

/// Returns the emitters of a scene at a time in seconds. Scenes of different seeds move differently.
std::vector<emitter> emitters_of(scene chosen, const box_size& box, double time, uint64_t seed);

}  // namespace ingot::samples::smoke
