// The hierarchies find the same hits as a search through all triangles, and no ray passes between two triangles.
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <numeric>
#include <random>

#include "bvh_builder.hpp"
#include "shapes.hpp"
#include "traversal.hpp"
#include "wide_bvh_builder.hpp"
#include "wide_traversal.hpp"

namespace ingot::samples::pathtracer {
namespace {

using corners3 = std::array<glm::vec3, 3>;

// Triangles with their hierarchies, searched through both hierarchies and one by one.
struct searched {
    explicit searched(const std::vector<corners3>& corners) : tree(build_bvh(corners)) {
        for (const uint32_t index : tree.order) {
            const auto& [a, b, c] = corners[index];
            triangles.push_back({float4(a.x, a.y, a.z, 0.0f), float4(b.x, b.y, b.z, 0.0f), float4(c.x, c.y, c.z, 0.0f)});
        }
        wide = widen(tree, triangles);
    }
    std::optional<ray_hit> nearest(const ray& ray) const {
        ray_hit found;
        ray_hit found_in_wide;
        const bool met = search<false>(ray, found, found_in_wide);
        EXPECT_FLOAT_EQ(found.distance, found_in_wide.distance) << "in the wide hierarchy";
        return met ? std::optional(found) : std::nullopt;
    }
    bool blocked(const ray& ray) const {
        ray_hit any;
        return search<true>(ray, any, any);
    }
    template <bool any>
    bool search(const ray& ray, ray_hit& found, ray_hit& found_in_wide) const {
        const auto accepts = [](const ray_hit&) { return true; };
        const buffer<const triangle_corners> corners(triangles.data());
        const binary_tree binary {buffer<const bvh_node>(tree.nodes.data())};
        const wide_tree eight {buffer<const wide_bvh_node>(wide.nodes.data()), buffer<const triangle_block>(wide.blocks.data())};
        const bool met = intersect_scene<any>(binary, corners, ray, found, accepts);
        const bool met_in_wide = intersect_scene<any>(eight, corners, ray, found_in_wide, accepts);
        EXPECT_EQ(met, met_in_wide) << "in the wide hierarchy";
        return met;
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
    wide_bvh wide;
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

TEST(bvh, the_traversal_of_a_ray_without_a_direction_ends) {
    const searched search(scattered_triangles(1000, 0.1f));
    const float nan = std::numeric_limits<float>::quiet_NaN();
    for (const float3& direction : {float3(0.0f), float3(nan), float3(1.0f, nan, 0.0f)}) {
        EXPECT_FALSE(search.nearest({{0.0f, 0.0f, 0.0f}, direction}));
        EXPECT_FALSE(search.blocked({{nan, 0.0f, 0.0f}, direction}));
    }
}

TEST(bvh, costs_far_less_than_a_test_of_every_triangle) {
    // Small triangles scattered over a large space: the expected cost must be far below testing all of them.
    std::vector<corners3> triangles = scattered_triangles(4000, 0.01f);
    const double cost = expected_cost(build_bvh(triangles));
    EXPECT_LT(cost, 60.0) << "of 4000 triangles";
}

// Checks the part of the wide hierarchy below a node, and adds how often each triangle is in a leaf. Returns the depth of the
// part, and in `most_waiting` how many children a ray's stack can hold at most.
struct part_of_wide_bvh {
    uint32_t depth = 0;
    uint32_t most_waiting = 0;
};
part_of_wide_bvh check_wide(const searched& search, uint32_t index, std::vector<uint32_t>& occurrences) {
    const wide_bvh_node& node = search.wide.nodes[index];
    part_of_wide_bvh part;
    uint32_t children = 0;
    for (size_t slot = 0; slot < wide_size; ++slot) {
        if (node.bounds[0][0][slot] > node.bounds[1][0][slot]) continue;  // there is no such child
        ++children;
        const auto expect_inside = [&](size_t axis, float low, float high) {
            EXPECT_LE(node.bounds[0][axis][slot], low);
            EXPECT_GE(node.bounds[1][axis][slot], high);
        };
        const uint32_t child = node.child[slot];
        if ((child & leaf_flag) == 0) {
            for (size_t axis = 0; axis < 3; ++axis)
                for (size_t i = 0; i < wide_size; ++i)
                    expect_inside(axis, search.wide.nodes[child].bounds[0][axis][i], search.wide.nodes[child].bounds[1][axis][i]);
            const part_of_wide_bvh below = check_wide(search, child, occurrences);
            part.depth = std::max(part.depth, below.depth);
            part.most_waiting = std::max(part.most_waiting, below.most_waiting);
            continue;
        }
        const triangle_block& block = search.wide.blocks[child & ~leaf_flag];
        for (size_t i = 0; i < wide_size; ++i) {
            bool has_area = false;
            for (size_t axis = 0; axis < 3; ++axis)
                for (size_t corner = 1; corner < 3; ++corner)
                    has_area |= block.corners[corner][axis][i] != block.corners[0][axis][i];
            if (!has_area) continue;
            const triangle_corners& triangle = search.triangles[block.first + i];
            const float4* const corners[] {&triangle.a, &triangle.b, &triangle.c};
            for (size_t axis = 0; axis < 3; ++axis)
                for (size_t corner = 0; corner < 3; ++corner) {
                    const float place = block.corners[corner][axis][i];
                    EXPECT_EQ(place, (*corners[corner])[axis]);
                    expect_inside(axis, place, place);
                }
            ++occurrences[block.first + i];
        }
    }
    EXPECT_GE(children, 1u);
    return {part.depth + 1, part.most_waiting + children - 1};
}

TEST(wide_bvh, holds_every_triangle_once_in_boxes_that_contain_it) {
    for (const size_t count : {2u, 9u, 100u, 5000u}) {
        const searched search(scattered_triangles(count, 0.2f));
        std::vector<uint32_t> occurrences(count);
        const part_of_wide_bvh whole = check_wide(search, 0, occurrences);
        EXPECT_EQ(std::ranges::count(occurrences, 1u), static_cast<ptrdiff_t>(count)) << count << " triangles";
        EXPECT_LE(whole.depth, depth_of(search.tree));
        // Most places of leaves and nodes are filled. Without that, eight tests at once would gain little.
        if (count < 1000) continue;
        EXPECT_LE(search.wide.blocks.size(), 1 + count / 3);
        EXPECT_LE(search.wide.nodes.size(), 1 + search.wide.blocks.size() / 4);
    }
}

TEST(wide_bvh, the_stack_suffices_whatever_the_triangles_are) {
    const corners3 triangle {glm::vec3(0.0f), glm::vec3(1.0f, 0.0f, 0.0f), glm::vec3(0.0f, 1.0f, 0.0f)};
    std::vector<corners3> shrinking;
    float size = 1.0e30f;
    for (int i = 0; i < 190; ++i, size *= 0.5f)
        shrinking.push_back({glm::vec3(size, 0.0f, 0.0f), glm::vec3(0.0f, size, 0.0f), glm::vec3(0.0f, 0.0f, size)});
    for (const std::vector<corners3>& each : {std::vector<corners3>(5000, triangle), shrinking}) {
        const searched search(each);
        std::vector<uint32_t> occurrences(each.size());
        const part_of_wide_bvh whole = check_wide(search, 0, occurrences);
        EXPECT_EQ(std::ranges::count(occurrences, 1u), static_cast<ptrdiff_t>(each.size()));
        EXPECT_LE(whole.depth, max_bvh_depth);
        EXPECT_LE(whole.most_waiting, (wide_size - 1) * max_bvh_depth);
    }
}

TEST(wide_bvh, marks_the_triangles_that_rays_can_pass) {
    searched search(scattered_triangles(50, 0.2f));
    for (size_t i = 0; i < search.triangles.size(); i += 3) search.triangles[i].a.w = 1.0f;
    std::vector<bool> marked(50);
    for (const triangle_block& block : widen(search.tree, search.triangles).blocks)
        for (uint32_t i = 0; i < wide_size; ++i)
            if ((block.permeable >> i & 1u) != 0) marked.at(block.first + i) = true;
    for (size_t i = 0; i < marked.size(); ++i) EXPECT_EQ(marked[i], i % 3 == 0) << i;
}

TEST(bvh, no_triangle_at_all_is_an_error) { EXPECT_THROW(build_bvh({}), std::invalid_argument); }

}  // namespace
}  // namespace ingot::samples::pathtracer
