// The picture of the fluid, in the space of the screen (van der Laan, Green and Sainz, "Screen Space Fluid Rendering with
// Curvature Flow", 2009): spheres give the depth of the surface and the thickness of the fluid at each pixel. Both are smoothed,
// the depth so that its edges stay. Normals follow from the depth, and with them reflection, refraction and the light.
#include <ingot/kernel.hpp>

#include "surface_layout.hpp"

using namespace ingot;
using namespace ingot::samples::particles;

constexpr uint32_t no_fluid = 0xffffffffU;
constexpr float thickness_unit = 1.0f / 65536.0f;  // thickness is summed in whole numbers, so that every order gives the same sum
constexpr int largest_sphere = 48;                 // pixels, radius
constexpr int largest_filter = 32;                 // pixels to each side

kernel void clear_surface(buffer<uint32_t> depths, buffer<uint32_t> thicknesses, param<uint32_t> count) {
    if (global_id.x >= count) return;
    depths[global_id.x] = no_fluid;
    thicknesses[global_id.x] = 0;
}

// Draws one particle as a sphere: keeps the smallest depth of each pixel, and adds the length of the ray in the sphere. The bits
// of positive floats are ordered as the floats are.
kernel void draw_spheres(buffer<const float4> places, buffer<uint32_t> depths, buffer<uint32_t> thicknesses,
                         param<surface_camera> camera, param<uint32_t> count) {
    if (global_id.x >= count) return;
    const float4 place = places[global_id.x];
    const float3 offset = float3 {place.x, place.y, place.z} - camera.eye;
    const float depth = -dot(offset, camera.backward);
    // Where there are few particles, they are drops. A particle alone has a density of 0.2.
    const float radius = camera.radius * clamp(1.6f * place.w - 0.1f, 0.3f, 1.0f);
    if (depth < 2.0f * camera.radius) return;
    const float x = camera.centre.x + camera.focal.x * dot(offset, camera.right) / depth;
    const float y = camera.centre.y + camera.focal.y * dot(offset, camera.up) / depth;
    const float pixels = min(radius * camera.focal.y / depth, static_cast<float>(largest_sphere));
    const float reach = max(pixels, 0.75f);
    if (x + reach < 0.0f || y + reach < 0.0f || x - reach > static_cast<float>(camera.width) ||
        y - reach > static_cast<float>(camera.height))
        return;
    const auto left = static_cast<int32_t>(max(x - reach, 0.0f));
    const auto right = static_cast<int32_t>(min(x + reach, static_cast<float>(camera.width - 1)));
    const auto low = static_cast<int32_t>(max(y - reach, 0.0f));
    const auto high = static_cast<int32_t>(min(y + reach, static_cast<float>(camera.height - 1)));
    for (int32_t row = low; row <= high; ++row)
        for (int32_t column = left; column <= right; ++column) {
            const float across = (static_cast<float>(column) + 0.5f - x) / reach;
            const float along = (static_cast<float>(row) + 0.5f - y) / reach;
            const float inside = 1.0f - across * across - along * along;
            if (inside <= 0.0f) continue;
            const float bulge = radius * sqrt(inside);
            const uint32_t pixel = static_cast<uint32_t>(row) * camera.width + static_cast<uint32_t>(column);
            atomic_min(&depths[pixel], std::bit_cast<uint32_t>(depth - bulge));
            atomic_add(&thicknesses[pixel], static_cast<uint32_t>(bulge / thickness_unit));
        }
}

// Depth and thickness as floats; a depth of 0 means that there is no fluid. Spheres at rest overlap: together they are thicker
// than the fluid.
kernel void begin_surface(buffer<const uint32_t> depths, buffer<const uint32_t> thicknesses, buffer<float2> surface,
                          param<float> thickness_scale, param<uint32_t> count) {
    const uint32_t i = global_id.x;
    if (i >= count) return;
    const bool is_fluid = depths[i] != no_fluid;
    surface[i] = float2 {is_fluid ? std::bit_cast<float>(depths[i]) : 0.0f,
                         static_cast<float>(thicknesses[i]) * thickness_unit * thickness_scale};
}

// Smooths along one direction. The weight of a neighbour falls with the distance on the screen and, for the depth, with the
// difference of the depths, so that drops before the fluid do not melt into it.
kernel void smooth_surface(buffer<const float2> rough, buffer<float2> smooth, param<int2> direction,
                           param<surface_camera> camera) {
    const auto x = static_cast<int32_t>(global_id.x);
    const auto y = static_cast<int32_t>(global_id.y);
    const auto width = static_cast<int32_t>(camera.width);
    const auto height = static_cast<int32_t>(camera.height);
    if (x >= width || y >= height) return;
    const float2 own = rough[y * width + x];
    // Pixels without fluid keep their thickness of 0, and drops theirs, so that they do not become pale.
    if (own.x <= 0.0f) {
        smooth[y * width + x] = own;
        return;
    }
    const float size = camera.smoothing * camera.focal.y / own.x;
    const int reach = clamp(static_cast<int>(size), 1, largest_filter);
    float depth = 0.0f;
    float thickness = 0.0f;
    float weights = 0.0f;
    for (int i = -reach; i <= reach; ++i) {
        const int column = x + i * direction.x;
        const int row = y + i * direction.y;
        if (column < 0 || row < 0 || column >= width || row >= height) continue;
        const float2 other = rough[row * width + column];
        const float share = static_cast<float>(i) / static_cast<float>(reach + 1);
        const float weight = (1.0f - share * share) * (1.0f - share * share);
        const float step = (other.x - own.x) / (4.0f * camera.radius);
        if (other.x <= 0.0f || step * step >= 1.0f) continue;
        const float alike = (1.0f - step * step) * (1.0f - step * step);
        depth += weight * alike * other.x;
        thickness += weight * alike * other.y;
        weights += weight * alike;
    }
    smooth[y * width + x] = float2 {depth / weights, thickness / weights};
}

// The direction of the ray through a pixel, whose part along the axis of the camera is 1.
static float3 ray_through(float x, float y, const surface_camera& camera) {
    return camera.right * ((x - camera.centre.x) / camera.focal.x) + camera.up * ((y - camera.centre.y) / camera.focal.y) -
           camera.backward;
}

static float3 mix(const float3& from, const float3& to, float share) { return from + (to - from) * share; }

// A soft sky: a bright band at the horizon, and a lamp.
static float3 sky(const float3& direction) {
    const float up = clamp(direction.y, -0.2f, 1.0f);
    const float3 dome = mix(float3 {0.62f, 0.70f, 0.78f}, float3 {0.10f, 0.20f, 0.38f}, sqrt(max(up, 0.0f)));
    const float lamp = max(dot(direction, float3 {0.43f, 0.78f, 0.45f}), 0.0f);
    return dome + float3 {1.0f, 0.92f, 0.8f} * (lamp * lamp * lamp * lamp * lamp * lamp * 0.5f);
}

// The floor with tiles, bright in the basin and fading into the horizon, or the sky.
static float3 backdrop(const float3& from, const float3& direction, const surface_camera& camera) {
    const float length = sqrt(dot(direction, direction));
    const float3 unit = direction * (1.0f / length);
    const float3 above = sky(unit) * 0.55f;
    if (direction.y > -1e-4f) return above;
    const float distance = -from.y / direction.y;
    if (distance < 0.0f) return above;
    const float3 place = from + direction * distance;
    // Lines of the tiles, as wide as a pixel far away so that they do not flicker.
    const float tile = 0.1f * camera.basin_depth / 0.5f;
    const float pixel = distance / camera.focal.y / max(-unit.y, 0.05f);
    const float line = max(0.006f, pixel);
    const float cross_x = place.x / tile - floor(place.x / tile + 0.5f);
    const float cross_z = place.z / tile - floor(place.z / tile + 0.5f);
    const float near_line = min(abs(cross_x), abs(cross_z)) * tile;
    const float groove = (1.0f - clamp(near_line / line, 0.0f, 1.0f)) * clamp(0.006f / line, 0.0f, 1.0f);
    const bool is_inside = place.x >= 0.0f && place.z >= 0.0f && place.x <= camera.basin_width && place.z <= camera.basin_depth;
    const float3 stone = is_inside ? float3 {0.72f, 0.74f, 0.72f} : float3 {0.30f, 0.33f, 0.36f};
    const float3 lit = stone * (1.0f - 0.55f * groove);
    const float far = distance * length / (6.0f * camera.basin_width);
    return mix(lit, float3 {0.34f, 0.385f, 0.43f}, clamp(far * far, 0.0f, 1.0f));
}

// The place of the surface at a pixel.
static float3 surface_at(buffer<const float2> surface, int x, int y, const surface_camera& camera) {
    const float depth = surface[y * static_cast<int>(camera.width) + x].x;
    return camera.eye + ray_through(static_cast<float>(x) + 0.5f, static_cast<float>(y) + 0.5f, camera) * depth;
}

// The derivative of the place along one axis of the screen, from the side on which the depth changes less.
static float3 slope(buffer<const float2> surface, int x, int y, int right, int up, const surface_camera& camera) {
    const int width = static_cast<int>(camera.width);
    const int height = static_cast<int>(camera.height);
    const float3 here = surface_at(surface, x, y, camera);
    const auto is_fluid = [&](int column, int row) {
        return column >= 0 && row >= 0 && column < width && row < height && surface[row * width + column].x > 0.0f;
    };
    const bool has_after = is_fluid(x + right, y + up);
    const bool has_before = is_fluid(x - right, y - up);
    const float3 after = has_after ? surface_at(surface, x + right, y + up, camera) - here : float3 {};
    const float3 before = has_before ? here - surface_at(surface, x - right, y - up, camera) : float3 {};
    if (!has_after && !has_before) return right != 0 ? camera.right : camera.up;
    if (!has_after) return before;
    if (!has_before) return after;
    return dot(after, after) < dot(before, before) ? after : before;
}

// Reflects the sky and shows the floor through the water, which absorbs red first (Beer's law). The reflected part is Schlick's.
kernel void shade_surface(buffer<const float2> surface, buffer<float4> pixels, param<surface_camera> camera) {
    const auto x = static_cast<int32_t>(global_id.x);
    const auto y = static_cast<int32_t>(global_id.y);
    if (x >= static_cast<int32_t>(camera.width) || y >= static_cast<int32_t>(camera.height)) return;
    const uint32_t pixel = global_id.y * camera.width + global_id.x;
    const float3 ray = ray_through(static_cast<float>(x) + 0.5f, static_cast<float>(y) + 0.5f, camera);
    const float2 own = surface[pixel];
    float3 colour = backdrop(camera.eye, ray, camera);
    if (own.x > 0.0f) {
        const float3 view = ray * (1.0f / sqrt(dot(ray, ray)));
        const float3 across = cross(slope(surface, x, y, 1, 0, camera), slope(surface, x, y, 0, 1, camera));
        const float3 normal = across * (1.0f / max(sqrt(dot(across, across)), 1e-12f));
        const float facing = clamp(-dot(normal, view), 0.0f, 1.0f);
        const float away = 1.0f - facing;
        // Less than all at grazing angles: there the surface that the spheres give is rough.
        const float reflected = 0.02f + 0.6f * away * away * away * away * away;
        const float3 mirrored = view + normal * (2.0f * facing);
        const float3 bent = view - normal * (0.25f * facing + 0.05f);  // towards the inside of the water
        const float3 place = camera.eye + ray * own.x;
        const float3 through = backdrop(place, bent, camera);
        const float3 absorbed = float3 {7.0f, 2.2f, 1.1f} * (own.y * 1.6f / camera.basin_depth);
        const float3 kept {exp(-absorbed.x), exp(-absorbed.y), exp(-absorbed.z)};
        const float3 glow {0.01f, 0.09f, 0.13f};  // light that the water scatters
        const float lamp = max(dot(mirrored, float3 {0.43f, 0.78f, 0.45f}), 0.0f);
        const float lamp_8 = lamp * lamp * lamp * lamp * lamp * lamp * lamp * lamp;
        const float glint = lamp_8 * lamp_8 * lamp_8 * lamp_8 * lamp_8 * lamp_8 * lamp_8 * lamp_8;
        const float3 inside = through * kept + glow * (float3 {1.0f, 1.0f, 1.0f} - kept);
        colour = mix(inside, sky(mirrored), reflected) + float3 {1.0f, 0.95f, 0.85f} * (0.9f * glint);
    }
    pixels[pixel] = float4 {colour.x, colour.y, colour.z, 1.0f};
}
