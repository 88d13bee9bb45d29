#include "device_scene.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <stdexcept>

#include "alias_table.hpp"
#include "scene_view.hpp"

namespace ingot::samples::pathtracer {

namespace {

constexpr size_t most_triangles = size_t {1} << 31;

float3 to_device(const glm::vec3& v) { return {v.x, v.y, v.z}; }

surface_kind kind_of(media::surface kind) {
    switch (kind) {
        case media::surface::diffuse:
            return surface_kind::diffuse;
        case media::surface::conductor:
            return surface_kind::conductor;
        case media::surface::dielectric:
            return surface_kind::dielectric;
        case media::surface::metal_rough:
            break;
    }
    return surface_kind::metal_rough;
}

texture_wrap wrap_of(media::texture_wrapping wrapping) {
    return wrapping == media::texture_wrapping::clamp
               ? texture_wrap::clamp
               : (wrapping == media::texture_wrapping::mirror ? texture_wrap::mirror : texture_wrap::repeat);
}

// Returns the mean luminance of a texture, which multiplies the emission of its material.
float mean_luminance(const media::texture& texture) {
    double sum = 0.0;
    for (const auto& texel : texture.texels)
        sum += static_cast<double>(luminance({decode_srgb(texel[0]), decode_srgb(texel[1]), decode_srgb(texel[2])}));
    return static_cast<float>(sum / static_cast<double>(texture.texels.size()));
}

surface_material to_device(const media::material& material, const media::scene& scene) {
    surface_material result;
    result.kind = kind_of(material.kind);
    result.colour = to_device(glm::clamp(material.colour, 0.0f, 1.0f));
    result.emission = to_device(glm::max(material.emission, 0.0f));
    result.eta = to_device(material.eta);
    result.k = to_device(material.k);
    result.absorption = to_device(glm::max(material.absorption, 0.0f));
    result.roughness = glm::clamp(material.roughness, 0.0f, 1.0f);
    result.metalness = glm::clamp(material.metalness, 0.0f, 1.0f);
    result.index = glm::clamp(material.refractive_index, 1.0f, 10.0f);
    result.opacity = glm::clamp(material.opacity, 0.0f, 1.0f);
    result.opacity_cutoff = material.opacity_cutoff;
    result.normal_scale = material.normal_scale;
    result.is_two_sided_emitter = material.two_sided ? 1 : 0;
    result.colour_texture = material.colour_texture.value_or(no_texture);
    result.metal_rough_texture = material.metal_rough_texture.value_or(no_texture);
    result.emission_texture = material.emission_texture.value_or(no_texture);
    result.normal_texture = material.normal_texture.value_or(no_texture);
    result.emission_weight = luminance(result.emission);
    if (material.emission_texture) result.emission_weight *= mean_luminance(scene.textures[*material.emission_texture]);
    return result;
}

// Builds the hierarchies and stores the triangles in the order of their leaves.
void add_triangles(flat_scene& flat, const media::scene& scene) {
    std::vector<std::array<glm::vec3, 3>> positions;
    positions.reserve(scene.triangles.size() + 1);
    for (const media::triangle& each : scene.triangles) {
        const auto position = [&](size_t corner) { return scene.vertices[each.corners[corner]].position; };
        positions.push_back({position(0), position(1), position(2)});
    }
    // The hierarchy needs at least one triangle. This one has no area, so no ray hits it.
    if (positions.empty()) positions.push_back({});
    bvh tree = build_bvh(positions);
    flat.corners.reserve(positions.size());
    flat.shadings.reserve(positions.size());
    for (const uint32_t index : tree.order) {
        const auto& [a, b, c] = positions[index];
        triangle_corners corners {float4(to_device(a), 0.0f), float4(to_device(b), 0.0f), float4(to_device(c), 0.0f)};
        triangle_shading shading;
        if (index < scene.triangles.size()) {
            const media::triangle& triangle = scene.triangles[index];
            const media::vertex& first = scene.vertices[triangle.corners[0]];
            const media::vertex& second = scene.vertices[triangle.corners[1]];
            const media::vertex& third = scene.vertices[triangle.corners[2]];
            shading.a = float4(to_device(first.normal), first.uv.x);
            shading.b = float4(to_device(second.normal), second.uv.x);
            shading.c = float4(to_device(third.normal), third.uv.x);
            shading.v = {first.uv.y, second.uv.y, third.uv.y};
            shading.material = triangle.material;
            corners.a.w = scene.materials[triangle.material].uses_opacity ? 1.0f : 0.0f;
        }
        flat.corners.push_back(corners);
        flat.shadings.push_back(shading);
    }
    flat.wide = widen(tree, flat.corners);
    flat.nodes = std::move(tree.nodes);
}

// Packs the texels of all textures into one array.
void add_textures(flat_scene& flat, const media::scene& scene) {
    size_t count = 0;
    for (const media::texture& each : scene.textures) count += each.texels.size();
    if (count > 0xffff'ffffull) throw std::invalid_argument("the textures together have 2^32 texels or more");
    flat.texels.reserve(count + 1);
    for (const media::texture& each : scene.textures) {
        flat.textures.push_back(
            {static_cast<uint32_t>(flat.texels.size()), each.width, each.height, wrap_of(each.wrap_u), wrap_of(each.wrap_v)});
        for (const auto& texel : each.texels)
            flat.texels.push_back(texel[0] | uint32_t {texel[1]} << 8u | uint32_t {texel[2]} << 16u | uint32_t {texel[3]} << 24u);
    }
    // Buffers have at least one element.
    if (flat.textures.empty()) flat.textures.emplace_back();
    if (flat.texels.empty()) flat.texels.emplace_back();
}

// Collects the triangles that emit light, and builds an alias table that samples them by area times emission.
void find_lights(flat_scene& scene) {
    std::vector<double> weights;
    double sum = 0.0;
    for (uint32_t i = 0; i < scene.corners.size(); ++i) {
        const float weight = scene.materials[scene.shadings[i].material].emission_weight;
        if (!(weight > 0.0f)) continue;
        const float3 normal =
            cross(xyz(scene.corners[i].b) - xyz(scene.corners[i].a), xyz(scene.corners[i].c) - xyz(scene.corners[i].a));
        const double area = 0.5 * static_cast<double>(length(normal));
        if (!(area > 0.0)) continue;
        weights.push_back(area * static_cast<double>(weight));
        sum += weights.back();
        scene.lights.push_back({{}, i});
    }
    const std::vector<alias_entry> table = make_alias_table(weights);
    for (size_t i = 0; i < table.size(); ++i) scene.lights[i].alias = table[i];
    scene.sizes.lights = static_cast<uint32_t>(scene.lights.size());
    scene.sizes.light_weight = static_cast<float>(sum);
    if (scene.lights.empty()) scene.lights.emplace_back();
}

std::variant<device_scene::binary_nodes, device_scene::wide_nodes> upload_tree(const device& device, const flat_scene& scene,
                                                                               hierarchy_kind kind) {
    if (kind == hierarchy_kind::binary) return device_scene::binary_nodes {device.create_buffer(std::span(scene.nodes))};
    return device_scene::wide_nodes {device.create_buffer(std::span(scene.wide.nodes)),
                                     device.create_buffer(std::span(scene.wide.blocks))};
}

}  // namespace

flat_scene flatten(const media::scene& scene, const environment_map& environment) {
    media::validate(scene);
    if (scene.triangles.size() >= most_triangles)
        throw std::invalid_argument(
            fmt::format("the scene has {} triangles; at most {} can be traced", scene.triangles.size(), most_triangles - 1));
    flat_scene result;
    for (const media::material& each : scene.materials) result.materials.push_back(to_device(each, scene));
    if (result.materials.empty()) result.materials.emplace_back();
    add_triangles(result, scene);
    add_textures(result, scene);
    find_lights(result);
    set_environment(result, environment);
    return result;
}

void set_environment(flat_scene& scene, const environment_map& environment) {
    const media::picture& picture = environment.picture;
    scene.environment.clear();
    scene.environment_choice.clear();
    scene.sizes.environment_turn = environment.rotation;
    scene.sizes.environment_strength = environment.strength;
    std::vector<double> weights;
    std::vector<double> row_angle;  // solid angle of one texel of each row
    // Copy the radiance of all texels, and compute the solid angle of a texel in each row.
    for (int y = 0; y < picture.height; ++y) {
        const double top = std::cos(std::numbers::pi * y / picture.height);
        const double bottom = std::cos(std::numbers::pi * (y + 1) / picture.height);
        row_angle.push_back(2.0 * std::numbers::pi / picture.width * (top - bottom));
        for (int x = 0; x < picture.width; ++x) {
            const media::pixel& pixel = picture.at(x, y);
            const float3 light {std::max(pixel.red, 0.0f), std::max(pixel.green, 0.0f), std::max(pixel.blue, 0.0f)};
            if (!is_finite(light))
                throw std::invalid_argument(fmt::format("the environment's pixel ({}, {}) is not finite", x, y));
            scene.environment.push_back(float4(light, 0.0f));
        }
    }
    // Weight each texel by its solid angle times the brightest of the 3 x 3 texels around it. Radiance is interpolated
    // between texels, so a part of a dark texel next to a bright one is bright and must be sampled accordingly.
    for (int y = 0; y < picture.height; ++y)
        for (int x = 0; x < picture.width; ++x) {
            float brightest = 0.0f;
            for (int dy = -1; dy <= 1; ++dy)
                for (int dx = -1; dx <= 1; ++dx) {
                    const int row = std::clamp(y + dy, 0, picture.height - 1);
                    const int column = (x + dx + picture.width) % picture.width;
                    brightest = std::max(
                        brightest, luminance(xyz(scene.environment[static_cast<size_t>(row) * static_cast<size_t>(picture.width) +
                                                                   static_cast<size_t>(column)])));
                }
            weights.push_back(row_angle[static_cast<size_t>(y)] * static_cast<double>(brightest));
        }
    double sum = 0.0;
    for (const double weight : weights) sum += weight;
    // Store each texel's sampling density per solid angle in w. For a black environment, set the size to 0.
    const bool shines = sum > 0.0 && environment.strength > 0.0f;
    if (shines) {
        scene.environment_choice = make_alias_table(weights);
        for (size_t i = 0; i < weights.size(); ++i)
            scene.environment[i].w = static_cast<float>(weights[i] / sum / row_angle[i / static_cast<size_t>(picture.width)]);
        scene.sizes.environment_width = static_cast<uint32_t>(picture.width);
        scene.sizes.environment_height = static_cast<uint32_t>(picture.height);
    } else {
        scene.environment.assign(1, {});
        scene.environment_choice.assign(1, {});
        scene.sizes.environment_width = 0;
        scene.sizes.environment_height = 0;
    }
    // Sample environment and triangles equally often where the scene has both.
    scene.sizes.environment_probability = !shines ? 0.0f : scene.sizes.lights == 0 ? 1.0f : 0.5f;
}

hierarchy_kind preferred_hierarchy(const device& device) {
    // A processor tests eight boxes by vector instructions. A driver that renders graphics on one runs work-items in the lanes of
    // its vectors instead, as a GPU does.
    const device_properties& properties = device.properties();
    return properties.is_cpu && !properties.is_software ? hierarchy_kind::wide : hierarchy_kind::binary;
}

device_scene::device_scene(const device& device, const flat_scene& scene, hierarchy_kind kind)
    : device_(device),
      tree(upload_tree(device, scene, kind)),
      corners(device.create_buffer(std::span(scene.corners))),
      shadings(device.create_buffer(std::span(scene.shadings))),
      materials(device.create_buffer(std::span(scene.materials))),
      lights(device.create_buffer(std::span(scene.lights))),
      textures(device.create_buffer(std::span(scene.textures))),
      texels(device.create_buffer(std::span(scene.texels))),
      environment(device.create_buffer(std::span(scene.environment))),
      environment_choice(device.create_buffer(std::span(scene.environment_choice))),
      sizes(scene.sizes) {}

void device_scene::set_surroundings(const flat_scene& scene) {
    environment = device_.create_buffer(std::span(scene.environment));
    environment_choice = device_.create_buffer(std::span(scene.environment_choice));
    sizes = scene.sizes;
}

std::optional<float> distance_to_scene(const flat_scene& scene, const glm::vec3& eye, const glm::vec3& direction) {
    ray_hit found;
    const ray eye_ray {to_device(eye), to_device(direction)};
    const bool met = intersect_scene<false>(binary_tree {buffer<const bvh_node>(scene.nodes.data())},
                                            buffer<const triangle_corners>(scene.corners.data()), eye_ray, found,
                                            [](const ray_hit&) { return true; });
    return met ? std::optional(found.distance) : std::nullopt;
}

}  // namespace ingot::samples::pathtracer
