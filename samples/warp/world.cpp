#include "world.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <glm/ext/matrix_transform.hpp>
#include <glm/gtc/constants.hpp>
#include <ingot/media/scene_file.hpp>

namespace ingot::samples::warping {

namespace {

constexpr float turn = glm::two_pi<float>();
constexpr uint32_t columns = 14;
constexpr float column_ring = 62.0f;
constexpr float floor_height = 6.6f;

// Indices into world::meshes. The meshes of a file come after these.
enum built_in : uint32_t {
    sky_ball,
    plain_ground,
    column,
    steps,
    ring,
    plinth,
    trunk,
    cypress,
    broad,
    small_ball,
    great_ball,
    built_ins
};
enum look_of : uint32_t {
    sky,
    grass,
    marble,
    marble_floor,
    wood,
    dark_leaves,
    light_leaves,
    gold,
    red,
    blue,
    white,
    built_in_looks
};

constexpr uint32_t trees = 17;
constexpr uint32_t balls = 12;

glm::vec3 around(float share) { return {std::cos(share * turn), 0.0f, std::sin(share * turn)}; }

glm::mat4 placed(const glm::vec3& position, const glm::vec3& size) {
    return glm::scale(glm::translate(glm::mat4(1.0f), position), size);
}

mesh make_column() {
    profile line {{5.7f, 0.0f}, {5.7f, 1.3f}, {5.2f, 1.7f}, {5.5f, 2.3f}, {5.4f, 2.9f}, {4.8f, 3.3f}, {4.35f, 3.9f}};
    constexpr uint32_t pieces = 7;
    for (uint32_t i = 0; i <= pieces; ++i) {
        const float share = static_cast<float>(i) / pieces;
        line.emplace_back(4.3f - 0.25f * share - 0.5f * share * share, 4.2f + 46.3f * share);  // entasis, a slight bulge
    }
    for (const glm::vec2 point : {glm::vec2(3.9f, 50.9f), glm::vec2(3.6f, 51.4f), glm::vec2(3.7f, 52.2f), glm::vec2(4.5f, 53.0f),
                                  glm::vec2(5.4f, 54.4f), glm::vec2(6.0f, 54.8f), glm::vec2(6.0f, 57.0f), glm::vec2(0.0f, 57.0f)})
        line.push_back(point);
    return make_turned(line, 80, {.count = 20, .from = 4.1f, .to = 50.6f, .depth = 0.09f});
}

std::vector<mesh> built_in_meshes() {
    std::vector<mesh> all(built_ins);
    all[sky_ball] = make_ball(32);
    all[plain_ground] = make_plane(24);
    all[column] = make_column();
    all[steps] = make_turned(
        {{81.0f, 0.0f}, {81.0f, 2.2f}, {76.0f, 2.2f}, {76.0f, 4.4f}, {71.0f, 4.4f}, {71.0f, 6.6f}, {0.0f, 6.6f}}, 128);
    all[ring] = make_turned({{56.5f, 0.0f},
                             {67.0f, 0.0f},
                             {67.0f, 2.6f},
                             {67.6f, 2.6f},
                             {67.6f, 5.4f},
                             {68.4f, 6.0f},
                             {70.6f, 7.6f},
                             {71.4f, 7.8f},
                             {71.4f, 9.4f},
                             {69.0f, 10.2f},
                             {57.5f, 10.2f},
                             {56.5f, 8.4f},
                             {56.5f, 0.0f}},
                            128);
    all[plinth] = make_turned({{15.0f, 0.0f},
                               {15.0f, 2.0f},
                               {13.0f, 2.4f},
                               {11.0f, 3.2f},
                               {10.2f, 4.5f},
                               {10.0f, 9.0f},
                               {10.4f, 10.4f},
                               {12.0f, 11.2f},
                               {12.6f, 11.6f},
                               {12.6f, 13.0f},
                               {0.0f, 13.0f}},
                              64);
    all[trunk] = make_turned({{1.5f, 0.0f}, {1.0f, 0.12f}, {0.85f, 0.5f}, {0.55f, 1.0f}}, 12);
    all[cypress] = make_crown(110, 0.34f);
    all[broad] = make_crown(90, 0.42f);
    all[small_ball] = make_ball(32);
    all[great_ball] = make_ball(96);
    return all;
}

std::vector<surface_material> built_in_looks_of() {
    std::vector<surface_material> all(built_in_looks);
    all[sky] = {.kind = surface_kind::sky};
    all[grass] = {.kind = surface_kind::ground};
    all[marble] = {.kind = surface_kind::stone, .colour = {0.70f, 0.62f, 0.52f}};
    all[marble_floor] = {.kind = surface_kind::stone, .colour = {0.62f, 0.55f, 0.46f}};
    all[wood] = {.kind = surface_kind::bark, .colour = {0.16f, 0.11f, 0.075f}};
    all[dark_leaves] = {.kind = surface_kind::leaves, .colour = {0.055f, 0.115f, 0.035f}, .cutoff = 0.5f};
    all[light_leaves] = {.kind = surface_kind::leaves, .colour = {0.20f, 0.235f, 0.045f}, .cutoff = 0.5f};
    all[gold] = {.kind = surface_kind::metal, .colour = {1.0f, 0.72f, 0.30f}, .metalness = 1.0f, .roughness = 0.2f};
    all[red] = {.kind = surface_kind::metal, .colour = {0.75f, 0.06f, 0.035f}, .roughness = 0.2f};
    all[blue] = {.kind = surface_kind::metal, .colour = {0.03f, 0.13f, 0.55f}, .roughness = 0.2f};
    all[white] = {.kind = surface_kind::metal, .colour = {0.85f, 0.82f, 0.76f}, .roughness = 0.2f};
    return all;
}

/// Some trees stand inside of the circle on which the camera flies. They are narrow, so that it does not fly through them.
bool is_inside_flight(uint32_t tree) { return tree % 4 == 0; }

bool is_cypress(uint32_t tree) { return tree % 3 != 2 || is_inside_flight(tree); }

float height_of(uint32_t tree) { return (is_cypress(tree) ? 46.0f : 40.0f) + 20.0f * scattered(tree + 50); }

glm::vec3 foot_of(uint32_t tree) {
    const float ring = is_inside_flight(tree) ? 118.0f : 205.0f + 70.0f * scattered(tree + 90);
    return around((static_cast<float>(tree) + 0.7f * scattered(tree + 10)) / trees) * ring;
}

world common() {
    world result {.meshes = built_in_meshes(), .materials = built_in_looks_of(), .textures = {}, .static_instances = {}};
    for (uint32_t i = 0; i < trees; ++i)
        result.static_instances.push_back(
            {trunk, wood, placed(foot_of(i), {1.6f, height_of(i) * (is_cypress(i) ? 0.4f : 0.7f), 1.6f})});
    result.static_instances.push_back({plain_ground, grass, placed({0.0f, 0.0f, 0.0f}, glm::vec3(900.0f))});
    return result;
}

void add_crowns(std::vector<instance>& instances, float time) {
    for (uint32_t i = 0; i < trees; ++i) {
        const float height = height_of(i);
        const float sway = 0.016f * std::sin(1.7f * time + 2.0f * static_cast<float>(i)) +
                           0.008f * std::sin(3.9f * time + static_cast<float>(i));
        glm::mat4 place = glm::translate(glm::mat4(1.0f), foot_of(i));
        place = glm::rotate(place, sway, {0.6f, 0.0f, 0.8f});  // the foot does not move
        const bool narrow = is_cypress(i);
        place = glm::translate(place, {0.0f, height * (narrow ? 0.56f : 0.8f), 0.0f});
        place = glm::rotate(place, turn * scattered(i + 30), {0.0f, 1.0f, 0.0f});
        place = glm::scale(place, narrow ? glm::vec3(0.17f, 0.52f, 0.17f) * height : glm::vec3(0.5f, 0.40f, 0.5f) * height);
        instances.push_back({narrow ? cypress : broad, narrow ? dark_leaves : light_leaves, place});
    }
}

void add_balls(std::vector<instance>& instances, float time) {
    for (uint32_t i = 0; i < balls; ++i) {
        const float speed = (i % 2 == 0 ? 1.0f : -1.0f) * (0.10f + 0.10f * scattered(i + 9));  // turns per second
        const float share = scattered(i * 7 + 3) + speed * time;
        const float distance = column_ring + 20.0f * std::sin(3.0f * turn * share + static_cast<float>(i));
        const glm::vec3 position = around(share) * distance;
        const float height = 17.0f + 8.0f * std::sin(2.0f * turn * share + static_cast<float>(i)) + 24.0f * scattered(i + 77);
        const std::array<uint32_t, 4> colours {red, gold, blue, white};
        instances.push_back(
            {small_ball, colours[i % 4], placed({position.x, floor_height + height, position.z}, glm::vec3(2.2f))});
    }
}

// Adds one mesh for each material of the model, scaled to the temple's size and centred on the temple's floor. Vertices
// without a normal get the normal of their triangle.
void add_model(world& world, const media::scene& scene) {
    const media::bounding_box extent = media::compute_bounding_box(scene);
    const glm::vec3 size = extent.high - extent.low;
    const float across = std::max({std::max(size.x, size.z) / 92.0f, size.y / 62.0f, 1e-6f});
    glm::mat4 place = glm::translate(glm::mat4(1.0f), {0.0f, floor_height, 0.0f});
    place = glm::scale(place, glm::vec3(1.0f / across));
    place = glm::translate(place, -glm::vec3(extent.centre().x, extent.low.y, extent.centre().z));
    world.textures = scene.textures;
    for (uint32_t index = 0; index < scene.materials.size(); ++index) {
        const media::material& painted = scene.materials[index];
        mesh part;
        for (const media::triangle& each : scene.triangles) {
            if (each.material != index) continue;
            const glm::vec3 a = scene.vertices[each.corners[0]].position;
            const glm::vec3 face =
                glm::cross(scene.vertices[each.corners[1]].position - a, scene.vertices[each.corners[2]].position - a);
            const float length = glm::length(face);
            for (const uint32_t corner : each.corners) {
                const media::vertex& point = scene.vertices[corner];
                const bool smooth = glm::dot(point.normal, point.normal) > 0.25f;
                const glm::vec3 flat = length > 0.0f ? face / length : glm::vec3(0.0f, 1.0f, 0.0f);
                part.triangles.push_back(static_cast<uint32_t>(part.vertices.size()));
                part.vertices.push_back({point.position, smooth ? point.normal : flat, point.uv});
            }
        }
        if (part.triangles.empty()) continue;
        world.static_instances.push_back(
            {static_cast<uint32_t>(world.meshes.size()), static_cast<uint32_t>(world.materials.size()), place});
        world.meshes.push_back(std::move(part));
        const bool glows = painted.emission != glm::vec3(0.0f);
        world.materials.push_back(
            {.kind = surface_kind::model,
             .colour = glows ? glm::min(painted.colour + painted.emission, glm::vec3(1.0f)) : painted.colour,
             .metalness = painted.kind == media::surface::conductor ? 1.0f : painted.metalness,
             .roughness = painted.roughness,
             .cutoff = painted.uses_opacity ? std::max(painted.opacity_cutoff, 0.1f) : 0.0f,
             .texture = painted.colour_texture});
    }
}

}  // namespace

std::vector<instance> world::instances_at(double time) const {
    const auto t = static_cast<float>(time);
    std::vector<instance> all = static_instances;
    add_balls(all, t);
    add_crowns(all, t);
    return all;
}

world make_temple() {
    world temple = common();
    temple.has_columns = true;
    std::vector<instance> stones {{steps, marble_floor, glm::mat4(1.0f)}};
    for (uint32_t i = 0; i < columns; ++i) {
        const glm::vec3 position = around(static_cast<float>(i) / columns) * column_ring;
        stones.push_back({column, marble, placed({position.x, floor_height, position.z}, glm::vec3(1.0f))});
    }
    stones.push_back({ring, marble, placed({0.0f, floor_height + 57.0f, 0.0f}, glm::vec3(1.0f))});
    stones.push_back({plinth, marble, placed({0.0f, floor_height, 0.0f}, glm::vec3(1.0f))});
    stones.push_back({great_ball, gold, placed({0.0f, floor_height + 29.0f, 0.0f}, glm::vec3(14.0f))});
    temple.static_instances.insert(temple.static_instances.begin(), stones.begin(), stones.end());
    return temple;
}

world read_world(const std::filesystem::path& file) {
    world result = common();
    add_model(result, media::read_scene(file));
    result.static_instances.push_back({steps, marble_floor, glm::mat4(1.0f)});
    return result;
}

orbit initial_view() {
    return {.target = {0.0f, 38.0f, 0.0f},
            .distance = 172.0f,
            .yaw = -0.897f,
            .pitch = -0.075f,
            .field_of_view = glm::radians(field_of_view)};
}

glm::mat4 flight_transform(double flight) {
    const auto t = static_cast<float>(flight);
    const glm::vec3 sway {9.0f * std::sin(0.43f * t), -7.0f * std::sin(0.31f * t), 16.0f * std::sin(0.23f * t)};
    return glm::rotate(glm::translate(glm::mat4(1.0f), sway), -0.22f * t, {0.0f, 1.0f, 0.0f});
}

}  // namespace ingot::samples::warping
