// The surface of the fluid, in the space of the screen (van der Laan, Green and Sainz, "Screen Space Fluid Rendering with
// Curvature Flow", 2009): spheres give the depth of the surface, and the thickness and foam of the fluid at each texel. All are
// smoothed, the depth so that its edges stay, and normals follow from it. Particles of spray are drops of their own.
#include <ingot/kernel.hpp>

#include "surface_layout.hpp"

using namespace ingot;
using namespace ingot::samples::particles;

// Sums are of whole numbers, so that every order gives the same sum.
constexpr float thickness_unit = 1.0f / 65536.0f;
constexpr float largest_sphere = 48.0f;  // texels or pixels, radius
constexpr int largest_filter = 24;       // texels to each side

kernel void clear_texels(buffer<uint32_t> depths, buffer<uint32_t> thicknesses, buffer<uint32_t> foams, param<uint32_t> count) {
    if (global_id.x >= count) return;
    depths[global_id.x] = no_depth;
    thicknesses[global_id.x] = 0;
    foams[global_id.x] = 0;
}

kernel void clear_drops(buffer<uint32_t> depths, buffer<uint32_t> indices, param<uint32_t> count) {
    if (global_id.x >= count) return;
    depths[global_id.x] = no_depth;
    indices[global_id.x] = no_depth;
}

// A disc on the screen, and the squares around it.
struct disc {
    float x = 0.0f;
    float y = 0.0f;
    float radius = 0.0f;
    float depth = 0.0f;
    int32_t left = 0;
    int32_t right = -1;  // is less than `left` if nothing is visible
    int32_t low = 0;
    int32_t high = -1;
};

// The disc of a sphere, in squares of `size` pixels.
static disc disc_of(const float3& place, float radius, const surface_camera& camera, float size, uint32_t columns,
                    uint32_t rows) {
    const float3 offset = place - camera.eye;
    const float depth = -dot(offset, camera.backward);
    if (depth < 2.0f * radius) return {};
    disc all;
    all.depth = depth;
    all.x = (camera.centre.x + camera.focal.x * dot(offset, camera.right) / depth) / size;
    all.y = (camera.centre.y + camera.focal.y * dot(offset, camera.up) / depth) / size;
    all.radius = clamp(radius * camera.focal.y / (depth * size), 0.9f, largest_sphere);
    // A place that is not a number is not seen either.
    const bool is_seen = all.x + all.radius >= 0.0f && all.y + all.radius >= 0.0f &&
                         all.x - all.radius <= static_cast<float>(columns) && all.y - all.radius <= static_cast<float>(rows);
    if (!is_seen) return {};
    all.left = static_cast<int32_t>(max(all.x - all.radius, 0.0f));
    all.right = static_cast<int32_t>(min(all.x + all.radius, static_cast<float>(columns - 1)));
    all.low = static_cast<int32_t>(max(all.y - all.radius, 0.0f));
    all.high = static_cast<int32_t>(min(all.y + all.radius, static_cast<float>(rows - 1)));
    return all;
}

// Draws one particle as a sphere: keeps the smallest depth of each texel, and adds the length of the ray in the sphere. The bits
// of positive floats are ordered as the floats are.
kernel void draw_spheres(buffer<const float4> places, buffer<const float4> velocities, buffer<uint32_t> depths,
                         buffer<uint32_t> thicknesses, buffer<uint32_t> foams, param<surface_camera> camera) {
    if (global_id.x >= camera.particles) return;
    const float4 place = places[global_id.x];
    if (place.w < drop_density) return;
    const float foam = velocities[global_id.x].w;
    // Spheres are smaller where there are few, so that thin sheets are not thick.
    const float radius = camera.spacing * clamp(0.6f + 2.0f * (place.w - drop_density), 0.6f, 0.9f);
    const disc all = disc_of(place.xyz, radius, camera, static_cast<float>(camera.texel), camera.columns, camera.rows);
    for (int32_t row = all.low; row <= all.high; ++row)
        for (int32_t column = all.left; column <= all.right; ++column) {
            const float across = (static_cast<float>(column) + 0.5f - all.x) / all.radius;
            const float along = (static_cast<float>(row) + 0.5f - all.y) / all.radius;
            const float inside = 1.0f - across * across - along * along;
            if (inside <= 0.0f) continue;
            const float bulge = radius * sqrt(inside);
            const uint32_t texel = static_cast<uint32_t>(row) * camera.columns + static_cast<uint32_t>(column);
            const auto thickness = static_cast<uint32_t>(bulge / thickness_unit);
            atomic_min(&depths[texel], std::bit_cast<uint32_t>(all.depth - bulge));
            atomic_add(&thicknesses[texel], thickness);
            if (foam > 0.01f) atomic_add(&foams[texel], static_cast<uint32_t>(foam * static_cast<float>(thickness)));
        }
}

// Calls `visit` with the pixel and the depth of each pixel of a drop.
template <typename Visitor>
static void visit_drop(const float4& place, const surface_camera& camera, Visitor visit) {
    if (place.w >= drop_density) return;
    const float radius = drop_radius(place.w, camera);
    disc all = disc_of(place.xyz, radius, camera, 1.0f, camera.width, camera.height);
    for (int32_t row = all.low; row <= all.high; ++row)
        for (int32_t column = all.left; column <= all.right; ++column) {
            const float across = (static_cast<float>(column) + 0.5f - all.x) / all.radius;
            const float along = (static_cast<float>(row) + 0.5f - all.y) / all.radius;
            const float inside = 1.0f - across * across - along * along;
            if (inside <= 0.0f) continue;
            const uint32_t pixel = static_cast<uint32_t>(row) * camera.width + static_cast<uint32_t>(column);
            visit(pixel, std::bit_cast<uint32_t>(all.depth - radius * sqrt(inside)));
        }
}

kernel void draw_drops(buffer<const float4> places, buffer<uint32_t> depths, param<surface_camera> camera) {
    if (global_id.x >= camera.particles) return;
    visit_drop(places[global_id.x], camera, [&](uint32_t pixel, uint32_t depth) { atomic_min(&depths[pixel], depth); });
}

// Finds the drop at each pixel. Of two at the same depth it is the first, in whichever order they come.
kernel void name_drops(buffer<const float4> places, buffer<const uint32_t> depths, buffer<uint32_t> indices,
                       param<surface_camera> camera) {
    if (global_id.x >= camera.particles) return;
    visit_drop(places[global_id.x], camera, [&](uint32_t pixel, uint32_t depth) {
        if (depths[pixel] == depth) atomic_min(&indices[pixel], global_id.x);
    });
}

// Depth, thickness and foam as floats, and how much of the texel is covered, which is less at the rims of spheres. A depth of 0
// means that there is no fluid. Spheres at rest overlap: together they are thicker than the fluid, by the volume of a sphere over
// that of a cell of the lattice.
kernel void begin_surface(buffer<const uint32_t> depths, buffer<const uint32_t> thicknesses, buffer<const uint32_t> foams,
                          buffer<float4> surface, param<float> thickness_scale, param<surface_camera> camera) {
    const uint32_t i = global_id.x;
    if (i >= camera.columns * camera.rows) return;
    const bool is_fluid = depths[i] != no_depth;
    const auto thickness = static_cast<float>(thicknesses[i]);
    surface[i] = float4 {is_fluid ? std::bit_cast<float>(depths[i]) : 0.0f, thickness * thickness_unit * thickness_scale,
                         is_fluid ? static_cast<float>(foams[i]) / max(thickness, 1.0f) : 0.0f,
                         min(thickness * thickness_unit * thickness_scale / camera.spacing, 1.0f)};
}

// Smooths along one direction. The weight of a neighbour falls with the distance on the screen and, for the depth, with the
// difference of the depths, so that sheets before the fluid do not melt into it. What is covered is smoothed between neighbours
// only, so that the outline does not show each sphere.
kernel void smooth_surface(buffer<const float4> rough, buffer<float4> smooth, param<int2> direction,
                           param<surface_camera> camera) {
    const auto x = static_cast<int32_t>(global_id.x);
    const auto y = static_cast<int32_t>(global_id.y);
    const auto columns = static_cast<int32_t>(camera.columns);
    const auto rows = static_cast<int32_t>(camera.rows);
    if (x >= columns || y >= rows) return;
    const int own_texel = y * columns + x;
    const float4 own = rough[own_texel];
    const int stride = direction.y * columns + direction.x;
    const int position = direction.x != 0 ? x : y;
    const int last = (direction.x != 0 ? columns : rows) - 1;
    const float before = rough[own_texel - (position > 0 ? stride : 0)].w;
    const float after = rough[own_texel + (position < last ? stride : 0)].w;
    const float covered = 0.5f * own.w + 0.25f * (before + after);
    if (own.x <= 0.0f) {
        smooth[own_texel] = float4 {0.0f, 0.0f, 0.0f, covered};
        return;
    }
    // Thin sheets are smoothed less, so that small pieces of water stay round.
    const float thick = clamp(own.y / (3.0f * camera.spacing), 0.4f, 1.0f);
    const float size = thick * camera.smoothing * camera.focal.y / (own.x * static_cast<float>(camera.texel));
    const int reach = clamp(static_cast<int>(size + 0.5f), 1, largest_filter);
    const float range = 1.0f / (3.5f * camera.spacing);
    const float scale = 1.0f / static_cast<float>(reach + 1);
    float4 sum {};
    float weights = 0.0f;
    for (int i = -min(reach, position); i <= min(reach, last - position); ++i) {
        const float4 other = rough[own_texel + i * stride];
        const float step = (other.x - own.x) * range;
        if (other.x <= 0.0f || step * step >= 1.0f) continue;
        const float share = static_cast<float>(i) * scale;
        const float near = (1.0f - share * share) * (1.0f - step * step);
        sum += other * (near * near);
        weights += near * near;
    }
    sum = sum * (1.0f / weights);
    smooth[own_texel] = float4 {sum.x, sum.y, sum.z, covered};
}

// The derivative of the place along one axis of the screen, from the side on which the depth changes less. Without a neighbour
// on the same sheet, the sheet faces the camera.
static float3 slope(buffer<const float4> surface, int x, int y, int right, int up, const surface_camera& camera) {
    const auto columns = static_cast<int>(camera.columns);
    const auto rows = static_cast<int>(camera.rows);
    const auto size = static_cast<float>(camera.texel);
    const float own = surface[y * columns + x].x;
    const auto place_at = [&](int column, int row, float depth) {
        return ray_through((static_cast<float>(column) + 0.5f) * size, (static_cast<float>(row) + 0.5f) * size, camera) * depth;
    };
    const float3 here = place_at(x, y, own);
    const float3 level = place_at(x + right, y + up, own) - here;
    float3 found = level;
    float least = 3.0f * camera.spacing;
    for (int side = -1; side <= 1; side += 2) {
        const int column = x + side * right;
        const int row = y + side * up;
        if (column < 0 || row < 0 || column >= columns || row >= rows) continue;
        const float other = surface[row * columns + column].x;
        if (other <= 0.0f || abs(other - own) >= least) continue;
        least = abs(other - own);
        found = (place_at(column, row, other) - here) * static_cast<float>(side);
    }
    return found;
}

// Normal and depth of each texel. Where the fluid touches the glass before it, it is as flat as the glass.
kernel void find_normals(buffer<const float4> surface, buffer<float4> normals, param<surface_camera> camera) {
    const auto x = static_cast<int32_t>(global_id.x);
    const auto y = static_cast<int32_t>(global_id.y);
    if (x >= static_cast<int32_t>(camera.columns) || y >= static_cast<int32_t>(camera.rows)) return;
    const uint32_t texel = global_id.y * camera.columns + global_id.x;
    const float depth = surface[texel].x;
    const auto size = static_cast<float>(camera.texel);
    const float3 ray = ray_through((static_cast<float>(x) + 0.5f) * size, (static_cast<float>(y) + 0.5f) * size, camera);
    const box_part inside = meet_box(camera.eye, ray, camera.basin);
    // Spheres reach through the walls, the fluid does not.
    if (depth <= 0.0f || depth > inside.exit) {
        normals[texel] = float4 {};
        return;
    }
    if (inside.entry > 0.0f && inside.entry_axis != 1 && depth < inside.entry + 0.8f * camera.spacing) {
        const float3 pane = pane_at(inside.entry_axis, ray);
        normals[texel] = float4 {pane.x, pane.y, pane.z, max(depth, inside.entry)};
        return;
    }
    const float3 across = cross(slope(surface, x, y, 1, 0, camera), slope(surface, x, y, 0, 1, camera));
    const float3 normal = across * (1.0f / max(sqrt(dot(across, across)), 1e-12f));
    normals[texel] = float4 {normal.x, normal.y, normal.z, depth};
}

kernel void clear_floor(buffer<uint32_t> counts, param<uint32_t> count) {
    if (global_id.x < count) counts[global_id.x] = 0;
}

// Counts the particles above each square of the floor.
kernel void count_on_floor(buffer<const float4> places, buffer<uint32_t> counts, param<surface_camera> camera) {
    if (global_id.x >= camera.particles) return;
    const float4 place = places[global_id.x];
    if (place.w < drop_density) return;
    const auto column = min(static_cast<uint32_t>(max(place.x / camera.floor_cell, 0.0f)), camera.floor_columns - 1);
    const auto layer = min(static_cast<uint32_t>(max(place.z / camera.floor_cell, 0.0f)), camera.floor_layers - 1);
    atomic_inc(&counts[layer * camera.floor_columns + column]);
}

// The height of the water above each square.
kernel void begin_floor(buffer<const uint32_t> counts, buffer<float> heights, param<surface_camera> camera) {
    const uint32_t i = global_id.x;
    if (i >= camera.floor_columns * camera.floor_layers) return;
    const float volume = camera.spacing * camera.spacing * camera.spacing;
    heights[i] = static_cast<float>(counts[i]) * volume / (camera.floor_cell * camera.floor_cell);
}

// Smooths over squares of five by five with binomial weights.
kernel void smooth_floor(buffer<const float> rough, buffer<float> smooth, param<surface_camera> camera) {
    const auto columns = static_cast<int>(camera.floor_columns);
    const auto layers = static_cast<int>(camera.floor_layers);
    const auto x = static_cast<int>(global_id.x);
    const auto z = static_cast<int>(global_id.y);
    if (x >= columns || z >= layers) return;
    const auto weight = [](int i) { return i == 0 ? 6.0f : (i * i == 1 ? 4.0f : 1.0f); };
    float sum = 0.0f;
    for (int j = -2; j <= 2; ++j)
        for (int i = -2; i <= 2; ++i)
            sum += weight(i) * weight(j) * rough[clamp(z + j, 0, layers - 1) * columns + clamp(x + i, 0, columns - 1)];
    smooth[z * columns + x] = sum * (1.0f / 256.0f);
}

// The light that arrives at the floor, and the height of the water there. The surface bends light to a place that is moved by
// 1 - 1 / 1.33 of height times slope, so that crests gather it, and troughs spread it.
kernel void light_floor(buffer<const float> heights, buffer<float2> light, param<surface_camera> camera) {
    const auto columns = static_cast<int>(camera.floor_columns);
    const auto layers = static_cast<int>(camera.floor_layers);
    const auto x = static_cast<int>(global_id.x);
    const auto z = static_cast<int>(global_id.y);
    if (x >= columns || z >= layers) return;
    const auto height = [&](int i, int j) {
        return heights[clamp(z + j, 0, layers - 1) * columns + clamp(x + i, 0, columns - 1)];
    };
    const float own = height(0, 0);
    const float curvature =
        (height(1, 0) + height(-1, 0) + height(0, 1) + height(0, -1) - 4.0f * own) / (camera.floor_cell * camera.floor_cell);
    light[z * columns + x] = float2 {clamp(1.0f - 0.25f * min(own, 0.3f) * curvature, 0.7f, 2.0f), own};
}
