// What changes the velocity and the ink between two transports: emitters, buoyancy, weight, vorticity confinement and viscosity.
#include <ingot/kernel.hpp>

#include "plane_sampling.hpp"

using namespace ingot;
using namespace ingot::samples::fluid;

// Lets the ink approach that of the emitters, and fade.
kernel void emit_ink(buffer<float4> ink, buffer<const uint32_t> solid, param<emitter_list> emitters, param<float4> kept,
                     param<plane_grid> grid) {
    const uint32_t x = global_id.x;
    const uint32_t y = global_id.y;
    if (x >= grid.width || y >= grid.height) return;
    const uint32_t cell = y * grid.width + x;
    const float2 point {(static_cast<float>(x) + 0.5f) * grid.cell, (static_cast<float>(y) + 0.5f) * grid.cell};
    float4 value = ink[cell] * kept;
    for (uint32_t i = 0; i < emitters.count; ++i) {
        const emitter& source = emitters.all[i];
        // ingot: keep the emitters change with each step, and an argument needs no upload before the launch
        if (source.ink_rate <= 0.0f) continue;
        value += (source.ink - value) * approached(source.ink_rate * grid.step * strength_at(source, point));
    }
    ink[cell] = solid[cell] != 0 ? float4(0.0f) : value;
}

// Lets the velocity approach that of the emitters.
kernel void push(buffer<float2> faces, param<emitter_list> emitters, param<plane_grid> grid) {
    const uint32_t x = global_id.x;
    const uint32_t y = global_id.y;
    if (x > grid.width || y > grid.height) return;
    const uint32_t face = y * (grid.width + 1) + x;
    const float2 at_u {static_cast<float>(x) * grid.cell, (static_cast<float>(y) + 0.5f) * grid.cell};
    const float2 at_v {(static_cast<float>(x) + 0.5f) * grid.cell, static_cast<float>(y) * grid.cell};
    float2 value = faces[face];
    for (uint32_t i = 0; i < emitters.count; ++i) {
        const emitter& source = emitters.all[i];
        // ingot: keep the emitters change with each step, and an argument needs no upload before the launch
        if (source.push_rate <= 0.0f) continue;
        const float rate = source.push_rate * grid.step;
        value.x += (source.velocity.x - value.x) * approached(rate * strength_at(source, at_u));
        value.y += (source.velocity.y - value.y) * approached(rate * strength_at(source, at_v));
    }
    faces[face] = value;
}

// The vorticity ω = ∂v/∂x - ∂u/∂y in the middle of each cell, in 1/s.
kernel void measure_vorticity(buffer<const float2> faces, buffer<float> vorticity, param<plane_grid> grid) {
    const uint32_t x = global_id.x;
    const uint32_t y = global_id.y;
    if (x >= grid.width || y >= grid.height) return;
    const uint32_t columns = grid.width + 1;
    const auto u = [&](uint32_t row) { return faces[row * columns + x].x + faces[row * columns + x + 1].x; };
    const auto v = [&](uint32_t column) { return faces[y * columns + column].y + faces[(y + 1) * columns + column].y; };
    const uint32_t left = x > 0 ? x - 1 : 0;
    const uint32_t right = min(x + 1, grid.width - 1);
    const uint32_t below = y > 0 ? y - 1 : 0;
    const uint32_t above = min(y + 1, grid.height - 1);
    vorticity[y * grid.width + x] =
        0.5f *
        ((v(right) - v(left)) / static_cast<float>(right - left) - (u(above) - u(below)) / static_cast<float>(above - below)) /
        grid.cell;
}

// The acceleration in each cell, in m/s². Vorticity confinement (Fedkiw, Stam and Jensen 2001, "Visual Simulation of Smoke")
// pushes the fluid around the places of the largest vorticity, which interpolation has damped: ε h (N × ω), where N points
// towards larger |ω|. Hot fluid rises, and dense smoke sinks.
kernel void find_forces(buffer<const float> vorticity, buffer<const float4> ink, buffer<float2> accelerations,
                        param<flow_forces> forces, param<plane_grid> grid) {
    const uint32_t x = global_id.x;
    const uint32_t y = global_id.y;
    if (x >= grid.width || y >= grid.height) return;
    const uint32_t cell = y * grid.width + x;
    const uint32_t left = x > 0 ? cell - 1 : cell;
    const uint32_t right = x + 1 < grid.width ? cell + 1 : cell;
    const uint32_t below = y > 0 ? cell - grid.width : cell;
    const uint32_t above = y + 1 < grid.height ? cell + grid.width : cell;
    const float2 gradient {fabs(vorticity[right]) - fabs(vorticity[left]), fabs(vorticity[above]) - fabs(vorticity[below])};
    const float2 direction = gradient / (sqrt(dot(gradient, gradient)) + 1e-4f);
    const float strength = forces.confinement * grid.cell * vorticity[cell];
    const float4 here = ink[cell];
    const float smoke = here.x + here.y + here.z;
    accelerations[cell] =
        float2(direction.y * strength, -direction.x * strength + forces.buoyancy * here.w - forces.weight * smoke);
}

// Accelerates the fluid at each face by the mean of both cells, and stops it at closed faces. Fluid enters at the inflow.
kernel void accelerate(buffer<const float2> faces, buffer<const float2> accelerations, buffer<const float2> openness,
                       buffer<float2> accelerated, param<plane_grid> grid) {
    const uint32_t x = global_id.x;
    const uint32_t y = global_id.y;
    if (x > grid.width || y > grid.height) return;
    const uint32_t face = y * (grid.width + 1) + x;
    const uint32_t cell = y * grid.width + x;
    const float2 open = openness[face];
    const float2 before = faces[face];
    float2 value {};
    if (open.x > 0.0f) {
        const float right = x < grid.width ? accelerations[cell].x : 0.0f;
        const float left = x > 0 ? accelerations[cell - 1].x : 0.0f;
        value.x = before.x + 0.5f * grid.step * (left + right);
    } else if (x == 0 && y < grid.height && grid.left == side::inflow) {
        value.x = grid.inflow;
    }
    if (open.y > 0.0f) {
        const float upper = y < grid.height ? accelerations[cell].y : 0.0f;
        const float lower = y > 0 ? accelerations[cell - grid.width].y : 0.0f;
        value.y = before.y + 0.5f * grid.step * (lower + upper);
    }
    accelerated[face] = value;
}

// One explicit step of viscosity: the velocity moves towards the mean of its four neighbours. `share` is ν Δt / h², at most 1/4.
// Along walls of the grid the fluid slips; obstacles hold it, because faces within them have the velocity 0.
kernel void diffuse(buffer<const float2> faces, buffer<const float2> openness, buffer<float2> diffused, param<float> share,
                    param<plane_grid> grid) {
    const uint32_t x = global_id.x;
    const uint32_t y = global_id.y;
    if (x > grid.width || y > grid.height) return;
    const uint32_t columns = grid.width + 1;
    const uint32_t face = y * columns + x;
    const float2 here = faces[face];
    const float2 open = openness[face];
    float2 value = here;
    if (open.x > 0.0f) {
        const float left = x > 0 ? faces[face - 1].x : here.x;
        const float right = x < grid.width ? faces[face + 1].x : here.x;
        const float below = y > 0 ? faces[face - columns].x : here.x;
        const float above = y + 1 < grid.height ? faces[face + columns].x : here.x;
        value.x += share * (left + right + below + above - 4.0f * here.x);
    }
    if (open.y > 0.0f) {
        const float left = x > 0 ? faces[face - 1].y : here.y;
        const float right = x + 1 < grid.width ? faces[face + 1].y : here.y;
        const float below = y > 0 ? faces[face - columns].y : here.y;
        const float above = y < grid.height ? faces[face + columns].y : here.y;
        value.y += share * (left + right + below + above - 4.0f * here.y);
    }
    diffused[face] = value;
}

// Makes the cells on the stroke solid, or fluid again. Fluid enters a cell that becomes free without ink.
kernel void draw_obstacle(buffer<uint32_t> solid, param<obstacle_stroke> stroke, param<plane_grid> grid) {
    const uint32_t x = global_id.x;
    const uint32_t y = global_id.y;
    if (x >= grid.width || y >= grid.height) return;
    const float2 point {(static_cast<float>(x) + 0.5f) * grid.cell, (static_cast<float>(y) + 0.5f) * grid.cell};
    if (squared_distance(stroke.from, stroke.to, along_scale_of(stroke.from, stroke.to), point) <= stroke.radius * stroke.radius)
        solid[y * grid.width + x] = stroke.is_solid;
}

// How open each face is: 1 between two cells of fluid, 0 where one of them is solid, and at an open side of the grid 2, because
// the pressure 0 is there only half a cell away.
kernel void find_openness(buffer<const uint32_t> solid, buffer<float2> openness, param<plane_grid> grid) {
    const uint32_t x = global_id.x;
    const uint32_t y = global_id.y;
    if (x > grid.width || y > grid.height) return;
    const auto is_fluid = [&](uint32_t column, uint32_t row) { return solid[row * grid.width + column] == 0; };
    const auto of_side = [](side which) { return which == side::open ? 2.0f : 0.0f; };
    float2 open {};
    if (y < grid.height) {
        if (x == 0)
            open.x = is_fluid(0, y) ? of_side(grid.left) : 0.0f;
        else if (x == grid.width)
            open.x = is_fluid(x - 1, y) ? of_side(grid.right) : 0.0f;
        else
            open.x = is_fluid(x - 1, y) && is_fluid(x, y) ? 1.0f : 0.0f;
    }
    if (x < grid.width) {
        if (y == 0)
            open.y = is_fluid(x, 0) ? of_side(grid.bottom) : 0.0f;
        else if (y == grid.height)
            open.y = is_fluid(x, y - 1) ? of_side(grid.top) : 0.0f;
        else
            open.y = is_fluid(x, y - 1) && is_fluid(x, y) ? 1.0f : 0.0f;
    }
    openness[y * (grid.width + 1) + x] = open;
}
