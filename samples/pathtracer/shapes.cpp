#include "shapes.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace ingot::samples::pathtracer {

using glm::vec3;

void add_quad(media::scene& scene, const std::array<vec3, 4>& corners, uint32_t material) {
    const auto first = static_cast<uint32_t>(scene.vertices.size());
    constexpr std::array<glm::vec2, 4> uvs {{{0.0f, 0.0f}, {1.0f, 0.0f}, {1.0f, 1.0f}, {0.0f, 1.0f}}};
    for (size_t i = 0; i < 4; ++i) scene.vertices.push_back({corners[i], vec3(0.0f), uvs[i]});
    scene.triangles.push_back({{first, first + 1, first + 2}, material});
    scene.triangles.push_back({{first, first + 2, first + 3}, material});
}

void add_sphere(media::scene& scene, const vec3& centre, float radius, uint32_t divisions, uint32_t material) {
    const float golden = 0.5f * (1.0f + std::sqrt(5.0f));
    std::vector<vec3> points;
    for (const float a : {-1.0f, 1.0f})
        for (const float b : {-golden, golden})
            for (const vec3& corner : {vec3(0.0f, a, b), vec3(a, b, 0.0f), vec3(b, 0.0f, a)})
                points.push_back(glm::normalize(corner));
    // Three corners form a face if they are all at the smallest distance from one another.
    std::vector<std::array<uint32_t, 3>> faces;
    const float edge = 4.0f / (1.0f + golden * golden);  // squared
    const auto near = [&](size_t i, size_t j) { return glm::dot(points[i] - points[j], points[i] - points[j]) < 1.01f * edge; };
    for (uint32_t i = 0; i < 12; ++i)
        for (uint32_t j = i + 1; j < 12; ++j)
            for (uint32_t k = j + 1; k < 12; ++k)
                if (near(i, j) && near(j, k) && near(i, k)) {
                    const bool outwards = glm::dot(glm::cross(points[j] - points[i], points[k] - points[i]), points[i]) > 0.0f;
                    faces.push_back(outwards ? std::array {i, j, k} : std::array {i, k, j});
                }
    // Divide each triangle at the middles of its edges, and move the middles outwards to the sphere.
    for (uint32_t i = 0; i < divisions; ++i) {
        std::map<std::pair<uint32_t, uint32_t>, uint32_t> middles;
        const auto middle = [&](uint32_t a, uint32_t b) {
            const auto [found, is_new] = middles.try_emplace(std::minmax(a, b), static_cast<uint32_t>(points.size()));
            if (is_new) points.push_back(glm::normalize(points[a] + points[b]));
            return found->second;
        };
        std::vector<std::array<uint32_t, 3>> finer;
        for (const auto& [a, b, c] : faces) {
            const uint32_t ab = middle(a, b);
            const uint32_t bc = middle(b, c);
            const uint32_t ca = middle(c, a);
            for (const auto& part :
                 {std::array {a, ab, ca}, std::array {ab, b, bc}, std::array {ca, bc, c}, std::array {ab, bc, ca}})
                finer.push_back(part);
        }
        faces = std::move(finer);
    }
    const auto first = static_cast<uint32_t>(scene.vertices.size());
    for (const vec3& point : points) scene.vertices.push_back({centre + radius * point, point, {}});
    for (const auto& [a, b, c] : faces) scene.triangles.push_back({{first + a, first + b, first + c}, material});
}

void add_surface(media::scene& scene, const std::function<vec3(float, float)>& point, uint32_t across, uint32_t along,
                 uint32_t material) {
    constexpr float step = 1.0e-3f;
    const auto first = static_cast<uint32_t>(scene.vertices.size());
    for (uint32_t j = 0; j <= along; ++j)
        for (uint32_t i = 0; i <= across; ++i) {
            const float u = static_cast<float>(i) / static_cast<float>(across);
            const float v = static_cast<float>(j) / static_cast<float>(along);
            const vec3 normal = glm::cross(point(u + step, v) - point(u - step, v), point(u, v + step) - point(u, v - step));
            const float size = glm::length(normal);
            scene.vertices.push_back({point(u, v), size > 0.0f ? normal / size : vec3(0.0f), {u, v}});
        }
    for (uint32_t j = 0; j < along; ++j)
        for (uint32_t i = 0; i < across; ++i) {
            const uint32_t a = first + j * (across + 1) + i;
            const uint32_t b = a + across + 1;
            scene.triangles.push_back({{a, a + 1, b + 1}, material});
            scene.triangles.push_back({{a, b + 1, b}, material});
        }
}

media::material metal(const std::string& name, const metal_index& index, float roughness) {
    return {.name = name, .kind = media::surface::conductor, .roughness = roughness, .eta = index.eta, .k = index.k};
}

}  // namespace ingot::samples::pathtracer
