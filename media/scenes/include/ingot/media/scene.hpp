// A scene: what the files' formats are brought to, and what scenes made by code are.
#pragma once

#include <array>
#include <cstdint>
#include <glm/glm.hpp>
#include <optional>
#include <string>
#include <vector>

namespace ingot::media {

/// Outside of 0 to 1 a texture is repeated, mirrored, or its edge goes on.
enum class wrapping { repeat, mirror, clamp };

/// A picture for surfaces. Rows from the top; a texture coordinate of (0, 0) is the upper left corner of the first texel, as in
/// glTF.
struct texture {
    std::string name {};
    uint32_t width = 0;
    uint32_t height = 0;
    std::vector<std::array<uint8_t, 4>> texels;  ///< width · height: red, green, blue, alpha; colours are encoded in sRGB
    wrapping wrap_u = wrapping::repeat;
    wrapping wrap_v = wrapping::repeat;
};

/// How a surface scatters light.
enum class surface {
    metal_rough,  ///< glTF 2.0's metallic-roughness model: plastics, woods, stones, metals
    diffuse,      ///< Lambert
    conductor,    ///< a metal by its complex index of refraction
    dielectric,   ///< clear glass or liquid
};

/// Colours are linear light with sRGB's primaries, from 0 to 1 but for emission.
struct material {
    std::string name {};
    surface kind = surface::metal_rough;
    glm::vec3 colour {1.0f};      ///< of a dielectric: what a boundary lets through
    bool see_through = false;     ///< do opacity and the alpha of the colour's texture count? Otherwise all is opaque
    float opacity = 1.0f;         ///< the share of light that does not pass
    float opacity_cutoff = 0.0f;  ///< greater than 0: what is less opaque is not there at all, the rest is opaque
    float metalness = 0.0f;
    float roughness = 1.0f;       ///< 0: smooth. GGX's alpha is its square
    float index = 1.5f;           ///< index of refraction
    glm::vec3 eta {1.0f};         ///< conductor: real part of the index of refraction
    glm::vec3 k {0.0f};           ///< conductor: imaginary part
    glm::vec3 absorption {0.0f};  ///< dielectric: of the light inside, for each unit of length
    glm::vec3 emission {0.0f};    ///< radiance
    bool two_sided = false;       ///< emits on both sides; scattering does so anyhow
    float normal_scale = 1.0f;
    // Textures multiply the values above. Indices into scene::textures.
    std::optional<uint32_t> colour_texture {};       ///< opacity in alpha
    std::optional<uint32_t> metal_rough_texture {};  ///< roughness in green, metalness in blue; not encoded
    std::optional<uint32_t> emission_texture {};
    std::optional<uint32_t> normal_texture {};  ///< in the tangents' space, x with u, y up; not encoded
};

struct vertex {
    glm::vec3 position {0.0f};
    glm::vec3 normal {0.0f};  ///< length 1, or 0: the triangle's own
    glm::vec2 uv {0.0f};
};

/// Anticlockwise for who looks at its front.
struct triangle {
    std::array<uint32_t, 3> corners {};  ///< indices into scene::vertices
    uint32_t material = 0;
};

/// A place to look from.
struct viewpoint {
    std::string name {};
    glm::vec3 eye {0.0f, 0.0f, 5.0f};
    glm::vec3 target {0.0f};
    float field_of_view = 0.8f;  ///< vertical, radians
};

/// y is up. Lengths are in the file's unit.
struct scene {
    std::vector<vertex> vertices;
    std::vector<triangle> triangles;
    std::vector<material> materials;
    std::vector<texture> textures;
    std::vector<viewpoint> viewpoints;
    std::vector<std::string> remarks;  ///< what a reader left out of a file, for a person
};

/// A box around all triangles; both corners 0 where there are none.
struct extent3 {
    glm::vec3 low {0.0f};
    glm::vec3 high {0.0f};
    glm::vec3 centre() const { return 0.5f * (low + high); }
    float diagonal() const { return glm::length(high - low); }
};
extent3 extent_of(const scene& of);

/// Throws std::invalid_argument that says what is wrong where an index leads nowhere, a number is none, or a texture has another
/// size than it says.
void require_sound(const scene& of);

}  // namespace ingot::media
