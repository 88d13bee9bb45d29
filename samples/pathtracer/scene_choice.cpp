#include "scene_choice.hpp"

#include <fmt/format.h>

#include <ingot/media/scene_file.hpp>
#include <stdexcept>
#include <utility>

#include "cornell_box.hpp"
#include "shapes.hpp"
#include "skies.hpp"
#include "still_life.hpp"

namespace ingot::samples::pathtracer {

namespace {

// Adds an exposure, and a white balance for the box's lamp, whose light is as orange as that of a candle. The balance
// corrects only a part of this colour, as human eyes do, so that white surfaces look slightly yellow.
staged_scene balanced_for_lamp(media::scene box) {
    constexpr float adaptation = 0.65f;
    glm::vec3 lamp(1.0f);
    for (const media::material& each : box.materials)
        if (each.emission != glm::vec3(0.0f)) lamp = each.emission;
    const float luminance = glm::dot(lamp, glm::vec3(0.2126f, 0.7152f, 0.0722f));
    return {std::move(box), {}, 1.3f, glm::pow(luminance / lamp, glm::vec3(adaptation))};
}

}  // namespace

std::vector<std::string> scene_names() { return {"cornell", "spheres", "still-life", "furnace"}; }

staged_scene make_scene(std::string_view name) {
    if (name == "cornell") return balanced_for_lamp(cornell_box());
    if (name == "spheres") return balanced_for_lamp(cornell_box_with_spheres());
    if (name == "still-life") return {still_life(), {make_sky("dusk"), 0.0f, 1.0f}};
    if (name == "furnace") return furnace(0.5f, 0.25f);
    throw std::invalid_argument(fmt::format("unknown scene '{}'", name));
}

staged_scene read_staged_scene(const std::filesystem::path& file, bool on_ground) {
    staged_scene result {media::read_scene(file), {make_sky("studio"), 0.0f, 1.0f}};
    for (const media::material& each : result.scene.materials)
        if (each.emission != glm::vec3(0.0f)) result.environment.strength = 0.3f;  // weaker, as the scene has its own lights
    if (!on_ground) return result;
    const media::bounding_box extent = media::compute_bounding_box(result.scene);
    if (result.scene.viewpoints.empty()) {
        // The camera looks at the model from above and from the side. The extent is taken before the ground is added.
        const glm::vec3 aside = glm::normalize(glm::vec3(0.55f, 0.32f, 0.8f));
        result.scene.viewpoints = {{"whole", extent.centre() + 1.5f * extent.diagonal() * aside, extent.centre(), 0.6f}};
    }
    const auto ground = static_cast<uint32_t>(result.scene.materials.size());
    result.scene.materials.push_back(
        {.name = "ground", .kind = media::surface::metal_rough, .colour = glm::vec3(0.32f), .roughness = 0.45f});
    const float far = 40.0f * extent.diagonal();
    const float low = extent.low.y - 1.0e-4f * extent.diagonal();
    const glm::vec3 middle = extent.centre();
    add_quad(result.scene,
             {glm::vec3(middle.x - far, low, middle.z + far), glm::vec3(middle.x + far, low, middle.z + far),
              glm::vec3(middle.x + far, low, middle.z - far), glm::vec3(middle.x - far, low, middle.z - far)},
             ground);
    return result;
}

staged_scene furnace(float reflectance, float emission) {
    staged_scene result;
    media::scene& box = result.scene;
    box.materials = {
        {.name = "wall", .kind = media::surface::diffuse, .colour = glm::vec3(reflectance), .emission = glm::vec3(emission)}};
    for (int axis = 0; axis < 3; ++axis)
        for (const float side : {-1.0f, 1.0f}) {
            const auto corner = [&](float first, float second) {
                glm::vec3 position(0.0f);
                position[axis] = side;
                position[(axis + 1) % 3] = first;
                position[(axis + 2) % 3] = second;
                return position;
            };
            // Corners are anticlockwise as seen from inside.
            if (side < 0.0f)
                add_quad(box, {corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)}, 0);
            else
                add_quad(box, {corner(-1, -1), corner(-1, 1), corner(1, 1), corner(1, -1)}, 0);
        }
    box.viewpoints = {{"corner", glm::vec3(0.7f, 0.4f, 0.6f), glm::vec3(-0.5f, -0.4f, -0.5f), 1.2f}};
    return result;
}

}  // namespace ingot::samples::pathtracer
