// Generates the meshes of the scene.
#pragma once

#include <cstdint>
#include <glm/glm.hpp>
#include <span>
#include <vector>

namespace ingot::samples::warping {

struct vertex {
    glm::vec3 position;
    glm::vec3 normal;
    glm::vec2 texture_coordinates;
    float sky_visibility = 1.0f;  ///< visible share of the sky, 0 to 1
};

struct mesh {
    std::vector<vertex> vertices;
    std::vector<uint32_t> triangles;  ///< three indices of vertices for each triangle
};

/// The outline of a turned body. A point's x is the distance from the axis, its y is the height.
using profile = std::vector<glm::vec2>;

/// Vertical grooves of a column.
struct fluting {
    uint32_t count = 0;
    float from = 0.0f;   ///< height where the grooves begin
    float to = 0.0f;     ///< height where the grooves end
    float depth = 0.0f;  ///< as a share of the radius
};
/// Returns the surface that a profile makes when it turns around the y axis. Where the profile goes upwards, the surface
/// faces away from the axis.
mesh make_turned(const profile& outline, uint32_t segments, const fluting& fluting = {});

/// A sphere of radius 1 with this number of segments around the y axis.
mesh make_ball(uint32_t across);
/// A horizontal square from -1 to 1 around the origin, divided into this number of pieces in each direction.
mesh make_plane(uint32_t pieces);
/// Square cards, from which the shader cuts leaves. The centres of the cards are in a sphere of radius 1. The normals point
/// roughly away from the centre of this sphere.
mesh make_crown(uint32_t cards, float size);

/// Returns a pseudo-random number from 0 to 1 for each argument, the same on every machine.
float scattered(uint32_t seed);

}  // namespace ingot::samples::warping
