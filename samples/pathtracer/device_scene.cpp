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

surface_kind kind_of(media::surface from) {
    switch (from) {
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

texture_wrap wrap_of(media::texture_wrapping from) {
    return from == media::texture_wrapping::clamp
               ? texture_wrap::clamp
               : (from == media::texture_wrapping::mirror ? texture_wrap::mirror : texture_wrap::repeat);
}

// Returns the mean luminance of a texture, which multiplies the emission of its material.
float mean_luminance(const media::texture& of) {
    double sum = 0.0;
    for (const auto& texel : of.texels)
        sum += static_cast<double>(luminance({decode_srgb(texel[0]), decode_srgb(texel[1]), decode_srgb(texel[2])}));
    return static_cast<float>(sum / static_cast<double>(of.texels.size()));
}

surface_material to_device(const media::material& from, const media::scene& in) {
    surface_material made;
    made.kind = kind_of(from.kind);
    made.colour = to_device(glm::clamp(from.colour, 0.0f, 1.0f));
    made.emission = to_device(glm::max(from.emission, 0.0f));
    made.eta = to_device(from.eta);
    made.k = to_device(from.k);
    made.absorption = to_device(glm::max(from.absorption, 0.0f));
    made.roughness = glm::clamp(from.roughness, 0.0f, 1.0f);
    made.metalness = glm::clamp(from.metalness, 0.0f, 1.0f);
    made.index = glm::clamp(from.refractive_index, 1.0f, 10.0f);
    made.opacity = glm::clamp(from.opacity, 0.0f, 1.0f);
    made.opacity_cutoff = from.opacity_cutoff;
    made.normal_scale = from.normal_scale;
    made.is_two_sided_emitter = from.two_sided ? 1 : 0;
    made.colour_texture = from.colour_texture.value_or(no_texture);
    made.metal_rough_texture = from.metal_rough_texture.value_or(no_texture);
    made.emission_texture = from.emission_texture.value_or(no_texture);
    made.normal_texture = from.normal_texture.value_or(no_texture);
    made.emission_weight = luminance(made.emission);
    if (from.emission_texture) made.emission_weight *= mean_luminance(in.textures[*from.emission_texture]);
    return made;
}

// Builds the hierarchy and stores the triangles in the order of its leaves.
void add_triangles(flat_scene& to, const media::scene& from) {
    std::vector<std::array<glm::vec3, 3>> positions;
    positions.reserve(from.triangles.size() + 1);
    for (const media::triangle& each : from.triangles) {
        const auto at = [&](size_t corner) { return from.vertices[each.corners[corner]].position; };
        positions.push_back({at(0), at(1), at(2)});
    }
    // A tree has at least one triangle. This one has no area, so no ray hits it.
    if (positions.empty()) positions.push_back({});
    bvh tree = build_bvh(positions);
    to.nodes = std::move(tree.nodes);
    to.corners.reserve(positions.size());
    to.shadings.reserve(positions.size());
    for (const uint32_t index : tree.order) {
        const auto& [a, b, c] = positions[index];
        triangle_corners corners {float4(to_device(a), 0.0f), float4(to_device(b), 0.0f), float4(to_device(c), 0.0f)};
        triangle_shading shading;
        if (index < from.triangles.size()) {
            const media::triangle& triangle = from.triangles[index];
            const media::vertex& first = from.vertices[triangle.corners[0]];
            const media::vertex& second = from.vertices[triangle.corners[1]];
            const media::vertex& third = from.vertices[triangle.corners[2]];
            shading.a = float4(to_device(first.normal), first.uv.x);
            shading.b = float4(to_device(second.normal), second.uv.x);
            shading.c = float4(to_device(third.normal), third.uv.x);
            shading.v = {first.uv.y, second.uv.y, third.uv.y};
            shading.material = triangle.material;
            corners.a.w = from.materials[triangle.material].uses_opacity ? 1.0f : 0.0f;
        }
        to.corners.push_back(corners);
        to.shadings.push_back(shading);
    }
}

// Packs the texels of all textures into one array.
void add_textures(flat_scene& to, const media::scene& from) {
    size_t count = 0;
    for (const media::texture& each : from.textures) count += each.texels.size();
    if (count > 0xffff'ffffull) throw std::invalid_argument("the textures together have more than 2^32 texels");
    to.texels.reserve(count + 1);
    for (const media::texture& each : from.textures) {
        to.textures.push_back(
            {static_cast<uint32_t>(to.texels.size()), each.width, each.height, wrap_of(each.wrap_u), wrap_of(each.wrap_v)});
        for (const auto& texel : each.texels)
            to.texels.push_back(texel[0] | uint32_t {texel[1]} << 8u | uint32_t {texel[2]} << 16u | uint32_t {texel[3]} << 24u);
    }
    // Buffers have at least one element.
    if (to.textures.empty()) to.textures.emplace_back();
    if (to.texels.empty()) to.texels.emplace_back();
}

// Collects the triangles that emit light, and builds an alias table that samples them by area times emission.
void find_lights(flat_scene& of) {
    std::vector<double> weights;
    double sum = 0.0;
    for (uint32_t i = 0; i < of.corners.size(); ++i) {
        const float weight = of.materials[of.shadings[i].material].emission_weight;
        if (!(weight > 0.0f)) continue;
        const float3 normal = cross(xyz(of.corners[i].b) - xyz(of.corners[i].a), xyz(of.corners[i].c) - xyz(of.corners[i].a));
        const double area = 0.5 * static_cast<double>(length(normal));
        if (!(area > 0.0)) continue;
        weights.push_back(area * static_cast<double>(weight));
        sum += weights.back();
        of.lights.push_back({{}, i});
    }
    const std::vector<alias_entry> table = make_alias_table(weights);
    for (size_t i = 0; i < table.size(); ++i) of.lights[i].alias = table[i];
    of.sizes.lights = static_cast<uint32_t>(of.lights.size());
    of.sizes.light_weight = static_cast<float>(sum);
    if (of.lights.empty()) of.lights.emplace_back();
}

}  // namespace

flat_scene flatten(const media::scene& from, const environment_map& around) {
    media::validate(from);
    if (from.triangles.size() >= most_triangles)
        throw std::invalid_argument(
            fmt::format("the scene has {} triangles; at most {} can be traced", from.triangles.size(), most_triangles));
    flat_scene made;
    for (const media::material& each : from.materials) made.materials.push_back(to_device(each, from));
    if (made.materials.empty()) made.materials.emplace_back();
    add_triangles(made, from);
    add_textures(made, from);
    find_lights(made);
    set_environment(made, around);
    return made;
}

void set_environment(flat_scene& of, const environment_map& around) {
    const media::picture& picture = around.picture;
    of.environment.clear();
    of.environment_choice.clear();
    of.sizes.environment_turn = around.rotation;
    of.sizes.environment_strength = around.strength;
    std::vector<double> weights;
    std::vector<double> row_angle;  // solid angle of one texel of each row
    // Copy the radiance of all texels, and compute the solid angle of a texel in each row.
    for (int y = 0; y < picture.height; ++y) {
        const double top = std::cos(std::numbers::pi * y / picture.height);
        const double bottom = std::cos(std::numbers::pi * (y + 1) / picture.height);
        row_angle.push_back(2.0 * std::numbers::pi / picture.width * (top - bottom));
        for (int x = 0; x < picture.width; ++x) {
            const media::pixel& at = picture.at(x, y);
            const float3 light {std::max(at.red, 0.0f), std::max(at.green, 0.0f), std::max(at.blue, 0.0f)};
            if (!is_finite(light))
                throw std::invalid_argument(fmt::format("the environment's pixel ({}, {}) is not finite", x, y));
            of.environment.push_back(float4(light, 0.0f));
        }
    }
    // Weight each texel by its solid angle times the brightest of the 3 x 3 texels around it. Radiance is interpolated
    // between texels, so a dark texel next to a bright one still receives bright light and must be sampled accordingly.
    for (int y = 0; y < picture.height; ++y)
        for (int x = 0; x < picture.width; ++x) {
            float brightest = 0.0f;
            for (int dy = -1; dy <= 1; ++dy)
                for (int dx = -1; dx <= 1; ++dx) {
                    const int row = std::clamp(y + dy, 0, picture.height - 1);
                    const int column = (x + dx + picture.width) % picture.width;
                    brightest = std::max(
                        brightest, luminance(xyz(of.environment[static_cast<size_t>(row) * static_cast<size_t>(picture.width) +
                                                                static_cast<size_t>(column)])));
                }
            weights.push_back(row_angle[static_cast<size_t>(y)] * static_cast<double>(brightest));
        }
    double sum = 0.0;
    for (const double weight : weights) sum += weight;
    // Store each texel's sampling density per solid angle in w. A black environment is stored as size 0.
    const bool shines = sum > 0.0 && around.strength > 0.0f;
    if (shines) {
        of.environment_choice = make_alias_table(weights);
        for (size_t i = 0; i < weights.size(); ++i)
            of.environment[i].w = static_cast<float>(weights[i] / sum / row_angle[i / static_cast<size_t>(picture.width)]);
        of.sizes.environment_width = static_cast<uint32_t>(picture.width);
        of.sizes.environment_height = static_cast<uint32_t>(picture.height);
    } else {
        of.environment.assign(1, {});
        of.environment_choice.assign(1, {});
        of.sizes.environment_width = 0;
        of.sizes.environment_height = 0;
    }
    // Sample environment and triangles equally often where the scene has both.
    of.sizes.environment_probability = !shines ? 0.0f : of.sizes.lights == 0 ? 1.0f : 0.5f;
}

device_scene::device_scene(const device& device, const flat_scene& from)
    : device_(device),
      nodes(device.create_buffer(std::span(from.nodes))),
      corners(device.create_buffer(std::span(from.corners))),
      shadings(device.create_buffer(std::span(from.shadings))),
      materials(device.create_buffer(std::span(from.materials))),
      lights(device.create_buffer(std::span(from.lights))),
      textures(device.create_buffer(std::span(from.textures))),
      texels(device.create_buffer(std::span(from.texels))),
      environment(device.create_buffer(std::span(from.environment))),
      environment_choice(device.create_buffer(std::span(from.environment_choice))),
      sizes(from.sizes) {}

void device_scene::set_surroundings(const flat_scene& from) {
    environment = device_.create_buffer(std::span(from.environment));
    environment_choice = device_.create_buffer(std::span(from.environment_choice));
    sizes = from.sizes;
}

std::optional<float> distance_to_scene(const flat_scene& in, const glm::vec3& eye, const glm::vec3& direction) {
    ray_hit found;
    const ray along {to_device(eye), to_device(direction)};
    const bool met =
        intersect_scene<false>(buffer<const bvh_node>(in.nodes.data()), buffer<const triangle_corners>(in.corners.data()), along,
                               found, [](const ray_hit&) { return true; });
    return met ? std::optional(found.distance) : std::nullopt;
}

}  // namespace ingot::samples::pathtracer
