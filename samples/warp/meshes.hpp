// Triangles of what the scene is made of.
#pragma once

#include <cstdint>
#include <glm/glm.hpp>
#include <span>
#include <vector>

namespace ingot::samples::warping {

struct vertex {
    glm::vec3 position;
    glm::vec3 normal;
    glm::vec2 place;    ///< texture coordinates
    float open = 1.0f;  ///< how much of the sky it sees, 0 to 1
};

struct mesh {
    std::vector<vertex> vertices;
    std::vector<uint32_t> triangles;
};

/// A point of a profile: how far from the axis, and how high.
using profile = std::vector<glm::vec2>;

/// A profile turned around the y axis: going up on the outside its surface looks outwards. `flutes` are cut where the profile
/// is between `from` and `to` high.
struct fluting {
    uint32_t count = 0;
    float from = 0.0f;
    float to = 0.0f;
    float depth = 0.0f;  ///< as a share of the radius
};
mesh turned(const profile& of, uint32_t segments, const fluting& with = {});

/// Of radius 1, of so many pieces around.
mesh ball(uint32_t across);
/// A square of the ground around the origin, of half the size 1, in pieces.
mesh plain(uint32_t pieces);
/// Cards in an ellipsoid of radius 1, for leaves that are cut out of them; normals point away from its middle.
mesh crown(uint32_t cards, float size);

/// A number from 0 to 1 for each `of`, the same on every machine.
float scattered(uint32_t of);

}  // namespace ingot::samples::warping
