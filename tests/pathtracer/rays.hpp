// What the kernels that find the hits of rays share with their test.
#pragma once

#include <cstdint>

#include "../../samples/pathtracer/traversal.hpp"

namespace ingot::samples::pathtracer {

struct ray_results {
    ray_hit nearest;
    uint32_t is_met = 0;
    uint32_t is_blocked = 0;
};

/// Decides for a triangle that some rays pass through whether this ray hits it: by a condition without any meaning.
constexpr bool is_hit_accepted(const ray_hit& hit) { return hit.triangle % 3 != 0; }

}  // namespace ingot::samples::pathtracer
