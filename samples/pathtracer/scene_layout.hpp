// What the kernels and the host both know of a scene: plain data, in the order in which it lies in a device's memory.
#pragma once

#include <cstdint>
#include <ingot/language/vector.hpp>

namespace ingot::samples::pathtracer {

/// An inner node with its two children's boxes (Aila and Laine 2009, "Understanding the Efficiency of Ray Traversal on GPUs"):
/// one fetch decides on both. In `x`, `y` and `z` stand, along that axis, the first child's lower and upper bound and the
/// second's.
struct bvh_node {
    float4 x {};
    float4 y {};
    float4 z {};
    uint32_t child[2] {};  ///< a node, or where `count` is not 0 the first triangle of a leaf
    uint32_t count[2] {};  ///< triangles of a leaf
};
static_assert(sizeof(bvh_node) == 64);

/// Deepest path from the root to a leaf: the size of the stack that a ray needs.
inline constexpr uint32_t deepest_bvh = 64;

/// Corners of a triangle, in the order of the tree's leaves. `a.w` is not 0 where a ray may pass, by the material's opacity.
struct triangle_corners {
    float4 a {};
    float4 b {};
    float4 c {};
};

/// What shading needs of a triangle: at each corner the normal in xyz and the texture's u in w; the three v, and the material.
struct triangle_shading {
    float4 a {};
    float4 b {};
    float4 c {};
    float3 v {};
    uint32_t material = 0;
};
static_assert(sizeof(triangle_shading) == 64);

/// How a surface scatters light.
enum class surface_kind : uint32_t {
    diffuse,      ///< Lambert
    conductor,    ///< a metal by its complex index of refraction; rough by GGX, or a perfect mirror
    dielectric,   ///< clear glass: reflects and refracts by Fresnel
    metal_rough,  ///< glTF 2.0, appendix B: a rough dielectric coat over a diffuse base, blended with a rough metal
};

/// No texture.
inline constexpr uint32_t no_texture = 0xffff'ffff;

/// How a surface looks. Colours are linear, with sRGB's primaries; textures multiply them.
struct surface_material {
    float3 colour {1.0f};
    surface_kind kind = surface_kind::diffuse;
    float3 emission {};            ///< radiance
    float emission_weight = 0.0f;  ///< mean luminance of what it emits: how often its triangles are chosen for light
    float3 eta {1.0f};             ///< conductor: real part of the index of refraction
    float roughness = 1.0f;
    float3 k {};  ///< conductor: imaginary part
    float metalness = 0.0f;
    float3 absorption {};  ///< dielectric: of the light on its way inside, for each unit of length (Beer and Lambert)
    float index = 1.5f;    ///< dielectric, metal_rough: index of refraction
    float opacity = 1.0f;
    float opacity_cutoff = 0.0f;  ///< greater than 0: opacity from here on is 1, below 0
    float normal_scale = 1.0f;
    uint32_t emits_behind = 0;  ///< 1: light leaves both sides, else only the one that the corners go round anticlockwise
    uint32_t colour_texture = no_texture;       ///< opacity in its alpha
    uint32_t metal_rough_texture = no_texture;  ///< roughness in green, metalness in blue
    uint32_t emission_texture = no_texture;
    uint32_t normal_texture = no_texture;
};
static_assert(sizeof(surface_material) == 112);

/// What happens outside of a texture: repeated, mirrored, or the edge goes on (glTF 2.0, section 3.8.4.5).
enum class texture_wrap : uint32_t { repeat, mirror, clamp };

/// Where a texture's texels lie among all. Each is 8 bits of red, green, blue and alpha from the lowest byte on.
struct texture_place {
    uint32_t first = 0;
    uint32_t width = 1;
    uint32_t height = 1;
    texture_wrap wrap_u = texture_wrap::repeat;
    texture_wrap wrap_v = texture_wrap::repeat;
};

/// An entry of an alias table (Walker 1977; Vose 1991): choose one at random, and with `keep` it, else `other`.
struct alias_entry {
    float keep = 1.0f;
    uint32_t other = 0;
};

/// A triangle that emits light.
struct light_triangle {
    alias_entry chosen;
    uint32_t triangle = 0;
};

/// Sizes of what has no fixed one, and how light is chosen.
struct scene_sizes {
    uint32_t lights = 0;
    float light_weight = 0.0f;       ///< sum over all lights of area times emission_weight
    uint32_t environment_width = 0;  ///< 0: it is black around the scene
    uint32_t environment_height = 0;
    float environment_share = 0.0f;  ///< probability that light is looked for in the environment rather than at a triangle
    float environment_turn = 0.0f;   ///< radians about the y axis
    float environment_strength = 1.0f;
};

/// A thin lens. A point of the picture, x and y from -1 to 1, is seen in direction forward + x right + y up.
struct lens_camera {
    float3 eye {};
    float3 right {1.0f, 0.0f, 0.0f};
    float3 up {0.0f, 1.0f, 0.0f};
    float3 forward {0.0f, 0.0f, -1.0f};
    float lens_radius = 0.0f;
    float focus_distance = 1.0f;  ///< along `forward`, which has length 1
};

/// One launch: which samples of every pixel, of how long paths.
struct trace_order {
    uint32_t width = 0;
    uint32_t height = 0;
    uint32_t first_row = 0;  ///< of those to be traced
    uint32_t rows = 0;
    uint32_t seed = 0;
    uint32_t first_sample = 0;  ///< those that the means hold already
    uint32_t samples = 1;
    uint32_t bounces = 0;        ///< most of them: 0 sees lights only, 1 what they light directly
    float filter_radius = 0.5f;  ///< of the pixel, in pixels: 0.5 is the pixel's own square, 1 a tent over its neighbours
};

}  // namespace ingot::samples::pathtracer
