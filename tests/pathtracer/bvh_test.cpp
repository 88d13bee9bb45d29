// The hierarchy finds the same hits as a search through all triangles, and no ray passes between two triangles.
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>

#include "bvh_builder.hpp"
#include "shapes.hpp"
#include "traversal.hpp"

namespace ingot::samples::pathtracer {
namespace {

using corners3 = std::array<glm::vec3, 3>;

// Triangles with their hierarchy, searched through the hierarchy and one by one.
struct searched {
    explicit searched(const std::vector<corners3>& corners) : tree(build_bvh(corners)) {
        for (const uint32_t index : tree.order) {
            const auto& [a, b, c] = corners[index];
            triangles.push_back({float4(a.x, a.y, a.z, 0.0f), float4(b.x, b.y, b.z, 0.0f), float4(c.x, c.y, c.z, 0.0f)});
        }
    }
    std::optional<ray_hit> nearest(const ray& ray) const {
        ray_hit found;
        const bool met =
            intersect_scene<false>(buffer<const bvh_node>(tree.nodes.data()), buffer<const triangle_corners>(triangles.data()),
                                   ray, found, [](const ray_hit&) { return true; });
        return met ? std::optional(found) : std::nullopt;
    }
    bool blocked(const ray& ray) const {
        ray_hit any;
        return intersect_scene<true>(buffer<const bvh_node>(tree.nodes.data()), buffer<const triangle_corners>(triangles.data()),
                                     ray, any, [](const ray_hit&) { return true; });
    }
    std::optional<float> nearest_of_all(const ray& ray) const {
        std::optional<float> distance;
        const sheared_ray sheared(ray);
        for (const triangle_corners& each : triangles) {
            ray_hit found;
            if (intersect_triangle(sheared, each, distance.value_or(ray.length), found)) distance = found.distance;
        }
        return distance;
    }

    bvh tree;
    std::vector<triangle_corners> triangles;
};

std::vector<corners3> scattered_triangles(size_t count, float size) {
    std::mt19937 engine(7);
    std::uniform_real_distribution<float> place(-1.0f, 1.0f);
    std::vector<corners3> triangles(count);
    for (corners3& each : triangles) {
        const glm::vec3 centre(place(engine), place(engine), place(engine));
        for (glm::vec3& corner : each) corner = centre + size * glm::vec3(place(engine), place(engine), place(engine));
    }
    return triangles;
}

ray random_ray(std::mt19937& engine) {
    std::uniform_real_distribution<float> place(-1.5f, 1.5f);
    const float3 origin {place(engine), place(engine), place(engine)};
    return {origin, normalize(float3(place(engine), place(engine), place(engine)))};
}

uint32_t depth_of(const bvh& tree, uint32_t node = 0) {
    uint32_t deepest = 0;
    for (uint32_t index = 0; index < 2; ++index)
        if (tree.nodes[node].count[index] == 0) deepest = std::max(deepest, depth_of(tree, tree.nodes[node].child[index]));
    return deepest + 1;
}

TEST(bvh, finds_the_same_hits_as_a_test_of_every_triangle) {
    for (const size_t count : {1u, 2u, 9u, 1000u}) {
        const searched search(scattered_triangles(count, count < 10 ? 1.0f : 0.1f));
        std::mt19937 engine(11);
        size_t met = 0;
        for (int i = 0; i < 2000; ++i) {
            const ray ray = random_ray(engine);
            const auto found = search.nearest(ray);
            const auto expected = search.nearest_of_all(ray);
            ASSERT_EQ(found.has_value(), expected.has_value()) << count << " triangles, ray " << i;
            if (found) {
                EXPECT_EQ(found->distance, *expected);
            }
            EXPECT_EQ(search.blocked(ray), expected.has_value());
            met += expected ? 1 : 0;
        }
        EXPECT_GT(met, 10u) << "too few rays hit a triangle for the test to be meaningful";
    }
}

TEST(bvh, holds_every_triangle_once) {
    const bvh tree = build_bvh(scattered_triangles(777, 0.2f));
    std::vector<uint32_t> order = tree.order;
    std::ranges::sort(order);
    std::vector<uint32_t> expected(777);
    std::iota(expected.begin(), expected.end(), 0u);
    EXPECT_EQ(order, expected);
    size_t in_leaves = 0;
    for (const bvh_node& node : tree.nodes) in_leaves += node.count[0] + node.count[1];
    EXPECT_EQ(in_leaves, 777u);
}

TEST(bvh, stays_shallow_whatever_the_triangles_are) {
    const corners3 triangle {glm::vec3(0.0f), glm::vec3(1.0f, 0.0f, 0.0f), glm::vec3(0.0f, 1.0f, 0.0f)};
    EXPECT_LE(depth_of(build_bvh(std::vector<corners3>(5000, triangle))), max_bvh_depth) << "all in one place";
    // Each triangle is half as large as the one before, and half as far from the origin. Every division by cost therefore
    // separates only a few triangles from the others.
    std::vector<corners3> shrinking;
    float size = 1.0e30f;
    for (int i = 0; i < 190; ++i, size *= 0.5f)
        shrinking.push_back({glm::vec3(size, 0.0f, 0.0f), glm::vec3(0.0f, size, 0.0f), glm::vec3(0.0f, 0.0f, size)});
    EXPECT_LE(depth_of(build_bvh(shrinking)), max_bvh_depth);
}

TEST(bvh, no_ray_slips_between_triangles) {
    media::scene ball;
    add_sphere(ball, glm::vec3(0.0f), 1.0f, 3, 0);
    std::vector<corners3> triangles;
    for (const media::triangle& each : ball.triangles) {
        const auto corner = [&](size_t i) { return ball.vertices[each.corners[i]].position; };
        triangles.push_back({corner(0), corner(1), corner(2)});
    }
    const searched search(triangles);
    std::mt19937 engine(3);
    std::uniform_real_distribution<float> place(-0.4f, 0.4f);
    size_t slipped = 0;
    for (int turn = 0; turn < 20; ++turn) {
        const glm::vec3 origin(place(engine), place(engine), place(engine));
        for (const corners3& each : triangles)
            for (size_t i = 0; i < 3; ++i)
                for (const float share : {0.0f, 0.25f, 0.5f}) {  // towards corners and points on edges
                    const glm::vec3 target = each[i] + share * (each[(i + 1) % 3] - each[i]);
                    const glm::vec3 direction = glm::normalize(target - origin);
                    const ray ray {{origin.x, origin.y, origin.z}, {direction.x, direction.y, direction.z}};
                    slipped += search.nearest(ray) ? 0 : 1;
                }
    }
    EXPECT_EQ(slipped, 0u);
}

TEST(bvh, finds_the_hits_of_rays_parallel_to_an_axis) {
    const searched search({{glm::vec3(-1.0f, 0.0f, -1.0f), glm::vec3(1.0f, 0.0f, -1.0f), glm::vec3(0.0f, 0.0f, 1.0f)},
                           {glm::vec3(-1.0f, 1.0f, -1.0f), glm::vec3(1.0f, 1.0f, -1.0f), glm::vec3(0.0f, 1.0f, 1.0f)}});
    const auto down = search.nearest({{0.0f, 2.0f, 0.0f}, {0.0f, -1.0f, 0.0f}});
    ASSERT_TRUE(down);
    EXPECT_FLOAT_EQ(down->distance, 1.0f);
    const auto up = search.nearest({{0.0f, -2.0f, -0.0f}, {-0.0f, 1.0f, 0.0f}});
    ASSERT_TRUE(up);
    EXPECT_FLOAT_EQ(up->distance, 2.0f);
    EXPECT_FALSE(search.nearest({{0.0f, 2.0f, 0.0f}, {0.0f, 1.0f, 0.0f}}));
    EXPECT_FALSE(search.nearest({{0.0f, 2.0f, 0.0f}, {0.0f, -1.0f, 0.0f}, 0.5f})) << "beyond the ray's length";
}

TEST(bvh, a_ray_does_not_hit_the_triangle_from_which_it_starts) {
    // The origin is on the wrong side of the first triangle, as rounding errors can place it.
    const searched search({{glm::vec3(-1.0f, 0.0f, -1.0f), glm::vec3(1.0f, 0.0f, -1.0f), glm::vec3(0.0f, 0.0f, 1.0f)},
                           {glm::vec3(-1.0f, 1.0f, -1.0f), glm::vec3(1.0f, 1.0f, -1.0f), glm::vec3(0.0f, 1.0f, 1.0f)}});
    ray up {{0.0f, -1.0e-5f, 0.0f}, {0.0f, 1.0f, 0.0f}};
    const auto first = search.nearest(up);
    ASSERT_TRUE(first);
    EXPECT_FLOAT_EQ(first->distance, 1.0e-5f);
    up.from = first->triangle;
    const auto second = search.nearest(up);
    ASSERT_TRUE(second);
    EXPECT_FLOAT_EQ(second->distance, 1.00001f);
    EXPECT_TRUE(search.blocked(up));
    up.length = 0.5f;
    EXPECT_FALSE(search.blocked(up));
}

TEST(bvh, costs_far_less_than_a_test_of_every_triangle) {
    // Small triangles scattered over a large space: the expected cost must be far below testing all of them.
    std::vector<corners3> triangles = scattered_triangles(4000, 0.01f);
    const double cost = expected_cost(build_bvh(triangles));
    EXPECT_LT(cost, 60.0) << "of 4000 triangles";
}

TEST(bvh, no_triangle_at_all_is_an_error) { EXPECT_THROW(build_bvh({}), std::invalid_argument); }

}  // namespace
}  // namespace ingot::samples::pathtracer
