// The scenes that the sample brings, and how they want to be seen.
#pragma once

#include <filesystem>
#include <ingot/media/scene.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "device_scene.hpp"

namespace ingot::samples::pathtracer {

/// A scene with what is around it.
struct staged_scene {
    media::scene scene;
    surroundings around;       ///< as the scene wants it
    float exposure = 0.0f;     ///< in stops, for a picture neither dark nor pale
    glm::vec3 balance {1.0f};  ///< factors on the display's primaries: how a camera is set to the colour of the lamps
};

/// The names of those made by code.
std::vector<std::string> scene_names();
/// Throws std::invalid_argument for another name.
staged_scene make_scene(std::string_view name);
/// A person's own, in a studio's light; where it is wanted, on a ground as low as the lowest point. Throws media::scene_error.
staged_scene read_staged_scene(const std::filesystem::path& file, bool on_ground);
/// A closed box of side 2 around the origin that reflects and emits: at every point of every picture the radiance is
/// emission / (1 - reflectance).
staged_scene furnace(float reflectance, float emission);

}  // namespace ingot::samples::pathtracer
