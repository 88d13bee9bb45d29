#include "meshes.hpp"

#include <algorithm>
#include <cmath>
#include <glm/gtc/constants.hpp>
#include <initializer_list>

namespace ingot::samples::warping {

namespace {

constexpr float turn = glm::two_pi<float>();

// Adds the triangles of a grid of vertices whose rows have across + 1 vertices.
void add_grid(mesh& mesh, uint32_t first, uint32_t across, uint32_t up) {
    for (uint32_t j = 0; j < up; ++j)
        for (uint32_t i = 0; i < across; ++i) {
            const uint32_t corner = first + j * (across + 1) + i;
            const uint32_t above = corner + across + 1;
            for (const uint32_t each : {corner, above, corner + 1, corner + 1, above, above + 1}) mesh.triangles.push_back(each);
        }
}

}  // namespace

float scattered(uint32_t seed) {
    seed = (seed ^ 61u ^ seed >> 16u) * 9u;
    seed = (seed ^ seed >> 4u) * 0x27d4eb2du;
    return static_cast<float>((seed ^ seed >> 15u) & 0xffffu) / 65535.0f;
}

mesh make_turned(const profile& outline, uint32_t segments, const fluting& fluting) {
    mesh result;
    for (size_t band = 0; band + 1 < outline.size(); ++band) {
        const glm::vec2 edge = outline[band + 1] - outline[band];
        const glm::vec2 out = glm::normalize(glm::vec2(edge.y, -edge.x));
        const float middle = 0.5f * (outline[band].y + outline[band + 1].y);
        const bool fluted = fluting.count > 0 && middle > fluting.from && middle < fluting.to;
        const auto first = static_cast<uint32_t>(result.vertices.size());
        for (const glm::vec2& point : {outline[band], outline[band + 1]})
            for (uint32_t i = 0; i <= segments; ++i) {
                const float angle = turn * static_cast<float>(i) / static_cast<float>(segments);
                const glm::vec3 radial {std::cos(angle), 0.0f, std::sin(angle)};
                const glm::vec3 tangent {-radial.z, 0.0f, radial.x};
                const float wave = fluted ? std::sin(0.5f * static_cast<float>(fluting.count) * angle) : 0.0f;
                const float slope = fluted ? -0.5f * fluting.depth * static_cast<float>(fluting.count) *
                                                 std::sin(static_cast<float>(fluting.count) * angle)
                                           : 0.0f;
                const float radius = point.x * (1.0f - fluting.depth * wave * wave);
                const glm::vec3 normal = glm::normalize(radial * out.x + glm::vec3(0.0f, out.y, 0.0f) - tangent * slope * out.x);
                const float open = fluted ? 1.0f - 0.45f * wave * wave : 1.0f;
                result.vertices.push_back({radial * radius + glm::vec3(0.0f, point.y, 0.0f),
                                           normal,
                                           {static_cast<float>(i) / static_cast<float>(segments), point.y},
                                           open});
            }
        add_grid(result, first, segments, 1);
    }
    return result;
}

mesh make_ball(uint32_t across) {
    const uint32_t up = across / 2;
    mesh result;
    for (uint32_t j = 0; j <= up; ++j)
        for (uint32_t i = 0; i <= across; ++i) {
            const glm::vec2 share {static_cast<float>(i) / static_cast<float>(across),
                                   static_cast<float>(j) / static_cast<float>(up)};
            const float latitude = (share.y - 0.5f) * glm::pi<float>();
            const glm::vec3 out {std::cos(share.x * turn) * std::cos(latitude), std::sin(latitude),
                                 std::sin(share.x * turn) * std::cos(latitude)};
            result.vertices.push_back({out, out, share});
        }
    add_grid(result, 0, across, up);
    return result;
}

mesh make_plane(uint32_t pieces) {
    mesh result;
    for (uint32_t j = 0; j <= pieces; ++j)
        for (uint32_t i = 0; i <= pieces; ++i) {
            const glm::vec2 share {static_cast<float>(i) / static_cast<float>(pieces),
                                   static_cast<float>(j) / static_cast<float>(pieces)};
            result.vertices.push_back({{2.0f * share.x - 1.0f, 0.0f, 1.0f - 2.0f * share.y}, {0.0f, 1.0f, 0.0f}, share});
        }
    add_grid(result, 0, pieces, pieces);
    return result;
}

mesh make_crown(uint32_t cards, float size) {
    mesh result;
    for (uint32_t card = 0; card < cards; ++card) {
        const auto random_number = [&](uint32_t index) { return scattered(card * 8 + index + 1000); };
        // Distribute the cards evenly over all directions with the golden angle. Their distances from the centre vary.
        const float height = 1.0f - 2.0f * (static_cast<float>(card) + 0.5f) / static_cast<float>(cards);
        const float angle = turn * 0.618034f * static_cast<float>(card);
        const float ring = std::sqrt(1.0f - height * height);
        const glm::vec3 out {ring * std::cos(angle), height, ring * std::sin(angle)};
        const glm::vec3 middle = out * (0.45f + 0.4f * random_number(0));
        const glm::vec3 random = glm::vec3(random_number(1), random_number(2), random_number(3)) - 0.5f;
        const glm::vec3 facing = glm::normalize(out + 1.5f * random);
        const glm::vec3 side = glm::normalize(glm::cross(facing, glm::vec3(0.3f, 1.0f, 0.2f)));
        const glm::vec3 up = glm::cross(side, facing);
        const auto first = static_cast<uint32_t>(result.vertices.size());
        for (const float v : {-1.0f, 1.0f})
            for (const float u : {-1.0f, 1.0f}) {
                const glm::vec3 position = middle + size * (u * side + v * up);
                const float depth = glm::length(position);
                // Each card gets another part of the leaves' pattern.
                const glm::vec2 place {0.5f * u + 0.5f + 2.0f * static_cast<float>(card), 0.5f * v + 0.5f};
                result.vertices.push_back(
                    {position, glm::normalize(position + 0.15f * facing), place, std::clamp(depth * depth, 0.25f, 1.0f)});
            }
        add_grid(result, first, 1, 1);
    }
    return result;
}

}  // namespace ingot::samples::warping
