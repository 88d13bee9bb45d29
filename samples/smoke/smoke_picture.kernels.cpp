// The picture: a march through the lit smoke from the eye, in front of obstacles, the floor and a dark backdrop.
#include <ingot/kernel.hpp>

#include "smoke_view.hpp"
#include "space_sampling.hpp"

using namespace ingot;
using namespace ingot::samples::smoke;

// The distance from the obstacles at a point in metres.
static float distance_at(buffer<const float> distances, const space_grid& grid, const float3& point) {
    return cells_around<float>(distances, grid, point * (1.0f / grid.cell)).interpolated();
}

// The surface of the obstacles at each pixel: its normal, and in w its depth, far_away if there is none. Sphere tracing (Hart
// 1996): a step of the length that the distance allows meets no surface.
kernel void find_surface(buffer<const float> distances, buffer<float4> surface, param<smoke_camera> camera,
                         param<space_grid> grid) {
    const uint32_t x = global_id.x;
    const uint32_t y = global_id.y;
    if (x >= camera.width || y >= camera.height) return;
    const uint32_t pixel = y * camera.width + x;
    const float3 ray = ray_through(static_cast<float>(x) + 0.5f, static_cast<float>(y) + 0.5f, camera);
    const float length = sqrt(dot(ray, ray));
    const box_part inside = meet_box(camera.eye, ray, camera.box);
    float depth = camera.has_obstacles != 0 ? max(inside.entry, 0.0f) : far_away;
    bool has_met = false;
    constexpr int most_steps = 64;
    for (int i = 0; i < most_steps; ++i) {
        if (depth >= inside.exit) break;
        const float distance = distance_at(distances, grid, camera.eye + ray * depth);
        has_met = distance < 0.02f * grid.cell;
        if (has_met) break;
        depth += max(distance, 0.05f * grid.cell) / length;
    }
    if (!has_met) {
        surface[pixel] = float4(0.0f, 0.0f, 0.0f, far_away);
        return;
    }
    const float3 point = camera.eye + ray * depth;
    const float reach = 0.75f * grid.cell;
    const auto slope = [&](const float3& along) {
        return distance_at(distances, grid, point + along) - distance_at(distances, grid, point - along);
    };
    const float3 gradient {slope({reach, 0.0f, 0.0f}), slope({0.0f, reach, 0.0f}), slope({0.0f, 0.0f, reach})};
    surface[pixel] = float4(gradient * (1.0f / max(sqrt(dot(gradient, gradient)), 1e-9f)), depth);
}

// The light of the smoke that comes through each texel, in xyz, and the share of the light behind it that is left, in w. `ends`
// is the depth of the surface that the march ended at.
kernel void march_to_eye(buffer<const float4> lit, buffer<const float4> surface, buffer<float4> texels, buffer<float> ends,
                         param<smoke_camera> camera, param<space_grid> grid) {
    const uint32_t column = global_id.x;
    const uint32_t row = global_id.y;
    if (column >= camera.columns || row >= camera.rows) return;
    const uint32_t x = min(column * camera.texel + camera.texel / 2, camera.width - 1);
    const uint32_t y = min(row * camera.texel + camera.texel / 2, camera.height - 1);
    const float end = surface[y * camera.width + x].w;
    const float middle = 0.5f * static_cast<float>(camera.texel);
    const float3 ray =
        ray_through(static_cast<float>(column * camera.texel) + middle, static_cast<float>(row * camera.texel) + middle, camera);
    const float length = sqrt(dot(ray, ray));
    const box_part inside = meet_box(camera.eye, ray, camera.box);
    const float last = min(inside.exit, end);
    const float step = grid.cell;
    const float scale = 1.0f / grid.cell;
    float3 light {};
    float left = 1.0f;
    for (float depth = max(inside.entry, 0.0f) + 0.5f * step / length; depth < last; depth += step / length) {
        const float4 here = cells_around<float4>(lit, grid, (camera.eye + ray * depth) * scale).interpolated();
        const float taken = here.w * step;
        // Of what is sent within a step, the smoke of the same step takes a part.
        light += rgb(here) * (left * step / (1.0f + 0.5f * taken));
        left *= decay(taken);
        if (left < 0.004f) break;
    }
    const uint32_t texel = row * camera.columns + column;
    texels[texel] = float4(light, left);
    ends[texel] = end;
}

// The weights of a quadratic B-spline for the three points around a place, and the first of these points.
struct spline_points {
    int32_t first = 0;
    float weights[3] {};
};
static spline_points spline_at(float place) {
    const auto middle = static_cast<int32_t>(place);  // place is not negative
    const float offset = place - static_cast<float>(middle) - 0.5f;
    return {middle - 1,
            {0.5f * (0.5f - offset) * (0.5f - offset), 0.75f - offset * offset, 0.5f * (0.5f + offset) * (0.5f + offset)}};
}

// The smoke at a pixel. Of the texels around it, those count that end at the same surface, so that the outline of obstacles is
// as sharp as the pixels (Kopf, Cohen, Lischinski and Uyttendaele 2007, "Joint Bilateral Upsampling").
static float4 smoke_at(buffer<const float4> texels, buffer<const float> ends, const smoke_camera& camera, uint32_t x, uint32_t y,
                       float end) {
    const float size = static_cast<float>(camera.texel);
    const spline_points across = spline_at((static_cast<float>(x) + 0.5f) / size);
    const spline_points along = spline_at((static_cast<float>(y) + 0.5f) / size);
    float4 sum {};
    float weights = 0.0f;
    for (int32_t j = 0; j < 3; ++j) {
        const int32_t row = clamp(along.first + j, 0, static_cast<int32_t>(camera.rows) - 1);
        for (int32_t i = 0; i < 3; ++i) {
            const int32_t column = clamp(across.first + i, 0, static_cast<int32_t>(camera.columns) - 1);
            const uint32_t texel = static_cast<uint32_t>(row) * camera.columns + static_cast<uint32_t>(column);
            float weight = across.weights[i] * along.weights[j];
            if (camera.has_obstacles != 0 && fabs(ends[texel] - end) > 0.1f * end) weight *= 1e-4f;
            sum += texels[texel] * weight;
            weights += weight;
        }
    }
    return sum * (1.0f / weights);
}

// The light on the floor at a point, interpolated. Beyond the map nothing is shadowed.
static float3 floor_light_at(buffer<const float4> floor_light, const floor_map& map, float x, float z) {
    const float across = (x + map.margin) / map.cell - 0.5f;
    const float along = (z + map.margin) / map.cell - 0.5f;
    const bracket column = bracket_of(across, map.columns - 1);
    const bracket row = bracket_of(along, map.rows - 1);
    const float4 first = floor_light[row.first * map.columns + column.first] * (1.0f - column.share) +
                         floor_light[row.first * map.columns + column.second] * column.share;
    const float4 second = floor_light[row.second * map.columns + column.first] * (1.0f - column.share) +
                          floor_light[row.second * map.columns + column.second] * column.share;
    return rgb(first * (1.0f - row.share) + second * row.share);
}

// What is behind the smoke: the floor, which fades into the backdrop, and above it the backdrop.
static float3 surroundings(const float3& ray, buffer<const float4> floor_light, const floor_map& map, const smoke_camera& camera,
                           const smoke_light& light) {
    const float3 unit = ray * (1.0f / sqrt(dot(ray, ray)));
    const float height = clamp(1.6f * unit.y + 0.1f, 0.0f, 1.0f);
    const float3 backdrop = mix(rgb(light.backdrop_low), rgb(light.backdrop_high), float3(height * (2.0f - height)));
    if (unit.y >= -1e-4f || camera.eye.y <= 0.0f) return backdrop;
    const float distance = camera.eye.y / -unit.y;
    const float x = camera.eye.x + unit.x * distance;
    const float z = camera.eye.z + unit.z * distance;
    // The floor is lit around the box only, as by a lamp.
    const float beside_x = x - 0.5f * camera.box.x;
    const float beside_z = z - 0.5f * camera.box.z;
    const float size = 0.5f * (camera.box.x + camera.box.z) + 0.9f;
    const float away = sqrt(beside_x * beside_x + beside_z * beside_z) / size;
    const float pool = 1.0f / (1.0f + away * away * (1.0f + away * away));
    // A thin line shows where the box stands.
    const float outside_x = fabs(beside_x) - 0.5f * camera.box.x;
    const float outside_z = fabs(beside_z) - 0.5f * camera.box.z;
    const float pixel = distance / (camera.focal.y * max(-unit.y, 0.05f));
    const float line_width = max(0.003f, 0.75f * pixel);
    const float line = clamp(1.5f - fabs(max(outside_x, outside_z)) / line_width, 0.0f, 1.0f) * (0.003f / line_width);
    const float3 sun = floor_light_at(floor_light, map, x, z) * rgb(light.sun) * max(light.to_sun.y, 0.0f);
    const float3 lit = rgb(light.floor) * (sun * pool + rgb(light.sky) * (0.4f + 0.6f * pool)) * (1.0f + 0.8f * line);
    const float fog = 1.0f - 1.0f / (1.0f + 0.25f * away * away);
    return mix(lit, backdrop, float3(fog));
}

// The light of an obstacle's surface: plaster in the sun and under the sky.
static float3 shade(const float3& point, const float3& normal, const float3& ray, buffer<const float4> arriving,
                    const smoke_light& light, const space_grid& grid) {
    const float side = 2.0f * grid.cell;
    // Read the light outside of the surface, because the cubes in the obstacle are dark.
    const float4 reaching = cells_around<float4>(arriving, uint3 {grid.width / 2, grid.height / 2, grid.depth / 2},
                                                 (point + normal * (1.2f * side)) * (1.0f / side))
                                .interpolated();
    const float facing = max(dot(normal, light.to_sun), 0.0f);
    const float above = 0.5f + 0.5f * normal.y;
    const float grazing = 1.0f + dot(normal, ray) / sqrt(dot(ray, ray));
    const float3 diffuse = rgb(light.sun) * rgb(reaching) * facing + rgb(light.sky) * (above * (0.35f + 0.65f * reaching.w));
    return diffuse * float3(0.42f, 0.41f, 0.40f) + rgb(light.sky) * (0.35f * grazing * grazing * grazing);
}

// Puts the smoke over what is behind it.
kernel void compose(buffer<const float4> texels, buffer<const float> ends, buffer<const float4> surface,
                    buffer<const float4> arriving, buffer<const float4> floor_light, buffer<float4> pixels,
                    param<smoke_camera> camera, param<smoke_light> light, param<floor_map> map, param<space_grid> grid) {
    const uint32_t x = global_id.x;
    const uint32_t y = global_id.y;
    if (x >= camera.width || y >= camera.height) return;
    const uint32_t pixel = y * camera.width + x;
    const float3 ray = ray_through(static_cast<float>(x) + 0.5f, static_cast<float>(y) + 0.5f, camera);
    const float4 stone = surface[pixel];
    float3 behind {};
    // ingot: keep obstacles cover connected parts of the picture
    if (stone.w < far_away)
        behind = shade(camera.eye + ray * stone.w, rgb(stone), ray, arriving, light, grid);
    else
        behind = surroundings(ray, floor_light, map, camera, light);
    if (x >= camera.first_x && x < camera.end_x && y >= camera.first_y && y < camera.end_y) {
        const float4 smoke = smoke_at(texels, ends, camera, x, y, stone.w);
        behind = rgb(smoke) + behind * smoke.w;
    }
    pixels[pixel] = float4(behind, 1.0f);
}
