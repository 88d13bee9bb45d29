// What is rendered: a round temple, trees whose leaves are cut out by alpha, small balls that fly fast; or a scene from a file in
// the temple's place. And a camera's way around it. One unit is a decimetre.
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

/// What the fragment shader paints; the same numbers there. What hides most of the others is drawn first.
enum class paint : int32_t { stone = 0, metal = 1, own = 2, bark = 3, leaves = 4, ground = 5, sky = 6 };

struct look {
    paint of = paint::stone;
    glm::vec3 colour {1.0f};
    float metalness = 0.0f;
    float roughness = 1.0f;
    float cutoff = 0.0f;                 ///< what is less opaque is not there
    std::optional<uint32_t> texture {};  ///< of world::textures
};

/// One thing of the scene at a time.
struct thing {
    uint32_t mesh = 0;
    uint32_t look = 0;
    glm::mat4 place {1.0f};
};

struct world {
    std::vector<mesh> meshes;
    std::vector<look> looks;
    std::vector<media::texture> textures;
    std::vector<thing> still;
    bool has_columns = false;  ///< they keep the sky's light from the floor around them

    /// All things at a time, in seconds; the same things in the same order at every time. Those that hide most come first.
    std::vector<thing> things_at(double time) const;
};

world temple();
/// A scene from a file where the temple stands, of its size. Throws media::scene_error.
world own_scene(const std::filesystem::path& file);

/// Where the mouse begins.
orbit first_view();
/// The camera's own way, to be applied before the mouse's view: the world turns under it and sways. `flight` seconds after it set
/// out.
glm::mat4 flight_at(double flight);

constexpr float field_of_view = 46.0f;  ///< vertical, degrees
constexpr float near_plane = 2.0f;
constexpr float far_plane = 1400.0f;
constexpr float sky_distance = 950.0f;  ///< motion in space has no more than 64 units a frame

}  // namespace ingot::samples::warping
