// What changes the velocity and the smoke between two transports: emitters, buoyancy, weight, vorticity confinement and
// obstacles.
#include <ingot/kernel.hpp>

#include "cell_faces.hpp"
#include "openness.hpp"
#include "space_sampling.hpp"

using namespace ingot;
using namespace ingot::samples::smoke;
using samples::fluid::approached;
using samples::fluid::flow_forces;
using samples::fluid::strength_at;

// The middle of a cell in metres.
static float3 cell_point(const space_grid& grid, uint32_t x, uint32_t y, uint32_t z) {
    return float3(static_cast<float>(x) + 0.5f, static_cast<float>(y) + 0.5f, static_cast<float>(z) + 0.5f) * grid.cell;
}

// Lets the smoke approach that of the emitters, which act in a part of the grid, and fade. There is none in obstacles.
kernel void emit_smoke(buffer<float4> smoke, buffer<const float> distances, constant_buffer<emitter_list> emitters,
                       param<grid_part> reached, param<float4> kept, param<space_grid> grid) {
    const uint32_t x = global_id.x;
    const uint32_t y = global_id.y;
    const uint32_t z = global_id.z;
    if (x >= grid.width || y >= grid.height || z >= grid.depth) return;
    const uint32_t cell = grid.index(x, y, z);
    const float3 point = cell_point(grid, x, y, z);
    float4 value = smoke[cell] * kept;
    const uint32_t count = reached.has(x, y, z) ? emitters[0].count : 0;
    for (uint32_t i = 0; i < count; ++i) {
        const emitter& source = emitters[0].all[i];
        if (source.smoke_rate <= 0.0f) continue;
        value += (source.smoke - value) * approached(source.smoke_rate * grid.step * strength_at(source, point));
    }
    smoke[cell] = distances[cell] < 0.0f ? float4(0.0f) : value;
}

// Lets the velocity approach that of the emitters. Launched with the items of the part that they reach.
kernel void push(buffer<float> faces, constant_buffer<emitter_list> emitters, param<grid_part> reached, param<space_grid> grid) {
    const uint32_t x = reached.first_x + global_id.x;
    const uint32_t y = reached.first_y + global_id.y;
    const uint32_t z = reached.first_z + global_id.z;
    if (!reached.has(x, y, z)) return;
    const float3 point = cell_point(grid, x, y, z);
    const float half = 0.5f * grid.cell;
    for_each_face(grid, x, y, z, [&](const face_between& face) {
        const float3 place =
            point - float3(face.axis == 0 ? half : 0.0f, face.axis == 1 ? half : 0.0f, face.axis == 2 ? half : 0.0f);
        float value = faces[face.index];
        for (uint32_t i = 0; i < emitters[0].count; ++i) {
            const emitter& source = emitters[0].all[i];
            if (source.push_rate <= 0.0f) continue;
            const float wanted = face.axis == 0 ? source.velocity.x : face.axis == 1 ? source.velocity.y : source.velocity.z;
            value += (wanted - value) * approached(source.push_rate * grid.step * strength_at(source, place));
        }
        faces[face.index] = value;
    });
}

// The vorticity ω = ∇ × u in the middle of each cell, in 1/s, and its length in w.
kernel void measure_vorticity(buffer<const float> faces, buffer<float4> vorticity, param<space_grid> grid) {
    const uint32_t x = global_id.x;
    const uint32_t y = global_id.y;
    const uint32_t z = global_id.z;
    if (x >= grid.width || y >= grid.height || z >= grid.depth) return;
    // The derivative of the velocity, from the cells at both sides, or from the own one at the grid's side.
    const uint32_t left = x > 0 ? x - 1 : 0;
    const uint32_t right = min(x + 1, grid.width - 1);
    const uint32_t below = y > 0 ? y - 1 : 0;
    const uint32_t above = min(y + 1, grid.height - 1);
    const uint32_t before = z > 0 ? z - 1 : 0;
    const uint32_t behind = min(z + 1, grid.depth - 1);
    const auto slope = [&](const float3& from, const float3& to, uint32_t cells) {
        return (to - from) * (cells == 2 ? 0.5f : 1.0f);
    };
    const float3 along_x = slope(cell_velocity(faces, grid, left, y, z), cell_velocity(faces, grid, right, y, z), right - left);
    const float3 along_y = slope(cell_velocity(faces, grid, x, below, z), cell_velocity(faces, grid, x, above, z), above - below);
    const float3 along_z =
        slope(cell_velocity(faces, grid, x, y, before), cell_velocity(faces, grid, x, y, behind), behind - before);
    const float3 curl = float3(along_y.z - along_z.y, along_z.x - along_x.z, along_x.y - along_y.x) * (1.0f / grid.cell);
    vorticity[grid.index(x, y, z)] = float4(curl, sqrt(dot(curl, curl)));
}

// The acceleration in each cell, in m/s². Vorticity confinement (Fedkiw, Stam and Jensen 2001, "Visual Simulation of Smoke")
// pushes the fluid around the places of the largest vorticity, which interpolation has damped: ε h (N × ω), where N points
// towards larger |ω|. Hot fluid rises, and dense smoke sinks.
kernel void find_forces(buffer<const float4> vorticity, buffer<const float4> smoke, buffer<float4> accelerations,
                        param<flow_forces> forces, param<space_grid> grid) {
    const uint32_t x = global_id.x;
    const uint32_t y = global_id.y;
    const uint32_t z = global_id.z;
    if (x >= grid.width || y >= grid.height || z >= grid.depth) return;
    const uint32_t cell = grid.index(x, y, z);
    const uint32_t layer = grid.width * grid.height;
    const float4 here = vorticity[cell];
    const auto slope = [&](bool has_before, bool has_behind, uint32_t distance) {
        return vorticity[has_behind ? cell + distance : cell].w - vorticity[has_before ? cell - distance : cell].w;
    };
    const float3 gradient {slope(x > 0, x + 1 < grid.width, 1), slope(y > 0, y + 1 < grid.height, grid.width),
                           slope(z > 0, z + 1 < grid.depth, layer)};
    const float3 direction = gradient * (1.0f / (sqrt(dot(gradient, gradient)) + 1e-4f));
    float3 force = cross(direction, float3(here.x, here.y, here.z)) * (forces.confinement * grid.cell);
    const float4 own = smoke[cell];
    force.y += forces.buoyancy * own.w - forces.weight * (own.x + own.y + own.z);
    accelerations[cell] = float4(force, 0.0f);
}

// Accelerates the fluid at each face by the mean of both cells, and stops it at closed faces. Fluid enters at the inflow.
kernel void accelerate(buffer<float> faces, buffer<const float4> accelerations, buffer<const uint32_t> openness,
                       param<space_grid> grid) {
    for_each_face(grid, global_id.x, global_id.y, global_id.z, [&](const face_between& face) {
        if (!is_open(openness, face)) {
            const bool is_inflow = face.axis == 0 && !face.has_before && grid.left == side::inflow && openness[face.behind] != 0;
            faces[face.index] = is_inflow ? grid.inflow : 0.0f;
            return;
        }
        const auto part = [&](const float4& all) { return face.axis == 0 ? all.x : face.axis == 1 ? all.y : all.z; };
        const float behind = face.has_behind ? part(accelerations[face.behind]) : 0.0f;
        const float before = face.has_before ? part(accelerations[face.before]) : 0.0f;
        faces[face.index] += 0.5f * grid.step * (before + behind);
    });
}

// Begins with no obstacle: a distance that no ray in the grid has.
kernel void clear_obstacles(buffer<float> distances, param<float> distance, param<space_grid> grid) {
    if (global_id.x < grid.cells()) distances[global_id.x] = distance;
}

// Adds a ball that is moved along a line to the obstacles, or removes it. Each cell knows its distance from the obstacles'
// surface in metres, which is negative in them.
kernel void draw_obstacle(buffer<float> distances, param<obstacle_stroke> stroke, param<space_grid> grid) {
    const uint32_t x = global_id.x;
    const uint32_t y = global_id.y;
    const uint32_t z = global_id.z;
    if (x >= grid.width || y >= grid.height || z >= grid.depth) return;
    const uint32_t cell = grid.index(x, y, z);
    const float along_scale = samples::fluid::along_scale_of(stroke.from, stroke.to);
    const float distance =
        sqrt(samples::fluid::squared_distance(stroke.from, stroke.to, along_scale, cell_point(grid, x, y, z))) - stroke.radius;
    distances[cell] = stroke.is_solid != 0 ? min(distances[cell], distance) : max(distances[cell], -distance);
}

// How open the faces of each cell are. They are closed between a cell of fluid and an obstacle, and at the grid's sides that are
// not open.
kernel void find_openness(buffer<const float> distances, buffer<uint32_t> openness, param<space_grid> grid) {
    const uint32_t x = global_id.x;
    const uint32_t y = global_id.y;
    const uint32_t z = global_id.z;
    if (x >= grid.width || y >= grid.height || z >= grid.depth) return;
    const uint32_t cell = grid.index(x, y, z);
    const uint32_t layer = grid.width * grid.height;
    uint32_t packed = 0;
    const auto add = [&](uint32_t face, bool is_outside, side beyond, uint32_t neighbour) {
        const bool is_open = is_outside ? beyond == side::open : distances[neighbour] >= 0.0f;
        if (is_open) packed |= packed_openness(face, fully_open);
    };
    if (distances[cell] >= 0.0f) {
        add(left_face, x == 0, grid.left, cell - 1);
        add(right_face, x + 1 == grid.width, grid.right, cell + 1);
        add(lower_face, y == 0, grid.bottom, cell - grid.width);
        add(upper_face, y + 1 == grid.height, grid.top, cell + grid.width);
        add(near_face, z == 0, grid.near, cell - layer);
        add(far_face, z + 1 == grid.depth, grid.far, cell + layer);
    }
    openness[cell] = packed;
}
