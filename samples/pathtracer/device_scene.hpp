// A scene as it lies in a device's memory.
#pragma once

#include <cstdint>
#include <ingot/ingot.hpp>
#include <ingot/media/picture.hpp>
#include <ingot/media/scene.hpp>
#include <vector>

#include "bvh_builder.hpp"
#include "scene_layout.hpp"

namespace ingot::samples::pathtracer {

/// What is around a scene, as light from everywhere: a picture of all directions, the upper edge straight up, the middle to -z.
/// A picture without a pixel is black.
struct surroundings {
    media::picture picture;
    float turn = 0.0f;  ///< radians about the y axis
    float strength = 1.0f;
};

/// A scene flattened for the kernels, still on the host.
struct flat_scene {
    std::vector<bvh_node> nodes;
    std::vector<triangle_corners> corners;
    std::vector<triangle_shading> shadings;
    std::vector<surface_material> materials;
    std::vector<light_triangle> lights;
    std::vector<texture_place> textures;
    std::vector<uint32_t> texels;
    std::vector<float4> environment;
    std::vector<alias_entry> environment_choice;
    scene_sizes sizes;
};

/// Throws std::invalid_argument where the scene is not sound (media::require_sound) or has more triangles than 2^31.
flat_scene flatten(const media::scene& from, const surroundings& around);
/// Another environment for the same scene.
void set_surroundings(flat_scene& of, const surroundings& around);

/// The same in buffers of a device.
struct device_scene {
    device_scene(const device& on, const flat_scene& from);
    void set_surroundings(const flat_scene& from);

    device on;
    device_buffer<bvh_node> nodes;
    device_buffer<triangle_corners> corners;
    device_buffer<triangle_shading> shadings;
    device_buffer<surface_material> materials;
    device_buffer<light_triangle> lights;
    device_buffer<texture_place> textures;
    device_buffer<uint32_t> texels;
    device_buffer<float4> environment;
    device_buffer<alias_entry> environment_choice;
    scene_sizes sizes;
};

/// The distance from `eye` to what is seen along `direction`, which has length 1; nothing where there is none.
std::optional<float> distance_to_scene(const flat_scene& in, const glm::vec3& eye, const glm::vec3& direction);

}  // namespace ingot::samples::pathtracer
