// The rendered scene and the camera's flight around it. The scene is a round temple with trees, whose leaves are cut
// out by alpha, and small balls that fly fast. A scene from a file can replace the temple. One unit is a decimetre.
#pragma once

#include <cstdint>
#include <filesystem>
#include <glm/glm.hpp>
#include <ingot/media/scene.hpp>
#include <ingot/sample/sample.hpp>
#include <optional>
#include <vector>

#include "meshes.hpp"

namespace ingot::samples::warping {

/// The kinds of surface. The fragment shader contains the same numbers. Surfaces are drawn in the order of their kinds, so
/// the kinds that hide most of the others come first.
enum class surface_kind : int32_t { stone = 0, metal = 1, model = 2, bark = 3, leaves = 4, ground = 5, sky = 6 };

/// The material of an object.
struct surface_material {
    surface_kind kind = surface_kind::stone;
    glm::vec3 colour {1.0f};
    float metalness = 0.0f;
    float roughness = 1.0f;
    float cutoff = 0.0f;                 ///< places with a lower opacity are cut out
    std::optional<uint32_t> texture {};  ///< an index into world::textures
};

/// An object of the scene at one time: the indices of its mesh and its material, and its position.
struct instance {
    uint32_t mesh = 0;
    uint32_t material = 0;
    glm::mat4 transform {1.0f};
};

/// A scene: its meshes, materials and textures, and the objects that do not move.
struct world {
    std::vector<mesh> meshes;
    std::vector<surface_material> materials;
    std::vector<media::texture> textures;
    std::vector<instance> static_instances;
    bool has_columns = false;  ///< columns occlude the light of the sky on the floor around them

    /// Returns all objects at a time in seconds. They are the same, in the same order, at every time.
    std::vector<instance> instances_at(double time) const;
};

/// The built-in scene.
world make_temple();
/// A scene from a file, scaled to the temple's size and put in its place. Throws media::scene_error if media::read_scene()
/// cannot read the file.
world read_world(const std::filesystem::path& file);

/// The view that the mouse changes, as it is at the start.
orbit initial_view();
/// Returns the camera's flight after `flight` seconds, as a transformation of the world: the world turns and sways, and the
/// camera stays. The view that the mouse sets is applied afterwards.
glm::mat4 flight_transform(double flight);

constexpr float field_of_view = 46.0f;  ///< vertical, degrees
constexpr float near_plane = 2.0f;
constexpr float far_plane = 1400.0f;
constexpr float sky_distance = 950.0f;  ///< less than far_plane; the farther the sky is, the longer its motion in space

}  // namespace ingot::samples::warping
