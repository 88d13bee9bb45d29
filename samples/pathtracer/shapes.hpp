// Shapes and metals for the built-in scenes.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <glm/glm.hpp>
#include <ingot/media/scene.hpp>
#include <string>

namespace ingot::samples::pathtracer {

/// Adds two triangles. The corners are anticlockwise as seen from the front.
void add_quad(media::scene& scene, const std::array<glm::vec3, 4>& corners, uint32_t material);

/// Adds a sphere: an icosahedron whose triangles are each divided into 4, `divisions` times, with the normals of a
/// sphere.
void add_sphere(media::scene& scene, const glm::vec3& centre, float radius, uint32_t divisions, uint32_t material);

/// Adds the parametric surface `point`(u, v), with u and v from 0 to 1, as `across` times `along` quads. The normals are
/// those of the exact surface, in the direction of the cross product of its derivatives by u and by v.
void add_surface(media::scene& scene, const std::function<glm::vec3(float u, float v)>& point, uint32_t across, uint32_t along,
                 uint32_t material);

/// A metal's complex index of refraction eta + i k at about 611, 549 and 464 nm (red, green, blue).
struct metal_index {
    glm::vec3 eta;
    glm::vec3 k;
};
namespace metals {
inline const metal_index gold {{0.183f, 0.422f, 1.373f}, {3.424f, 2.346f, 1.770f}};
inline const metal_index copper {{0.200f, 0.924f, 1.102f}, {3.912f, 2.452f, 2.142f}};
inline const metal_index silver {{0.159f, 0.145f, 0.135f}, {3.929f, 3.190f, 2.381f}};
inline const metal_index aluminium {{1.345f, 0.965f, 0.617f}, {7.474f, 6.400f, 5.303f}};
}  // namespace metals
/// Returns a conductor with this index of refraction.
media::material metal(const std::string& name, const metal_index& index, float roughness);

}  // namespace ingot::samples::pathtracer
