// Builds the bounding volume hierarchy that rays traverse, on the host.
#pragma once

#include <array>
#include <cstdint>
#include <glm/glm.hpp>
#include <span>
#include <vector>

#include "scene_layout.hpp"

namespace ingot::samples::pathtracer {

struct bvh {
    std::vector<bvh_node> nodes;  ///< the first is the root, which always exists
    std::vector<uint32_t> order;  ///< indices of the triangles in the order in which the leaves contain them
};

/// Builds the hierarchy by the surface area heuristic with binned split positions (Wald 2007, "On fast Construction of
/// SAH-based Bounding Volume Hierarchies"; pbrt-v4, section 7.3.2). No leaf is deeper than max_bvh_depth. Throws
/// std::invalid_argument if there is no triangle.
bvh build_bvh(std::span<const std::array<glm::vec3, 3>> triangles);

/// Returns the cost that the heuristic expects for a ray through the root's box, in units of one triangle intersection.
double expected_cost(const bvh& tree);

}  // namespace ingot::samples::pathtracer
