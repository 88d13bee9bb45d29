// Scenes in memory. Files of all formats are read to this form, and programs can also create scenes in code.
#pragma once

#include <array>
#include <cstdint>
#include <glm/glm.hpp>
#include <optional>
#include <string>
#include <vector>

namespace ingot::media {

/// What a surface shows for texture coordinates outside of 0 to 1: the texture repeated, the texture repeated and mirrored, or
/// the colour at the texture's edge.
enum class texture_wrapping { repeat, mirror, clamp };

/// A picture on surfaces. The top row is first. The texture coordinate (0, 0) is the upper left corner of the first
/// texel, as in glTF.
struct texture {
    std::string name {};
    uint32_t width = 0;
    uint32_t height = 0;
    /// width · height texels: red, green, blue and alpha. Colours are in sRGB; alpha is linear, and so are all bytes of
    /// metal-rough and normal textures.
    std::vector<std::array<uint8_t, 4>> texels;
    texture_wrapping wrap_u = texture_wrapping::repeat;
    texture_wrapping wrap_v = texture_wrapping::repeat;
};

/// How a surface scatters light.
enum class surface {
    metal_rough,  ///< the metallic-roughness model of glTF 2.0: plastic, wood, stone, metal
    diffuse,      ///< Lambertian reflection
    conductor,    ///< a metal with a complex index of refraction
    dielectric,   ///< clear glass or liquid
};

/// The material of a surface. Colours are linear light with the primaries of sRGB, from 0 to 1, except emission, which
/// may be larger.
struct material {
    std::string name {};
    surface kind = surface::metal_rough;
    glm::vec3 colour {1.0f};      ///< base colour; for a dielectric the share of light that its boundary transmits
    bool uses_opacity = false;    ///< whether `opacity` and the colour texture's alpha apply; if not, the surface is opaque
    float opacity = 1.0f;         ///< the share of light that does not pass through
    float opacity_cutoff = 0.0f;  ///< if greater than 0: points with a lower opacity are removed, all others are opaque
    float metalness = 0.0f;
    float roughness = 1.0f;         ///< 0 is smooth. The parameter alpha of GGX is the square of the roughness
    float refractive_index = 1.5f;  ///< index of refraction
    glm::vec3 eta {1.0f};           ///< conductor: real part of the index of refraction
    glm::vec3 k {0.0f};             ///< conductor: imaginary part of the index of refraction
    glm::vec3 absorption {0.0f};    ///< dielectric: absorption coefficient of the inside, per unit of length
    glm::vec3 emission {0.0f};      ///< emitted radiance
    bool two_sided = false;         ///< whether both sides emit light; both sides always scatter light
    float normal_scale = 1.0f;
    // Textures are indices into scene::textures. They multiply the values above, except the normal texture: it replaces the
    // normal, and normal_scale multiplies its x and y.
    std::optional<uint32_t> colour_texture {};       ///< with the opacity in alpha
    std::optional<uint32_t> metal_rough_texture {};  ///< roughness in green, metalness in blue, both linear
    std::optional<uint32_t> emission_texture {};
    std::optional<uint32_t> normal_texture {};  ///< in tangent space, x in the direction of u, y up; linear
};

/// A vertex of triangles.
struct vertex {
    glm::vec3 position {0.0f};
    glm::vec3 normal {0.0f};  ///< of length 1; or (0, 0, 0), and then the normal of the triangle's plane is used
    glm::vec2 uv {0.0f};
};

/// A triangle. Seen from its front side, the corners are in anticlockwise order.
struct triangle {
    std::array<uint32_t, 3> corners {};  ///< indices into scene::vertices
    uint32_t material = 0;
};

/// A camera.
struct viewpoint {
    std::string name {};
    glm::vec3 eye {0.0f, 0.0f, 5.0f};
    glm::vec3 target {0.0f};
    float field_of_view = 0.8f;  ///< vertical angle in radians
};

/// A scene. The y axis points up. Lengths are in the unit of the file.
struct scene {
    std::vector<vertex> vertices;
    std::vector<triangle> triangles;
    std::vector<material> materials;
    std::vector<texture> textures;
    std::vector<viewpoint> viewpoints;
    std::vector<std::string> warnings;  ///< messages for people about parts of a file that could not be read
};

/// A box that contains all triangles. Both corners are 0 if there are no triangles.
struct bounding_box {
    glm::vec3 low {0.0f};
    glm::vec3 high {0.0f};
    glm::vec3 centre() const { return 0.5f * (low + high); }
    float diagonal() const { return glm::length(high - low); }
};
bounding_box compute_bounding_box(const scene& source);

/// Throws std::invalid_argument with a description of the error if an index is out of range, a number of a vertex or a
/// material is not finite, or a texture has no texels or a number of texels that does not match its size. Does not check
/// material::opacity_cutoff and the viewpoints.
void validate(const scene& checked);

}  // namespace ingot::media
