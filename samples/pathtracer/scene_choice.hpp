// The built-in scenes, and scenes from files with a suitable environment.
#pragma once

#include <filesystem>
#include <ingot/media/scene.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "device_scene.hpp"

namespace ingot::samples::pathtracer {

/// A scene with its environment and the settings of its display.
struct staged_scene {
    media::scene scene;
    environment_map environment;  ///< the environment that suits the scene
    float exposure = 0.0f;        ///< in stops
    glm::vec3 balance {1.0f};     ///< factors on the display's primaries: white balance for the colour of the lamps
};

/// Returns the names of the built-in scenes.
std::vector<std::string> scene_names();
/// Returns a built-in scene. Throws std::invalid_argument for an unknown name.
staged_scene make_scene(std::string_view name);
/// Reads a scene from a file and gives it the light of a studio, which is weaker if the scene emits light. With
/// `on_ground`, adds a ground plane just below the lowest point, and a camera if the file has none. Throws
/// media::scene_error if media::read_scene() cannot read the file.
staged_scene read_staged_scene(const std::filesystem::path& file, bool on_ground);
/// Returns a closed box of side 2 around the origin whose walls reflect and emit light. If the number of bounces is not
/// limited, every pixel of an image has the radiance emission / (1 - reflectance).
staged_scene furnace(float reflectance, float emission);

}  // namespace ingot::samples::pathtracer
