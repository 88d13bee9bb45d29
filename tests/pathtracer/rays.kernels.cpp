// Finds the hits of rays, through each of the hierarchies.
#include "rays.hpp"

#include <ingot/kernel.hpp>

#include "../../samples/pathtracer/wide_traversal.hpp"

using namespace ingot;
using namespace ingot::samples::pathtracer;

template <typename Tree>
static void find_hits(const Tree& tree, buffer<const triangle_corners> corners, buffer<const ray> rays,
                      buffer<ray_results> results) {
    const ray each = rays[global_id.x];
    const auto accepts = [](const ray_hit& hit) { return is_hit_accepted(hit); };
    ray_results found;
    ray_hit any;
    found.is_met = intersect_scene<false>(tree, corners, each, found.nearest, accepts) ? 1 : 0;
    found.is_blocked = intersect_scene<true>(tree, corners, each, any, accepts) ? 1 : 0;
    results[global_id.x] = found;
}
kernel void find_hits_in_binary_tree(binary_tree tree, buffer<const triangle_corners> corners, buffer<const ray> rays,
                                     buffer<ray_results> results) {
    find_hits(tree, corners, rays, results);
}
kernel void find_hits_in_wide_tree(wide_tree tree, buffer<const triangle_corners> corners, buffer<const ray> rays,
                                   buffer<ray_results> results) {
    find_hits(tree, corners, rays, results);
}
