// Each device finds the same hits through both hierarchies as a search through all triangles on the host.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <ingot/ingot.hpp>
#include <optional>
#include <random>
#include <vector>

#include "bvh_builder.hpp"
#include "every_device.hpp"
#include "rays.hpp"
#include "rays.kernels.hpp"
#include "wide_bvh_builder.hpp"

namespace ingot::samples::pathtracer {
namespace {

// Triangles of different sizes, a third of which some rays pass through.
struct scattered_scene {
    bvh tree;
    std::vector<triangle_corners> triangles;

    explicit scattered_scene(size_t count) {
        std::mt19937 engine(7);
        std::uniform_real_distribution<float> place(-1.0f, 1.0f);
        std::vector<std::array<glm::vec3, 3>> positions(count);
        for (std::array<glm::vec3, 3>& each : positions) {
            const glm::vec3 centre(place(engine), place(engine), place(engine));
            const float size = 0.1f + 0.4f * std::abs(place(engine) * place(engine) * place(engine));
            for (glm::vec3& corner : each) corner = centre + size * glm::vec3(place(engine), place(engine), place(engine));
        }
        tree = build_bvh(positions);
        for (const uint32_t index : tree.order) {
            const auto& [a, b, c] = positions[index];
            triangles.push_back({float4(a.x, a.y, a.z, engine() % 3 == 0 ? 1.0f : 0.0f), float4(b.x, b.y, b.z, 0.0f),
                                 float4(c.x, c.y, c.z, 0.0f)});
        }
    }

    ray_results search_all(const ray& ray) const {
        ray_results found;
        float nearest = ray.length;
        const sheared_ray sheared(ray);
        for (uint32_t i = 0; i < triangles.size(); ++i) {
            ray_hit candidate;
            if (i == ray.from || !intersect_triangle(sheared, triangles[i], nearest, candidate)) continue;
            candidate.triangle = i;
            if (triangles[i].a.w != 0.0f && !is_hit_accepted(candidate)) continue;
            found = {candidate, 1, 1};
            nearest = candidate.distance;
        }
        return found;
    }
};

// Rays in all directions, some of which end early, are parallel to an axis, or start from a triangle.
std::vector<ray> make_rays(size_t count, const scattered_scene& scene) {
    std::mt19937 engine(11);
    std::uniform_real_distribution<float> place(-1.5f, 1.5f);
    std::vector<ray> rays;
    while (rays.size() < count) {
        ray next {{place(engine), place(engine), place(engine)}, {place(engine), place(engine), place(engine)}};
        if (rays.size() % 7 == 0) next.direction[engine() % 3] = rays.size() % 2 == 0 ? 0.0f : -0.0f;
        if (rays.size() % 11 == 0) next.direction = {0.0f, 0.0f, 1.0f};
        next.direction = normalize(next.direction);
        if (rays.size() % 3 == 0) next.length = 0.7f;
        if (rays.size() % 5 == 0) {
            next.from = static_cast<uint32_t>(engine() % scene.triangles.size());
            const triangle_corners& start = scene.triangles[next.from];
            for (size_t axis = 0; axis < 3; ++axis) next.origin[axis] = (start.a[axis] + start.b[axis] + start.c[axis]) / 3.0f;
        }
        rays.push_back(next);
    }
    return rays;
}

class hits_on : public ingot::testing::every_device {
protected:
    static void expect_same(const std::vector<ray_results>& actual, const std::vector<ray_results>& expected) {
        size_t different = 0;
        for (size_t i = 0; i < expected.size(); ++i) {
            const ray_hit& hit = actual[i].nearest;
            const ray_hit& expected_hit = expected[i].nearest;
            EXPECT_EQ(actual[i].is_met, actual[i].is_blocked) << i;
            const bool is_same =
                actual[i].is_met == expected[i].is_met &&
                (actual[i].is_met == 0 ||
                 (hit.triangle == expected_hit.triangle && std::abs(hit.distance - expected_hit.distance) <= 1e-4f &&
                  std::abs(hit.b - expected_hit.b) <= 1e-2f && std::abs(hit.c - expected_hit.c) <= 1e-2f));
            different += is_same ? 0 : 1;
        }
        // A device may round differently, so that a ray at an edge meets the triangle or does not. This is rare.
        EXPECT_LE(different, expected.size() / 1000);
    }
};

TEST_P(hits_on, are_those_of_a_search_through_all_triangles) {
    const rays_program program(device_);
    for (const size_t count : {2u, 40u, 1000u}) {
        const scattered_scene scene(count);
        const std::vector<ray> rays = make_rays(3072, scene);
        std::vector<ray_results> expected;
        size_t met = 0;
        for (const ray& each : rays) {
            expected.push_back(scene.search_all(each));
            met += expected.back().is_met;
        }
        if (count == 1000) {
            EXPECT_GT(met, rays.size() / 10) << "too few rays hit a triangle for the test to be meaningful";
            EXPECT_LT(met, rays.size() * 9 / 10) << "too few rays miss all triangles for the test to be meaningful";
        }
        const wide_bvh wide = widen(scene.tree, scene.triangles);
        const auto nodes = device_.create_buffer(std::span(scene.tree.nodes));
        const auto wide_nodes = device_.create_buffer(std::span(wide.nodes));
        const auto blocks = device_.create_buffer(std::span(wide.blocks));
        const auto corners = device_.create_buffer(std::span(scene.triangles));
        const auto starts = device_.create_buffer(std::span(rays));
        device_buffer<ray_results> results(device_, rays.size());
        const auto items = range(static_cast<uint32_t>(rays.size())).groups_of(64);
        queue_.run(program.find_hits_in_binary_tree, items, nodes, corners, starts, results);
        expect_same(results.read(queue_), expected);
        queue_.run(program.find_hits_in_wide_tree, items, wide_nodes, blocks, corners, starts, results);
        expect_same(results.read(queue_), expected);
    }
}

INGOT_TEST_ON_EVERY_DEVICE(hits_on);

}  // namespace
}  // namespace ingot::samples::pathtracer
