// A scene in the memory of a device, and the conversion of a scene from a file or from code to that layout.
#pragma once

#include <cstdint>
#include <ingot/ingot.hpp>
#include <ingot/media/picture.hpp>
#include <ingot/media/scene.hpp>
#include <variant>
#include <vector>

#include "bvh_builder.hpp"
#include "scene_layout.hpp"
#include "wide_bvh_builder.hpp"

namespace ingot::samples::pathtracer {

/// The environment of a scene: light from all directions as an equirectangular image. The upper edge is straight up,
/// the centre is in direction -z. An image without pixels is black.
struct environment_map {
    media::picture picture;
    float rotation = 0.0f;  ///< radians about the y axis
    float strength = 1.0f;
};

/// A scene in the layout of the kernels, in host memory.
struct flat_scene {
    std::vector<bvh_node> nodes;  ///< the binary hierarchy
    wide_bvh wide;
    std::vector<triangle_corners> corners;
    std::vector<triangle_shading> shadings;
    std::vector<surface_material> materials;
    std::vector<light_triangle> lights;
    std::vector<texture_layout> textures;
    std::vector<uint32_t> texels;
    std::vector<float4> environment;
    std::vector<alias_entry> environment_choice;
    scene_sizes sizes;
};

/// Converts a scene: builds both hierarchies, orders the triangles by its leaves, packs textures and collects lights.
/// Throws std::invalid_argument if the scene is not valid (media::validate), has 2^31 triangles or more or 2^32 texels or
/// more, or if set_environment() throws.
flat_scene flatten(const media::scene& scene, const environment_map& environment);
/// Replaces the environment of a flattened scene. Negative light becomes 0. Throws std::invalid_argument if a pixel is
/// not finite.
void set_environment(flat_scene& scene, const environment_map& environment);

/// Returns the hierarchy that the device traverses faster.
hierarchy_kind preferred_hierarchy(const device& device);

/// The data of a flat_scene in buffers of a device, with one of its hierarchies.
struct device_scene {
    struct binary_nodes {
        device_buffer<bvh_node> nodes;
    };
    struct wide_nodes {
        device_buffer<wide_bvh_node> nodes;
        device_buffer<triangle_block> blocks;
    };

    device_scene(const device& device, const flat_scene& scene) : device_scene(device, scene, preferred_hierarchy(device)) {}
    device_scene(const device& device, const flat_scene& scene, hierarchy_kind kind);
    /// Uploads the environment of `scene`, which must be the scene that the constructor received.
    void set_surroundings(const flat_scene& scene);

    device device_;
    std::variant<binary_nodes, wide_nodes> tree;
    device_buffer<triangle_corners> corners;
    device_buffer<triangle_shading> shadings;
    device_buffer<surface_material> materials;
    device_buffer<light_triangle> lights;
    device_buffer<texture_layout> textures;
    device_buffer<uint32_t> texels;
    device_buffer<float4> environment;
    device_buffer<alias_entry> environment_choice;
    scene_sizes sizes;
};

/// Returns the distance from `eye` to the nearest surface in `direction`, which has length 1; nothing if there is none.
std::optional<float> distance_to_scene(const flat_scene& scene, const glm::vec3& eye, const glm::vec3& direction);

}  // namespace ingot::samples::pathtracer
