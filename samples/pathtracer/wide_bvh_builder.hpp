// Builds the wide hierarchy from the binary one, on the host.
#pragma once

#include <span>
#include <vector>

#include "bvh_builder.hpp"
#include "scene_layout.hpp"

namespace ingot::samples::pathtracer {

struct wide_bvh {
    std::vector<wide_bvh_node> nodes;  ///< the first is the root, which always exists
    std::vector<triangle_block> blocks;
};

/// Merges the nodes of a binary hierarchy to nodes of eight children and leaves of at most eight triangles, so that the cost that
/// the surface area heuristic expects is the least (Ylitie, Karras and Laine 2017, "Efficient Incoherent Ray Traversal on GPUs
/// Through Compressed Wide BVHs", section 3.1). `triangles` are in the order of the hierarchy's leaves. The result is at most
/// as deep as `tree`.
wide_bvh widen(const bvh& tree, std::span<const triangle_corners> triangles);

}  // namespace ingot::samples::pathtracer
