#include "still_life.hpp"

#include <cmath>
#include <glm/gtc/matrix_transform.hpp>
#include <numbers>
#include <random>

#include "shapes.hpp"

namespace ingot::samples::pathtracer {

namespace {

using glm::vec3;

constexpr float turn = 2.0f * std::numbers::pi_v<float>;

// The trefoil knot: a curve on a torus, twice around its axis and three times through its hole. `t` goes from 0 to 1.
vec3 knot(float t) {
    const float angle = turn * t;
    const float radius = 2.2f + 0.95f * std::cos(3.0f * angle);
    return {radius * std::cos(2.0f * angle), radius * std::sin(2.0f * angle), 1.05f * std::sin(3.0f * angle)};
}

// Returns a point of a tube around the knot; `u` goes along the tube, `v` around it. The cross-sections are oriented by the
// normal of the torus on which the knot lies, which is never parallel to the knot. The normal of the curve itself (Frenet)
// would change its direction abruptly where the curvature is smallest.
vec3 knot_tube(float u, float v, float thickness) {
    constexpr float step = 2.0e-3f;
    const float angle = turn * u;
    const vec3 off_torus(std::cos(3.0f * angle) * std::cos(2.0f * angle), std::cos(3.0f * angle) * std::sin(2.0f * angle),
                         std::sin(3.0f * angle));
    const vec3 tangent = glm::normalize(knot(u + step) - knot(u - step));
    const vec3 normal = glm::normalize(off_torus - tangent * glm::dot(off_torus, tangent));
    const vec3 binormal = glm::cross(tangent, normal);
    return knot(u) + thickness * (std::cos(turn * v) * normal - std::sin(turn * v) * binormal);
}

uint32_t add(media::scene& scene, media::material material) {
    scene.materials.push_back(std::move(material));
    return static_cast<uint32_t>(scene.materials.size() - 1);
}

media::material glass(const char* name, float index, const vec3& absorption) {
    return {.name = name, .kind = media::surface::dielectric, .refractive_index = index, .absorption = absorption};
}

media::material glazed(const char* name, const vec3& colour, float roughness) {
    return {.name = name, .kind = media::surface::metal_rough, .colour = colour, .roughness = roughness};
}

media::material glowing(const char* name, const vec3& light) {
    return {.name = name, .kind = media::surface::diffuse, .colour = vec3(0.0f), .emission = light};
}

// Adds a cut stone, flat on top (the table) and pointed below, like a brilliant. Its widest ring, the girdle, has 16
// corners. The facets are flat: their corners have no normals of their own.
void add_stone(media::scene& scene, const vec3& centre, float size, float tilt, uint32_t material) {
    constexpr uint32_t sides = 16;
    const glm::mat3 turned(glm::rotate(glm::mat4(1.0f), tilt, glm::normalize(vec3(1.0f, 0.0f, 0.35f))));
    const auto ring = [&](float radius, float y, float offset, uint32_t i, uint32_t count) {
        const float angle = turn * (static_cast<float>(i) + offset) / static_cast<float>(count);
        return centre + size * (turned * vec3(radius * std::cos(angle), y, radius * std::sin(angle)));
    };
    const auto face = [&](const vec3& a, const vec3& b, const vec3& c) {
        const auto first = static_cast<uint32_t>(scene.vertices.size());
        // Orient the triangle outwards for any order of its corners.
        const bool outwards = glm::dot(glm::cross(b - a, c - a), a + b + c - 3.0f * centre) > 0.0f;
        scene.vertices.insert(scene.vertices.end(), {{a}, {outwards ? b : c}, {outwards ? c : b}});
        scene.triangles.push_back({{first, first + 1, first + 2}, material});
    };
    const vec3 point = centre + size * (turned * vec3(0.0f, -0.86f, 0.0f));
    const vec3 middle = centre + size * (turned * vec3(0.0f, 0.34f, 0.0f));
    for (uint32_t i = 0; i < sides; ++i) {
        const auto girdle = [&](uint32_t k) { return ring(1.0f, 0.0f, 0.0f, k, sides); };
        const auto table = [&](uint32_t k) { return ring(0.56f, 0.34f, 0.0f, k, sides / 2); };
        if (i % 2 == 0) {
            face(table(i / 2), table(i / 2 + 1), girdle(i + 1));
            face(table(i / 2), table(i / 2 + 1), middle);
            face(table(i / 2), girdle(i), girdle(i + 1));
        } else {
            face(table(i / 2 + 1), girdle(i), girdle(i + 1));
        }
        // Below the girdle, each facet that ends in the point is as wide as two edges of the girdle.
        const vec3 low = ring(0.50f, -0.42f, 0.5f, i / 2, sides / 2);
        face(girdle(i), girdle(i + 1), low);
        if (i % 2 == 0) {
            const vec3 next = ring(0.50f, -0.42f, 0.5f, i / 2 + 1, sides / 2);
            face(low, next, point);
            face(low, next, girdle(i + 2));
        }
    }
}

// Hangs 90 small lamps of four colours at random positions behind the scene.
void add_lamps(media::scene& scene) {
    const uint32_t kinds[] = {
        add(scene, glowing("amber lamp", vec3(34.0f, 15.0f, 3.6f))), add(scene, glowing("warm lamp", vec3(26.0f, 17.0f, 8.5f))),
        add(scene, glowing("rose lamp", vec3(22.0f, 4.5f, 6.0f))), add(scene, glowing("teal lamp", vec3(2.2f, 11.0f, 13.0f)))};
    std::mt19937 engine(20);
    const auto uniform = [&] { return static_cast<float>(engine()) * 0x1p-32f; };
    for (int i = 0; i < 90; ++i) {
        const float far = 9.0f + 16.0f * uniform();
        const float across = (2.0f * uniform() - 1.0f) * (5.0f + 0.85f * far);
        const float up = 0.5f + (0.25f + 0.42f * far) * uniform() * uniform() * 1.3f;
        const float pick = uniform();
        add_sphere(scene, vec3(across, up, -far), 0.05f + 0.05f * uniform(), 1,
                   kinds[pick < 0.5f    ? 0
                         : pick < 0.8f  ? 1
                         : pick < 0.91f ? 2
                                        : 3]);
    }
}

}  // namespace

media::scene still_life() {
    media::scene scene;
    const uint32_t marble = add(scene, glazed("black marble", vec3(0.012f, 0.013f, 0.017f), 0.22f));
    const uint32_t gold = add(scene, metal("gold", metals::gold, 0.16f));
    const uint32_t copper = add(scene, metal("brushed copper", metals::copper, 0.38f));
    const uint32_t silver = add(scene, metal("silver", metals::silver, 0.0f));
    const uint32_t clear = add(scene, glass("glass", 1.5f, vec3(0.02f, 0.008f, 0.012f)));
    const uint32_t sapphire = add(scene, glass("sapphire", 1.77f, vec3(2.6f, 1.25f, 0.12f)));
    const uint32_t ruby = add(scene, glass("ruby glass", 1.6f, vec3(0.10f, 2.4f, 2.1f)));
    const uint32_t jade = add(scene, glazed("jade glaze", vec3(0.03f, 0.22f, 0.17f), 0.16f));
    const uint32_t ivory = add(scene, glazed("ivory", vec3(0.78f, 0.70f, 0.58f), 0.30f));
    const uint32_t key = add(scene, glowing("softbox", vec3(15.0f, 12.4f, 9.6f)));
    const uint32_t rim = add(scene, glowing("strip", vec3(3.2f, 5.2f, 8.5f)));

    add_quad(scene, {vec3(-60, 0, 30), vec3(60, 0, 30), vec3(60, 0, -60), vec3(-60, 0, -60)}, marble);
    const glm::mat4 place = glm::translate(glm::mat4(1.0f), vec3(0.0f, 1.86f, -0.4f)) *
                            glm::rotate(glm::mat4(1.0f), 0.35f, vec3(0, 1, 0)) *
                            glm::rotate(glm::mat4(1.0f), 0.22f, vec3(0, 0, 1)) * glm::scale(glm::mat4(1.0f), vec3(0.53f));
    add_surface(scene, [&](float u, float v) { return vec3(place * glm::vec4(knot_tube(u, v, 0.4f), 1.0f)); }, 640, 72, gold);

    add_sphere(scene, vec3(-1.95f, 0.85f, 1.05f), 0.85f, 5, clear);
    add_sphere(scene, vec3(2.35f, 0.72f, 0.15f), 0.72f, 5, copper);
    add_sphere(scene, vec3(-2.9f, 0.62f, -1.7f), 0.62f, 5, jade);
    add_sphere(scene, vec3(0.55f, 0.33f, 2.05f), 0.33f, 5, ruby);
    add_sphere(scene, vec3(-0.42f, 0.24f, 2.35f), 0.24f, 5, silver);
    add_sphere(scene, vec3(3.3f, 0.42f, 1.55f), 0.42f, 5, ivory);
    add_sphere(scene, vec3(-3.15f, 0.28f, 2.2f), 0.28f, 5, gold);
    add_stone(scene, vec3(1.62f, 0.47f, 1.85f), 0.58f, 0.62f, sapphire);
    add_lamps(scene);

    add_quad(scene, {vec3(-6.5f, 4.2f, 2.0f), vec3(-4.4f, 7.4f, 1.2f), vec3(-3.4f, 7.0f, 4.6f), vec3(-5.5f, 3.8f, 5.4f)}, key);
    add_quad(scene, {vec3(6.4f, 0.6f, -1.2f), vec3(6.4f, 5.4f, -1.2f), vec3(5.9f, 5.4f, -2.6f), vec3(5.9f, 0.6f, -2.6f)}, rim);
    // Both lights emit on both sides, so the order of their corners does not matter.
    scene.materials[key].two_sided = true;
    scene.materials[rim].two_sided = true;
    scene.viewpoints = {{"low", vec3(0.4f, 2.25f, 9.6f), vec3(0.05f, 1.36f, 0.3f), 0.52f}};
    return scene;
}

}  // namespace ingot::samples::pathtracer
