// The data of a scene that the kernels and the host share: plain structures in the layout of device memory.
#pragma once

#include <cstdint>
#include <ingot/language/pack.hpp>
#include <ingot/language/vector.hpp>

namespace ingot::samples::pathtracer {

/// An inner node of the bounding volume hierarchy with the boxes of both children (Aila and Laine 2009, "Understanding
/// the Efficiency of Ray Traversal on GPUs"). A ray that reads one node can therefore test both children. `x`, `y` and `z`
/// contain for their axis, in this order: the lower and the upper bound of the first child's box, the lower and the upper
/// bound of the second child's box.
struct bvh_node {
    float4 x {};
    float4 y {};
    float4 z {};
    uint32_t child[2] {};  ///< index of the child's node; for a leaf, the index of its first triangle
    uint32_t count[2] {};  ///< number of triangles of a leaf; 0: the child is an inner node
};
static_assert(sizeof(bvh_node) == 64);

/// The largest depth of both hierarchies. It limits the number of nodes that wait on a ray's stack.
inline constexpr uint32_t max_bvh_depth = 64;

/// Number of children of a node of the wide hierarchy, and of triangles that a ray tests at once.
inline constexpr uint32_t wide_size = 8;
using wide_floats = pack<float, wide_size>;

/// A node of the wide hierarchy: a tree of eight children, whose boxes a ray tests at once (Wald, Benthin and Boulos 2008,
/// "Getting Rid of Packets"). The boxes of missing children have infinite bounds in the wrong order, so no ray meets them. A ray
/// with NaN meets every box: missing children are leaves with the first block, so that its traversal ends as well.
struct wide_bvh_node {
    wide_floats bounds[2][3];      ///< lower and upper bounds of the boxes, each along x, y and z
    uint32_t child[wide_size] {};  ///< index of the child's node; for a leaf, leaf_flag plus the index of its block
};
static_assert(sizeof(wide_bvh_node) == 224);

/// Is set in wide_bvh_node::child where the child is a leaf.
inline constexpr uint32_t leaf_flag = 0x8000'0000;

/// The triangles of a leaf of the wide hierarchy: the same ones as in the triangle_corners from `first` on. The rest of the block
/// contains triangles without area, which no ray hits.
struct triangle_block {
    wide_floats corners[3][3];  ///< first, second and third corners, each along x, y and z
    uint32_t first = 0;
    uint32_t permeable = 0;  ///< bit i is set if some rays pass through triangle i (triangle_corners::a.w)
};
static_assert(sizeof(triangle_block) == 320);

/// The hierarchies that a device can traverse. Both contain the triangles in the same order.
enum class hierarchy_kind : uint32_t {
    binary,  ///< bvh_node: a work-item tests one box or triangle at a time
    wide,    ///< wide_bvh_node: a work-item tests eight at a time, for processors that do this with vector instructions
};

/// The corners of a triangle. The triangles are in the order of the hierarchy's leaves. `a.w` is not 0 if some rays pass
/// through the triangle because of its material's opacity.
struct triangle_corners {
    float4 a {};
    float4 b {};
    float4 c {};
};

/// The data of a triangle that shading needs: for each corner the normal in xyz and the texture coordinate u in w; then
/// the texture coordinates v of the three corners, and the index of the material.
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
    conductor,    ///< a metal with a complex index of refraction: a perfect mirror, or rough by GGX
    dielectric,   ///< clear glass: reflects and refracts by the Fresnel equations
    metal_rough,  ///< glTF 2.0, appendix B: a rough dielectric coat over a diffuse base, blended with a rough metal
};

/// The index that means "no texture".
inline constexpr uint32_t no_texture = 0xffff'ffff;

/// A material. Colours are linear with sRGB's primaries. A texture multiplies the value of the same name; the normal
/// texture replaces the normal.
struct surface_material {
    float3 colour {1.0f};
    surface_kind kind = surface_kind::diffuse;
    float3 emission {};            ///< radiance
    float emission_weight = 0.0f;  ///< mean luminance of the emission: lights are sampled in proportion to area times this
    float3 eta {1.0f};             ///< conductor: real part of the index of refraction
    float roughness = 1.0f;
    float3 k {};  ///< conductor: imaginary part
    float metalness = 0.0f;
    float3 absorption {};  ///< dielectric: absorption per unit of length inside (Beer and Lambert)
    float index = 1.5f;    ///< dielectric, metal_rough: index of refraction
    float opacity = 1.0f;
    float opacity_cutoff = 0.0f;  ///< greater than 0: opacity at or above counts as 1, below as 0
    float normal_scale = 1.0f;
    uint32_t is_two_sided_emitter = 0;          ///< 1: both sides emit; 0: only the side on which the corners are anticlockwise
    uint32_t colour_texture = no_texture;       ///< with the opacity in alpha
    uint32_t metal_rough_texture = no_texture;  ///< roughness in green, metalness in blue
    uint32_t emission_texture = no_texture;
    uint32_t normal_texture = no_texture;
};
static_assert(sizeof(surface_material) == 112);

/// How a texture continues outside of 0 to 1: repeated, mirrored, or clamped to its edge (glTF 2.0, section 3.8.4.5).
enum class texture_wrap : uint32_t { repeat, mirror, clamp };

/// A texture's position among the texels of all textures. A texel holds 8 bits each of red, green, blue and alpha, from
/// the lowest byte on.
struct texture_layout {
    uint32_t first = 0;
    uint32_t width = 1;
    uint32_t height = 1;
    texture_wrap wrap_u = texture_wrap::repeat;
    texture_wrap wrap_v = texture_wrap::repeat;
};

/// An entry of an alias table (Walker 1977; Vose 1991; pbrt-v4, section A.1). To sample, choose an entry uniformly;
/// return its index with probability `keep`, otherwise `other`.
struct alias_entry {
    float keep = 1.0f;
    uint32_t other = 0;
};

/// A triangle that emits light.
struct light_triangle {
    alias_entry alias;      ///< alias table over all lights
    uint32_t triangle = 0;  ///< index into the triangles
};

/// Numbers of lights and texels, and the parameters of light sampling.
struct scene_sizes {
    uint32_t lights = 0;
    float light_weight = 0.0f;       ///< sum over all lights of area times emission_weight
    uint32_t environment_width = 0;  ///< 0: no environment
    uint32_t environment_height = 0;
    float environment_probability = 0.0f;  ///< probability that light sampling chooses the environment rather than a triangle
    float environment_turn = 0.0f;         ///< radians about the y axis
    float environment_strength = 1.0f;
};

/// A camera with a thin lens (pbrt-v4, section 5.2.3). At the image position (x, y), with x and y from -1 to 1, it looks in
/// the direction forward + x · right + y · up.
struct lens_camera {
    float3 eye {};
    float3 right {1.0f, 0.0f, 0.0f};
    float3 up {0.0f, 1.0f, 0.0f};
    float3 forward {0.0f, 0.0f, -1.0f};
    float lens_radius = 0.0f;
    float focus_distance = 1.0f;  ///< distance of the plane of focus along `forward`, which has length 1
};

/// The parameters of one launch: which pixels and samples to trace, and with how many bounces.
struct launch_parameters {
    uint32_t width = 0;
    uint32_t height = 0;
    uint32_t first_row = 0;  ///< the first row that the launch traces
    uint32_t rows = 0;
    uint32_t seed = 0;
    uint32_t first_sample = 0;  ///< number of samples that the means already include
    uint32_t samples = 1;
    uint32_t bounces = 0;         ///< largest number of bounces: 0 shows only lights, 1 also surfaces that they light directly
    float filter_radius = 0.5f;   ///< in pixels: 0.5 is a box of one pixel, 1 a tent that reaches the neighbours
    float indirect_limit = 0.0f;  ///< path_limits::indirect_light
};

}  // namespace ingot::samples::pathtracer
