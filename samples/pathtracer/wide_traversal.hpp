// Intersection of rays with triangles, through the wide hierarchy. Each step tests the boxes of eight children, or eight
// triangles, at once.
#pragma once

#include <bit>
#include <cstdint>
#include <ingot/language/buffer.hpp>
#include <ingot/language/math.hpp>
#include <ingot/language/pack.hpp>
#include <ingot/language/vector.hpp>

#include "scene_layout.hpp"
#include "traversal.hpp"

namespace ingot::samples::pathtracer {

/// The wide hierarchy.
struct wide_tree {
    buffer<const wide_bvh_node> nodes;
    buffer<const triangle_block> blocks;
};

/// A ray prepared for the tests of boxes and of triangles.
struct wide_ray {
    explicit wide_ray(const ray& ray)
        : origin(ray.origin), inverse(finite_inverse(ray.direction)), sheared(ray), turned_origin(sheared.permute(ray.origin)) {
        for (uint32_t i = 0; i < 3; ++i) near_side[i] = std::bit_cast<uint32_t>(inverse[i]) >> 31u;  // 1: inverse[i] < 0
    }

    float3 origin;
    float3 inverse;  ///< 1 / direction
    /// Along each axis, the bounds that the ray reaches first: 0 for the lower ones, 1 for the upper ones.
    uint32_t near_side[3];
    sheared_ray sheared;
    float3 turned_origin;  ///< with the axes of `sheared`
};

/// A child of a node that a ray meets, and the distance at which the ray enters its box. The members are not initialised, because
/// that would write the whole stack of each ray.
struct waiting_child {
    uint32_t child;
    float distance;
};

/// Finds the boxes that a ray from distance 0 to `nearest` meets, and sets in `enter` where it enters them. Returns a number
/// whose bit i is set if the ray meets box i. These are the distances that box_distances() computes.
inline uint32_t intersect_boxes(const wide_bvh_node& node, const wide_ray& ray, float nearest, wide_floats& enter) {
    constexpr float rounded_up = 1.0f + 3.0f * 0x1p-23f;
    const auto distances = [&](uint32_t axis, uint32_t side) {
        return (node.bounds[side][axis] - ray.origin[axis]) * ray.inverse[axis];
    };
    enter = max(max(distances(0, ray.near_side[0]), distances(1, ray.near_side[1])),
                max(distances(2, ray.near_side[2]), wide_floats(0.0f)));
    const wide_floats leave = min(min(distances(0, 1 - ray.near_side[0]), distances(1, 1 - ray.near_side[1])),
                                  min(distances(2, 1 - ray.near_side[2]), wide_floats(nearest)));
    return lane_bits(enter <= leave * rounded_up);
}

/// The points in which a ray meets the planes of the triangles of a block.
struct wide_hits {
    wide_floats distance;
    wide_floats b;  ///< barycentric coordinates
    wide_floats c;
};

/// Tests the ray against the triangles of a block as intersect_triangle() does. Returns a number whose bit i is set if the ray
/// meets triangle i nearer than `nearest`; `hits` is then set.
inline uint32_t intersect_triangles(const triangle_block& block, const wide_ray& ray, float nearest, wide_hits& hits) {
    const sheared_ray& sheared = ray.sheared;
    const uint32_t x_axis = sheared.axis == 2 ? 0 : sheared.axis + 1;
    const uint32_t y_axis = x_axis == 2 ? 0 : x_axis + 1;
    // Transform the corners into the space of the ray.
    struct corner {
        wide_floats x;
        wide_floats y;
        wide_floats z;
    };
    const auto to_ray_space = [&](const wide_floats(&position)[3]) -> corner {
        const wide_floats along = position[sheared.axis] - ray.turned_origin.z;
        return {position[x_axis] - ray.turned_origin.x - along * sheared.shear_x,
                position[y_axis] - ray.turned_origin.y - along * sheared.shear_y, along * sheared.scale};
    };
    const corner a = to_ray_space(block.corners[0]);
    const corner b = to_ray_space(block.corners[1]);
    const corner c = to_ray_space(block.corners[2]);
    // Operations of packs are never fused, so two triangles compute exactly opposite values for an edge that they share.
    const auto edge_function = [](const corner& from, const corner& to) { return from.x * to.y - from.y * to.x; };
    const wide_floats of_a = edge_function(c, b);
    const wide_floats of_b = edge_function(a, c);
    const wide_floats of_c = edge_function(b, a);
    const wide_floats area = of_a + of_b + of_c;
    const uint32_t inside = lane_bits((min(min(of_a, of_b), of_c) >= 0.0f || max(max(of_a, of_b), of_c) <= 0.0f) && area != 0.0f);
    if (inside == 0) return 0;
    const wide_floats inverse = 1.0f / area;
    hits.distance = (of_a * a.z + of_b * b.z + of_c * c.z) * inverse;
    hits.b = of_b * inverse;
    hits.c = of_c * inverse;
    return inside & lane_bits(hits.distance > 0.0f && hits.distance < nearest);
}

/// Finds the nearest triangle along the ray; see intersect_scene() for the binary hierarchy. The children that the ray meets are
/// visited in the order of their distances. Those that wait are skipped if a nearer triangle is found before.
template <bool any, typename Accepts>
inline bool intersect_scene(const wide_tree& tree, buffer<const triangle_corners> /*triangles*/, const ray& ray, ray_hit& found,
                            const Accepts& accepts) {
    const wide_ray prepared(ray);
    // Of the at most eight children that a ray meets in a node, one is visited and the others wait. No node is deeper than
    // max_bvh_depth.
    waiting_child waiting[(wide_size - 1) * max_bvh_depth];
    uint32_t waiting_count = 0;
    uint32_t current = 0;
    float nearest = ray.length;
    bool met = false;
    while (true) {
        if ((current & leaf_flag) != 0) {
            const triangle_block& block = tree.blocks[current & ~leaf_flag];
            wide_hits hits;
            for (uint32_t left = intersect_triangles(block, prepared, nearest, hits); left != 0; left &= left - 1) {
                const uint32_t i = ctz(left);
                if (!(hits.distance[i] < nearest) || block.first + i == ray.from) continue;
                const ray_hit candidate {hits.distance[i], block.first + i, hits.b[i], hits.c[i]};
                if ((block.permeable >> i & 1u) != 0 && !accepts(candidate)) continue;
                if constexpr (any) return true;
                found = candidate;
                nearest = candidate.distance;
                met = true;
            }
        } else {
            const wide_bvh_node& node = tree.nodes[current];
            wide_floats enter;
            uint32_t left = intersect_boxes(node, prepared, nearest, enter);
            if (left != 0) {
                const uint32_t first = ctz(left);
                waiting_child next {node.child[first], enter[first]};
                // Put the other children on the stack. The nearest one is visited next, and the farthest one is lowest on the
                // stack.
                const uint32_t lowest = waiting_count;
                for (left &= left - 1; left != 0; left &= left - 1) {
                    const uint32_t i = ctz(left);
                    waiting_child other {node.child[i], enter[i]};
                    uint32_t place = waiting_count++;
                    if constexpr (!any) {
                        if (other.distance < next.distance) {
                            const waiting_child nearer = other;
                            other = next;
                            next = nearer;
                        }
                        // ingot: keep a traversal needs a stack
                        for (; place > lowest && waiting[place - 1].distance < other.distance; --place)
                            waiting[place] = waiting[place - 1];
                    }
                    waiting[place] = other;
                }
                current = next.child;
                continue;
            }
        }
        // Continue with the child on top of the stack. Skip those that are farther than the nearest triangle so far.
        do {
            if (waiting_count == 0) return met;
            --waiting_count;
            // ingot: keep a traversal needs a stack
        } while (waiting[waiting_count].distance > nearest);
        current = waiting[waiting_count].child;
    }
}

}  // namespace ingot::samples::pathtracer
