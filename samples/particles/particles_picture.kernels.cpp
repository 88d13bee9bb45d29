// The picture: a glass basin on a table in a studio, water that absorbs, bends and reflects light, foam and drops.
#include <ingot/kernel.hpp>

#include "surface_layout.hpp"

using namespace ingot;
using namespace ingot::samples::particles;

constexpr float water_index = 1.33f;  // of refraction

static float3 mix(const float3& from, const float3& to, float share) { return from + (to - from) * share; }

static float ramp(float from, float to, float x) {
    const float share = clamp((x - from) / (to - from), 0.0f, 1.0f);
    return share * share * (3.0f - 2.0f * share);
}

static float3 attenuate(const float3& absorption, float distance) {
    return {exp(-absorption.x * distance), exp(-absorption.y * distance), exp(-absorption.z * distance)};
}

// The part of light that water reflects (Schlick 1994). Less than all at grazing angles, where the surface is rough.
static float reflectance(float facing) {
    const float away = 1.0f - clamp(facing, 0.0f, 1.0f);
    return 0.02f + 0.75f * away * away * away * away * away;
}

static float3 glass() { return {0.72f, 0.86f, 0.85f}; }

static float3 towards_lamp() { return {0.36f, 0.83f, 0.43f}; }

static float3 horizon() { return {0.12f, 0.155f, 0.19f}; }

// The studio: brightest at the horizon, dark above, and a square lamp with soft edges.
static float3 studio(const float3& direction) {
    const float up = clamp(1.3f * direction.y, 0.0f, 1.0f);
    float3 light = mix(horizon(), float3 {0.02f, 0.035f, 0.06f}, up * (2.0f - up));
    const float3 lamp = towards_lamp();
    const float facing = dot(direction, lamp);
    if (facing > 0.5f) {
        const float3 side {0.767f, 0.0f, -0.642f};
        const float across = dot(direction, side) / facing;
        const float along = dot(direction, cross(side, lamp)) / facing;
        const float inside = ramp(0.42f, 0.30f, abs(across)) * ramp(0.30f, 0.18f, abs(along));
        light += float3 {2.6f, 2.5f, 2.3f} * inside;
    }
    return light;
}

// The light on the floor of the basin and the height of the water above it, interpolated.
static float2 light_at(buffer<const float2> light, float x, float z, const surface_camera& camera) {
    const auto columns = static_cast<int>(camera.floor_columns);
    const auto layers = static_cast<int>(camera.floor_layers);
    const float across = x / camera.floor_cell - 0.5f;
    const float along = z / camera.floor_cell - 0.5f;
    const float column = floor(across);
    const float layer = floor(along);
    const auto value = [&](int i, int j) {
        return light[clamp(static_cast<int>(layer) + j, 0, layers - 1) * columns +
                     clamp(static_cast<int>(column) + i, 0, columns - 1)];
    };
    const float right = across - column;
    const float far = along - layer;
    return (value(0, 0) * (1.0f - right) + value(1, 0) * right) * (1.0f - far) +
           (value(0, 1) * (1.0f - right) + value(1, 1) * right) * far;
}

// Lines of the tiles: as wide as a pixel and pale far away, so that they do not flicker.
static float groove_at(float x, float z, float pixel) {
    constexpr float tile = 0.1f;
    constexpr float width = 0.0025f;
    const float across = abs(x / tile - floor(x / tile + 0.5f)) * tile;
    const float along = abs(z / tile - floor(z / tile + 0.5f)) * tile;
    const float line = max(width, pixel);
    return (1.0f - clamp(min(across, along) / line - 0.5f, 0.0f, 1.0f)) * (width / line);
}

// The tiled floor of the basin, lit through the water.
static float3 basin_floor(float x, float z, float pixel, buffer<const float2> light, const surface_camera& camera,
                          const surface_look& look) {
    const float2 lit = light_at(light, x, z, camera);
    const float3 tile = float3 {0.74f, 0.76f, 0.75f} * (1.0f - 0.45f * groove_at(x, z, pixel));
    return tile * lit.x * attenuate(look.absorption * 0.45f, lit.y);
}

// The table, brightest around the basin, which darkens it close to its walls, and the studio above it.
static float3 surroundings(const float3& from, const float3& direction, const surface_camera& camera) {
    const float3 unit = direction * (1.0f / sqrt(dot(direction, direction)));
    if (unit.y >= -1e-3f) return studio(unit);
    const float distance = from.y / -unit.y;
    const float size = max(camera.basin.x, camera.basin.z);
    const float far = distance / (distance + 2.0f * size);
    const float3 place = from + unit * distance;
    const float aside_x = max(max(-place.x, place.x - camera.basin.x), 0.0f);
    const float aside_z = max(max(-place.z, place.z - camera.basin.z), 0.0f);
    const float aside = sqrt(aside_x * aside_x + aside_z * aside_z) / size;
    const float pool = 0.35f + 0.75f / (1.0f + 3.0f * aside * aside);
    const float contact = 1.0f - 0.12f / (0.25f + 6.0f * aside);
    const float3 table = float3 {0.17f, 0.185f, 0.205f} * (pool * contact);
    return mix(table, horizon(), far * far);
}

static float3 floor_at(const float3& place, buffer<const float2> light, const surface_camera& camera, const surface_look& look) {
    const float3 offset = place - camera.eye;
    const float distance = sqrt(dot(offset, offset));
    const float pixel = distance / camera.focal.y / max(-offset.y / distance, 0.1f);
    return basin_floor(place.x, place.z, pixel, light, camera, look);
}

// What a ray in the water sees: the floor, or what is behind the walls, which mirror the floor, too.
static float3 seen_in_water(const float3& from, const float3& direction, const float3& behind, buffer<const float2> light,
                            const surface_camera& camera, const surface_look& look) {
    constexpr float mirror = 0.6f;
    const box_part inside = meet_box(from, direction, camera.basin);
    const float3 place = from + direction * max(inside.exit, 0.0f);
    if (direction.y >= 0.0f) return surroundings(place, behind, camera);
    if (inside.exit_axis == 1) return floor_at(place, light, camera, look);
    const int axis = inside.exit_axis;
    const float3 back {axis == 0 ? -direction.x : direction.x, axis == 1 ? -direction.y : direction.y,
                       axis == 2 ? -direction.z : direction.z};
    const float3 mirrored = place + back * min(-place.y / direction.y, 1e3f);
    return mix(surroundings(place, behind, camera), floor_at(mirrored, light, camera, look), mirror);
}

// The light of a surface that reflects it in all directions.
static float3 diffuse(const float3& normal) {
    const float lamp = max(dot(normal, towards_lamp()), 0.0f);
    return float3 {0.34f, 0.40f, 0.46f} + float3 {0.62f, 0.58f, 0.52f} * lamp;
}

// The surface at a pixel, interpolated between four texels.
struct surface_point {
    float coverage = 0.0f;
    float depth = 0.0f;
    float3 normal {};
    float thickness = 0.0f;
    float foam = 0.0f;
};

static surface_point surface_at(buffer<const float4> surface, buffer<const float4> normals, float x, float y,
                                const surface_camera& camera) {
    const auto size = static_cast<float>(camera.texel);
    const float across = x / size - 0.5f;
    const float along = y / size - 0.5f;
    const float column = floor(across);
    const float row = floor(along);
    const float right = across - column;
    const float up = along - row;
    const auto columns = static_cast<int>(camera.columns);
    const auto rows = static_cast<int>(camera.rows);
    int texels[4];
    float weights[4];
    float nearest = 1e30f;
    for (int i = 0; i < 4; ++i) {
        const int beside = i % 2;
        const int above = i / 2;
        texels[i] = clamp(static_cast<int>(row) + above, 0, rows - 1) * columns +
                    clamp(static_cast<int>(column) + beside, 0, columns - 1);
        weights[i] = (beside == 1 ? right : 1.0f - right) * (above == 1 ? up : 1.0f - up);
        const float depth = normals[texels[i]].w;
        if (depth <= 0.0f) weights[i] = 0.0f;
        if (weights[i] > 0.0f && depth < nearest) nearest = depth;
    }
    // Of two sheets, the one is visible that covers more of the pixel.
    const float range = 4.0f * camera.spacing;
    float all = 0.0f;
    float front = 0.0f;
    for (int i = 0; i < 4; ++i) {
        all += weights[i];
        if (normals[texels[i]].w < nearest + range) front += weights[i];
    }
    surface_point point;
    point.coverage = camera.texel == 1 ? (all > 0.5f ? 1.0f : 0.0f) : clamp((all - 0.5f) * size + 0.5f, 0.0f, 1.0f);
    if (point.coverage <= 0.0f) return point;
    const bool is_front = front >= 0.5f * all;
    float sum = 0.0f;
    float covered = 0.0f;
    for (int i = 0; i < 4; ++i) {
        if ((normals[texels[i]].w < nearest + range) != is_front) continue;
        const float4 normal = normals[texels[i]];
        const float4 rest = surface[texels[i]];
        point.normal += normal.xyz * weights[i];
        point.depth += normal.w * weights[i];
        point.thickness += rest.y * weights[i];
        point.foam += rest.z * weights[i];
        covered += rest.w * weights[i];
        sum += weights[i];
    }
    point.normal = point.normal * (1.0f / max(sqrt(dot(point.normal, point.normal)), 1e-6f));
    point.depth /= sum;
    point.thickness /= sum;
    point.foam /= sum;
    point.coverage *= ramp(0.42f, 0.62f, covered / sum);
    return point;
}

// How much the edges of the basin cover a pixel, and 1 / depth of the edge that covers it most.
static float2 edge_at(buffer<const basin_edge> edges, uint32_t count, float x, float y) {
    float2 most {};
    for (uint32_t i = 0; i < count; ++i) {
        const basin_edge edge = edges[i];
        const float margin = edge.half_width + 1.0f;
        if (x < min(edge.from.x, edge.to.x) - margin || x > max(edge.from.x, edge.to.x) + margin ||
            y < min(edge.from.y, edge.to.y) - margin || y > max(edge.from.y, edge.to.y) + margin)
            continue;
        const float2 along = edge.to - edge.from;
        const float2 offset = float2 {x, y} - edge.from;
        const float share = clamp(dot(offset, along) / max(dot(along, along), 1e-6f), 0.0f, 1.0f);
        const float2 aside = offset - along * share;
        const float covered = clamp(edge.half_width + 0.5f - sqrt(dot(aside, aside)), 0.0f, 1.0f) * edge.strength;
        if (covered > most.x) most = float2 {covered, edge.inverse_from + (edge.inverse_to - edge.inverse_from) * share};
    }
    return most;
}

// What does not change while the camera rests: the surroundings and the edges of the basin.
kernel void paint_backdrop(buffer<const basin_edge> edges, param<uint32_t> edge_count, buffer<float4> backdrop,
                           buffer<float2> edge_cover, param<surface_camera> camera) {
    if (global_id.x >= camera.width || global_id.y >= camera.height) return;
    const uint32_t pixel = global_id.y * camera.width + global_id.x;
    const float x = static_cast<float>(global_id.x) + 0.5f;
    const float y = static_cast<float>(global_id.y) + 0.5f;
    const float3 colour = surroundings(camera.eye, ray_through(x, y, camera), camera);
    backdrop[pixel] = float4 {colour.x, colour.y, colour.z, 1.0f};
    edge_cover[pixel] = edge_at(edges, edge_count, x, y);
}

// A drop: it shows its surroundings upside down, its rim reflects, and the lamp glints in it.
static float3 shade_drop(const float3& place, const float3& normal, const float3& view, const surface_camera& camera) {
    const float facing = clamp(-dot(normal, view), 0.0f, 1.0f);
    const float3 bent = view - normal * (1.4f * facing);
    const float3 mirrored = view + normal * (2.0f * facing);
    const float3 clear = mix(surroundings(place, bent, camera), studio(mirrored), reflectance(facing));
    return mix(clear, diffuse(normal), 0.45f);
}

// The colour of the water at a point of its surface: bent and absorbed light from below, light that it scatters, foam, and
// reflections. `edge` is how much of an edge of the basin is behind it.
static float3 shade_water(const surface_point& point, const float3& place, const float3& view, float edge,
                          buffer<const float2> light, const surface_camera& camera, const surface_look& look) {
    const float facing = clamp(-dot(point.normal, view), 0.0f, 1.0f);
    const float3 bent = refract(view, point.normal, 1.0f / water_index);
    const float3 through = mix(seen_in_water(place, bent, view, light, camera, look), glass(), 0.4f * edge);
    const float clear = exp(-look.turbidity * point.thickness);
    // Deep water gets less light to scatter.
    const float below = max(light_at(light, place.x, place.z, camera).y - place.y, 0.0f);
    const float3 glow = look.scattered * (0.55f + 0.9f * exp(-3.0f * below));
    const float3 clear_water = through * attenuate(look.absorption, point.thickness) * clear + glow * (1.0f - clear);
    const float white = clamp(look.foam * point.foam, 0.0f, 1.0f) * ramp(0.0f, 2.0f * camera.spacing, point.thickness);
    const float3 water = mix(clear_water, diffuse(point.normal) * float3 {0.92f, 0.97f, 1.0f}, 0.85f * white);
    const float3 mirrored = view + point.normal * (2.0f * facing);
    return mix(water, surroundings(place, mirrored, camera), reflectance(facing) * (1.0f - 0.8f * white));
}

// How much of a pixel a drop covers, and its normal there.
struct drop_point {
    float coverage = 0.0f;
    float depth = 0.0f;
    float3 normal {};
};

static drop_point drop_at(const float4& place, float x, float y, const surface_camera& camera) {
    const float3 offset = place.xyz - camera.eye;
    drop_point drop;
    drop.depth = -dot(offset, camera.backward);
    const float radius = max(drop_radius(place.w, camera) * camera.focal.y / drop.depth, 0.9f);
    const float across = (x - camera.centre.x - camera.focal.x * dot(offset, camera.right) / drop.depth) / radius;
    const float along = (y - camera.centre.y - camera.focal.y * dot(offset, camera.up) / drop.depth) / radius;
    const float squared = min(across * across + along * along, 1.0f);
    drop.normal = camera.right * across + camera.up * along + camera.backward * sqrt(1.0f - squared);
    drop.coverage = 0.9f * clamp((1.0f - sqrt(squared)) * radius + 0.25f, 0.0f, 1.0f);
    return drop;
}

kernel void shade(buffer<const float4> surface, buffer<const float4> normals, buffer<const float4> places,
                  buffer<const uint32_t> drop_indices, buffer<const float2> light, buffer<const float4> backdrop,
                  buffer<const float2> edge_cover, buffer<float4> pixels, param<surface_camera> camera,
                  param<surface_look> look) {
    if (global_id.x >= camera.width || global_id.y >= camera.height) return;
    const uint32_t pixel = global_id.y * camera.width + global_id.x;
    const float x = static_cast<float>(global_id.x) + 0.5f;
    const float y = static_cast<float>(global_id.y) + 0.5f;
    const float3 ray = ray_through(x, y, camera);
    const box_part inside = meet_box(camera.eye, ray, camera.basin);
    float3 colour = backdrop[pixel].xyz;
    const float2 edge = edge_cover[pixel];

    // Outside of the basin there is nothing else.
    if (inside.exit <= max(inside.entry, 0.0f)) {
        colour = mix(colour, glass(), edge.x);
        pixels[pixel] = float4 {colour.x, colour.y, colour.z, 1.0f};
        return;
    }
    const float length = sqrt(dot(ray, ray));
    const float3 view = ray * (1.0f / length);
    surface_point point = surface_at(surface, normals, x, y, camera);
    // Spheres reach through the walls, the water does not.
    const float longest = (inside.exit - point.depth) * length;
    point.thickness = min(point.thickness, longest);
    point.coverage *= ramp(0.0f, 0.7f * camera.spacing, longest);

    // Begin with what is behind the water: the floor, or a pane, which is a little green, and edges.
    if (inside.exit_axis != 1)
        colour = colour * float3 {0.90f, 0.94f, 0.93f};
    else if (ray.y < 0.0f && point.coverage < 1.0f)
        colour = floor_at(camera.eye + ray * inside.exit, light, camera, look);
    const bool is_before = point.coverage < 0.5f || edge.y * point.depth > 0.985f;  // an edge that touches the water is
    const float behind = is_before ? 0.0f : edge.x;
    colour = mix(colour, glass() * 0.8f, behind);

    // Add the water, and drops that are before it.
    if (point.coverage > 0.0f) {
        const float3 place = camera.eye + ray * point.depth;
        colour = mix(colour, shade_water(point, place, view, behind, light, camera, look), point.coverage);
    }
    if (const uint32_t index = drop_indices[pixel]; index != no_depth) {
        const drop_point drop = drop_at(places[index], x, y, camera);
        if (point.coverage < 0.5f || drop.depth < point.depth)
            colour = mix(colour, shade_drop(places[index].xyz, drop.normal, view, camera), drop.coverage);
    }

    // The pane before all this reflects, and its edges are bright.
    if (inside.entry > 0.0f && inside.entry_axis != 1) {
        const float3 pane = pane_at(inside.entry_axis, ray);
        const float facing = clamp(-dot(pane, view), 0.0f, 1.0f);
        const float3 mirrored = view + pane * (2.0f * facing);
        colour = mix(colour * float3 {0.95f, 0.975f, 0.97f}, studio(mirrored), 0.5f * reflectance(facing) + 0.02f);
    }
    if (is_before) colour = mix(colour, glass(), edge.x);
    pixels[pixel] = float4 {colour.x, colour.y, colour.z, 1.0f};
}
