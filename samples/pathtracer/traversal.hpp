// Intersection of rays with triangles, through a bounding volume hierarchy with two children a node. The host calls the same
// code to focus the camera and in tests.
#pragma once

#include <cstdint>
#include <ingot/language/buffer.hpp>
#include <ingot/language/math.hpp>
#include <ingot/language/vector.hpp>

#include "directions.hpp"
#include "scene_layout.hpp"

namespace ingot::samples::pathtracer {

/// Stands for no triangle.
inline constexpr uint32_t no_triangle = 0xffff'ffff;

struct ray {
    float3 origin;
    float3 direction;
    float length = 3.0e38f;  ///< where the ray ends, in multiples of the direction's length
    /// The triangle from which the ray starts. The ray does not hit it again, whatever the rounding errors are.
    uint32_t from = no_triangle;
};

/// The point where a ray meets a triangle, in barycentric coordinates.
struct ray_hit {
    float distance = 0.0f;
    uint32_t triangle = 0;
    float b = 0.0f;  ///< weight of the second corner
    float c = 0.0f;  ///< weight of the third corner
};

/// A ray prepared for the watertight triangle test of Woop, Benthin and Wald 2013 (JCGT 2(1); pbrt-v4, section 6.5.3).
/// The axes are permuted so that z is the longest component of the direction. A shear then aligns the ray with z. For an
/// edge that two triangles share, the test computes the same value in both, so no ray passes between the triangles.
struct sheared_ray {
    explicit sheared_ray(const ray& ray) : origin(ray.origin) {
        const float3 size {fabs(ray.direction.x), fabs(ray.direction.y), fabs(ray.direction.z)};
        axis = size.x > size.y ? (size.x > size.z ? 0u : 2u) : (size.y > size.z ? 1u : 2u);
        const float3 turned_direction = permute(ray.direction);
        scale = 1.0f / turned_direction.z;
        shear_x = turned_direction.x * scale;
        shear_y = turned_direction.y * scale;
    }

    /// Permutes the axes.
    float3 permute(const float3& v) const { return axis == 0 ? float3(v.y, v.z, v.x) : axis == 1 ? float3(v.z, v.x, v.y) : v; }

    /// Transforms a corner into the space of the ray.
    float3 to_ray_space(const float4& corner) const {
        const float3 t = permute(float3(corner.x, corner.y, corner.z) - origin);
        return {t.x - shear_x * t.z, t.y - shear_y * t.z, scale * t.z};
    }

    float3 origin;
    uint32_t axis;
    float shear_x;
    float shear_y;
    float scale;
};

/// Returns twice the signed area of the triangle between the ray and an edge. The neighbouring triangle passes the same edge
/// in the other direction and must compute exactly the opposite value. Both products are therefore rounded before the
/// subtraction: a fused multiplication and subtraction would round only one of them. ingotc fuses operations only within one
/// expression, so each product has its own statement.
inline float edge_function(const float3& from, const float3& to) {
    const float first = from.x * to.y;
    const float second = from.y * to.x;
    return first - second;
}

/// Tests the ray against a triangle. Returns true and sets distance and weights in `found` if the ray meets the
/// triangle nearer than `nearest`.
inline bool intersect_triangle(const sheared_ray& ray, const triangle_corners& corners, float nearest, ray_hit& found) {
    const float3 a = ray.to_ray_space(corners.a);
    const float3 b = ray.to_ray_space(corners.b);
    const float3 c = ray.to_ray_space(corners.c);
    // The ray passes through the triangle if it is on the same side of all three edges.
    const float of_a = edge_function(c, b);
    const float of_b = edge_function(a, c);
    const float of_c = edge_function(b, a);
    if ((of_a < 0.0f || of_b < 0.0f || of_c < 0.0f) && (of_a > 0.0f || of_b > 0.0f || of_c > 0.0f)) return false;
    const float area = of_a + of_b + of_c;
    if (area == 0.0f) return false;
    // Normalise the areas to barycentric weights, and interpolate the distance.
    const float inverse = 1.0f / area;
    const float distance = (of_a * a.z + of_b * b.z + of_c * c.z) * inverse;
    if (!(distance > 0.0f && distance < nearest)) return false;
    found.distance = distance;
    found.b = of_b * inverse;
    found.c = of_c * inverse;
    return true;
}

/// Returns 1 / direction with finite components. If a component of the direction is 0, the distances to a box along that
/// axis are then large numbers with the right sign; with an infinite component they could be NaN.
inline float3 finite_inverse(const float3& direction) {
    constexpr float min_magnitude = 1.0e-20f;
    const auto inverse = [](float d) { return 1.0f / (fabs(d) < min_magnitude ? copysign(min_magnitude, d) : d); };
    return {inverse(direction.x), inverse(direction.y), inverse(direction.z)};
}

/// Returns the distances at which a ray from distance 0 to `nearest` enters and leaves a box. The ray misses the box if the
/// first distance is greater than the second. The second is rounded up: without that, rounding errors could make a ray miss the
/// box of a triangle that it hits (Ize 2013, "Robust BVH Ray Traversal", JCGT 2(2)).
inline float2 box_distances(float3 low, float3 high, const float3& origin, const float3& inverse, float nearest) {
    constexpr float rounded_up = 1.0f + 3.0f * 0x1p-23f;
    low = (low - origin) * inverse;
    high = (high - origin) * inverse;
    const float enter = fmax(fmax(fmin(low.x, high.x), fmin(low.y, high.y)), fmax(fmin(low.z, high.z), 0.0f));
    const float leave = fmin(fmin(fmax(low.x, high.x), fmax(low.y, high.y)), fmin(fmax(low.z, high.z), nearest));
    return {enter, leave * rounded_up};
}

/// The binary hierarchy.
struct binary_tree {
    buffer<const bvh_node> nodes;
};

/// Finds the nearest triangle along the ray. Returns false if there is none. With `any` set, the search ends at the first
/// triangle found, and `found` is not set. A triangle whose material may let rays pass (corners.a.w is not 0) counts only if
/// `accepts(hit)` is true.
///
/// The traversal visits the nearer child first and keeps the other child on a stack (Aila and Laine 2009; pbrt-v4,
/// section 7.3.5).
template <bool any, typename Accepts>
inline bool intersect_scene(const binary_tree& tree, buffer<const triangle_corners> triangles, const ray& ray, ray_hit& found,
                            const Accepts& accepts) {
    const sheared_ray sheared(ray);
    const float3 inverse = finite_inverse(ray.direction);
    uint32_t waiting[max_bvh_depth];
    uint32_t waiting_count = 0;
    uint32_t index = 0;
    float nearest = ray.length;
    bool met = false;
    while (true) {
        const bvh_node node = tree.nodes[index];
        // Intersect the boxes of both children.
        const float2 first =
            box_distances({node.x.x, node.y.x, node.z.x}, {node.x.y, node.y.y, node.z.y}, ray.origin, inverse, nearest);
        const float2 second =
            box_distances({node.x.z, node.y.z, node.z.z}, {node.x.w, node.y.w, node.z.w}, ray.origin, inverse, nearest);
        bool go_first = first.x <= first.y;
        bool go_second = second.x <= second.y;
        const bool swapped = go_second && (!go_first || second.x < first.x);
        // Test the triangles of children that are leaves, the nearer child first.
        for (uint32_t turn = 0; turn < 2; ++turn) {
            const bool is_second = (turn == 1) != swapped;
            if (!(is_second ? go_second : go_first)) continue;
            const uint32_t count = is_second ? node.count[1] : node.count[0];
            if (count == 0) continue;
            const uint32_t begin = is_second ? node.child[1] : node.child[0];
            for (uint32_t i = begin; i < begin + count; ++i) {
                ray_hit candidate;
                const triangle_corners corners = triangles[i];
                if (i == ray.from || !intersect_triangle(sheared, corners, nearest, candidate)) continue;
                candidate.triangle = i;
                if (corners.a.w != 0.0f && !accepts(candidate)) continue;
                if constexpr (any) return true;
                found = candidate;
                nearest = candidate.distance;
                met = true;
            }
            (is_second ? go_second : go_first) = false;
        }
        // Descend to the nearer inner child. If the ray meets both, put the other child on the stack. If it meets
        // neither, continue with the node on top of the stack.
        if (go_first && go_second) {
            waiting[waiting_count++] = swapped ? node.child[0] : node.child[1];
            index = swapped ? node.child[1] : node.child[0];
        } else if (go_first || go_second) {
            index = go_first ? node.child[0] : node.child[1];
        } else {
            if (waiting_count == 0) return met;
            // ingot: keep a traversal needs a stack
            index = waiting[--waiting_count];
        }
    }
}

}  // namespace ingot::samples::pathtracer
