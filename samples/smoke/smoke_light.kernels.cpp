// Light in the smoke: what of the sun and the sky reaches each place, and what the smoke there sends to the eye.
//
// Smoke absorbs and scatters light along its way (Kajiya and Von Herzen 1984, "Ray Tracing Volume Densities"): a march towards
// the sun from each place finds how much of its light arrives there, so that the smoke shadows itself. This is computed on a
// grid of half the resolution, because light changes more slowly than smoke.
#include <ingot/kernel.hpp>

#include "smoke_view.hpp"
#include "space_sampling.hpp"

using namespace ingot;
using namespace ingot::samples::smoke;

// What smoke of concentration 1 and density 1 takes of the light, 1/m.
constexpr float extinction = 16.0f;

static uint3 half_size(const space_grid& grid) { return {grid.width / 2, grid.height / 2, grid.depth / 2}; }

// What the smoke in cubes of eight cells takes of red, green and blue, in 1/m. Obstacles take everything.
kernel void halve_smoke(buffer<const float4> smoke, buffer<const float> distances, buffer<float4> half_smoke,
                        param<smoke_light> light, param<space_grid> grid) {
    const uint32_t x = global_id.x;
    const uint32_t y = global_id.y;
    const uint32_t z = global_id.z;
    const uint3 size = half_size(grid);
    if (x >= size.x || y >= size.y || z >= size.z) return;
    float4 sum {};
    float stone = 0.0f;
    for (uint32_t i = 0; i < 8; ++i) {
        const uint32_t cell = grid.index(2 * x + (i & 1u), 2 * y + ((i >> 1u) & 1u), 2 * z + (i >> 2u));
        sum += smoke[cell];
        stone += distances[cell] < 0.0f ? 0.125f : 0.0f;
    }
    const float3 mean {0.125f * sum.x, 0.125f * sum.y, 0.125f * sum.z};
    const float3 taken = samples::fluid::absorption_of(light.palette, mean) + float3(mean.x + mean.y + mean.z);
    constexpr float of_stone = 400.0f;
    const float4 value(taken * (extinction * light.density) + float3(of_stone * stone), stone);
    half_smoke[(z * size.y + y) * size.x + x] = value;
}

// The depth of smoke from a place to the side of the box, marched in steps that grow: shadows of distant smoke are soft.
static float3 depth_towards(buffer<const float4> half_smoke, const uint3& size, const float3& place, const float3& direction,
                            int steps, float first_step) {
    constexpr float growth = 1.1f;
    const float3 box(static_cast<float>(size.x), static_cast<float>(size.y), static_cast<float>(size.z));
    const float end = meet_box(place, direction, box).exit;
    float step = first_step;
    float distance = 0.5f * step;
    float3 depth {};
    for (int i = 0; i < steps; ++i) {
        if (distance >= end) break;
        depth += rgb(cells_around<float4>(half_smoke, size, place + direction * distance).interpolated()) * step;
        distance += 0.5f * step;
        step *= growth;
        distance += 0.5f * step;
    }
    return depth;
}

// The share of the sun's light that reaches each place, in xyz, and of the sky's light in w.
kernel void march_to_sun(buffer<const float4> half_smoke, buffer<float4> arriving, param<smoke_light> light,
                         param<space_grid> grid) {
    const uint32_t x = global_id.x;
    const uint32_t y = global_id.y;
    const uint32_t z = global_id.z;
    const uint3 size = half_size(grid);
    if (x >= size.x || y >= size.y || z >= size.z) return;
    const float3 place {static_cast<float>(x) + 0.5f, static_cast<float>(y) + 0.5f, static_cast<float>(z) + 0.5f};
    // 20 steps reach as far as the longest side of the box.
    const float longest = static_cast<float>(max(max(size.x, size.y), size.z));
    const float first_step = max(1.0f, longest * 0.0175f);
    const float side = 2.0f * grid.cell;  // of a cube
    const float3 to_sun = depth_towards(half_smoke, size, place, light.to_sun, 20, first_step) * (1.3f * side * light.shadow);
    // The sky's light comes from above; the way is short, because light from the sides arrives too.
    const float3 upwards = depth_towards(half_smoke, size, place, {0.0f, 1.0f, 0.0f}, 6, 1.5f * first_step) * side;
    arriving[(z * size.y + y) * size.x + x] = float4(decay(to_sun), decay(0.6f * upwards.y));
}

// How smoke scatters light by an angle of a known cosine, relative to all directions alike (Henyey and Greenstein 1941).
static float phase_of(float cosine, float forward) {
    const float squared = forward * forward;
    const float base = 1.0f + squared - 2.0f * forward * cosine;
    return (1.0f - squared) / (base * sqrt(base));
}

// How much of the smoke is shown: none at open sides of the grid, so that smoke that leaves is not cut off there. Rising smoke
// spreads below the top, and fades over a longer way.
static float shown_share(const space_grid& grid, const float3& place) {
    const float edge = 0.08f * static_cast<float>(grid.height);  // cells
    const auto near = [&](side which, float distance) { return which == side::open ? distance : edge; };
    const float x = min(near(grid.left, place.x), near(grid.right, static_cast<float>(grid.width) - place.x));
    const float y = min(near(grid.bottom, place.y), near(grid.top, 0.35f * (static_cast<float>(grid.height) - place.y)));
    const float z = min(near(grid.near, place.z), near(grid.far, static_cast<float>(grid.depth) - place.z));
    const float share = clamp(min(min(x, y), z) / edge, 0.0f, 1.0f);
    return share * share * (3.0f - 2.0f * share);
}

// The light that each cell sends to the eye, per metre, and what it takes of the light behind it, 1/m.
kernel void light_smoke(buffer<const float4> smoke, buffer<const float4> arriving, buffer<float4> lit, param<smoke_light> light,
                        param<float3> eye, param<space_grid> grid) {
    const uint32_t x = global_id.x;
    const uint32_t y = global_id.y;
    const uint32_t z = global_id.z;
    if (x >= grid.width || y >= grid.height || z >= grid.depth) return;
    const uint32_t cell = grid.index(x, y, z);
    const float3 place {static_cast<float>(x) + 0.5f, static_cast<float>(y) + 0.5f, static_cast<float>(z) + 0.5f};
    const float4 here = smoke[cell] * shown_share(grid, place);
    const float amount = here.x + here.y + here.z;
    const float heat = max(here.w, 0.0f);
    if (amount < 1e-4f && heat * light.glow < 1e-3f) {
        lit[cell] = float4(0.0f);
        return;
    }
    const float4 reaching = cells_around<float4>(arriving, half_size(grid), place * 0.5f).interpolated();
    const float3 sun = rgb(reaching);
    const float3 from_eye = normalize(place * grid.cell - eye);
    const float cosine = dot(from_eye, light.to_sun);
    const float phase = 0.75f * phase_of(cosine, light.forward) + 0.25f * phase_of(cosine, -0.3f);
    // Light that was scattered several times comes from all sides and less directly, so that it gets deeper into the smoke
    // (Wrenninge, Kulla and Lundqvist 2013, "Oz: The Great and Volumetric").
    const float3 spread {sqrt(sqrt(sun.x)), sqrt(sqrt(sun.y)), sqrt(sqrt(sun.z))};
    const float3 colour = samples::fluid::scattering_of(light.palette, {here.x, here.y, here.z});
    const float3 arriving_light = rgb(light.sun) * (sun * phase + spread * 0.2f) + rgb(light.sky) * reaching.w;
    const float3 sent = colour * arriving_light * (extinction * light.density);
    const float3 glow = samples::fluid::glow_of(heat) * (30.0f * light.glow);
    lit[cell] = float4(sent + glow, amount * extinction * light.density);
}

// The light on the floor, in and around the box: the share of the sun's light that the smoke lets through to it.
kernel void light_floor(buffer<const float4> half_smoke, buffer<float4> floor_light, param<smoke_light> light,
                        param<floor_map> map, param<space_grid> grid) {
    const uint32_t x = global_id.x;
    const uint32_t z = global_id.y;
    if (x >= map.columns || z >= map.rows) return;
    constexpr int steps = 24;
    const float3 place {(static_cast<float>(x) + 0.5f) * map.cell - map.margin, 0.0f,
                        (static_cast<float>(z) + 0.5f) * map.cell - map.margin};
    const float side = 2.0f * grid.cell;
    const uint3 size = half_size(grid);
    const float3 box(static_cast<float>(size.x) * side, static_cast<float>(size.y) * side, static_cast<float>(size.z) * side);
    const box_part inside = meet_box(place, light.to_sun, box);
    const float entry = max(inside.entry, 0.0f);
    float3 depth {};
    if (inside.exit > entry) {
        const float step = (inside.exit - entry) / static_cast<float>(steps);
        for (int i = 0; i < steps; ++i) {
            const float3 at = place + light.to_sun * (entry + (static_cast<float>(i) + 0.5f) * step);
            depth += rgb(cells_around<float4>(half_smoke, size, at * (1.0f / side)).interpolated()) * step;
        }
    }
    floor_light[z * map.columns + x] = float4(decay(depth * light.shadow), 0.0f);
}
