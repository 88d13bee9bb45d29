// The tree of boxes that rays go through, made on the host.
#pragma once

#include <array>
#include <cstdint>
#include <glm/glm.hpp>
#include <span>
#include <vector>

#include "scene_layout.hpp"

namespace ingot::samples::pathtracer {

struct bvh {
    std::vector<bvh_node> nodes;  ///< the first is the root; there is always one
    std::vector<uint32_t> order;  ///< which triangle stands at each place of the leaves
};

/// Splits by the surface area heuristic, with the places of a split in bins (Wald 2007, "On fast Construction of SAH-based
/// Bounding Volume Hierarchies"). No path is deeper than deepest_bvh. Throws std::invalid_argument where there is no triangle.
bvh build_bvh(std::span<const std::array<glm::vec3, 3>> triangles);

/// What the heuristic expects a ray through the root's box to cost, in intersections of a triangle.
double expected_cost(const bvh& of);

}  // namespace ingot::samples::pathtracer
