// Transport by the flow: each quantity moves with the fluid.
//
// The semi-Lagrangian method (Stam 1999, "Stable Fluids") follows the flow from each point into the past, and takes the value
// that was there. It is stable for steps of any length, but linear interpolation blurs: its error is of first order. The
// correction of MacCormack (Selle, Fedkiw, Kim, Liu and Rossignac 2008, "An Unconditionally Stable MacCormack Method") follows
// the flow once more, from the result back to the start. Half of the difference from the known start is the error of one
// transport, and is subtracted. So that the result stays stable, it is limited to the values that the first transport
// interpolated between.
#include <ingot/kernel.hpp>

#include "plane_sampling.hpp"

using namespace ingot;
using namespace ingot::samples::fluid;

// The places of a cell's middle and of its left and lower face, in cells.
static float2 cell_place(uint32_t x, uint32_t y) { return {static_cast<float>(x) + 0.5f, static_cast<float>(y) + 0.5f}; }
static float2 left_face_place(uint32_t x, uint32_t y) { return {static_cast<float>(x), static_cast<float>(y) + 0.5f}; }
static float2 lower_face_place(uint32_t x, uint32_t y) { return {static_cast<float>(x) + 0.5f, static_cast<float>(y)}; }

// The velocity in the middle of a cell.
static float2 cell_velocity(buffer<const float2> faces, const plane_grid& grid, uint32_t x, uint32_t y) {
    const uint32_t columns = grid.width + 1;
    const float2 lower_left = faces[y * columns + x];
    return {0.5f * (lower_left.x + faces[y * columns + x + 1].x), 0.5f * (lower_left.y + faces[(y + 1) * columns + x].y)};
}

// The first transport of the ink.
kernel void predict_ink(buffer<const float4> ink, buffer<const float2> faces, buffer<float4> predicted, param<plane_grid> grid) {
    const uint32_t x = global_id.x;
    const uint32_t y = global_id.y;
    if (x >= grid.width || y >= grid.height) return;
    const float2 origin = follow(faces, grid, cell_place(x, y), cell_velocity(faces, grid, x, y), -grid.step);
    predicted[y * grid.width + x] =
        comes_from_outside(grid, origin) ? float4(0.0f) : cells_around<float4>(ink, grid, origin).interpolated();
}

// MacCormack's correction of the ink.
kernel void correct_ink(buffer<const float4> ink, buffer<const float4> predicted, buffer<const float2> faces,
                        buffer<float4> corrected, param<plane_grid> grid) {
    const uint32_t x = global_id.x;
    const uint32_t y = global_id.y;
    if (x >= grid.width || y >= grid.height) return;
    const uint32_t cell = y * grid.width + x;
    const float2 place = cell_place(x, y);
    const float2 velocity = cell_velocity(faces, grid, x, y);

    // Estimate the error from a transport forth and back. Ink from outside has none.
    const float2 origin = follow(faces, grid, place, velocity, -grid.step);
    const float2 target = follow(faces, grid, place, velocity, grid.step);
    if (comes_from_outside(grid, origin) || comes_from_outside(grid, target)) {
        corrected[cell] = predicted[cell];
        return;
    }
    const float4 returned = cells_around<float4>(predicted, grid, target).interpolated();
    const float4 value = predicted[cell] + (ink[cell] - returned) * 0.5f;

    const square<float4> around = cells_around<float4>(ink, grid, origin);
    corrected[cell] = within_or(value, around.smallest(), around.largest(), predicted[cell]);
}

// The first transport of the velocity, by itself. Both components are at different places.
kernel void predict_velocity(buffer<const float2> faces, buffer<float2> predicted, param<plane_grid> grid) {
    const uint32_t x = global_id.x;
    const uint32_t y = global_id.y;
    if (x > grid.width || y > grid.height) return;
    float2 moved {};
    if (y < grid.height) {
        const float2 place = left_face_place(x, y);
        const float2 origin = follow(faces, grid, place, velocity_at(faces, grid, place), -grid.step);
        moved.x = u_around(faces, grid, origin).interpolated();
    }
    if (x < grid.width) {
        const float2 place = lower_face_place(x, y);
        const float2 origin = follow(faces, grid, place, velocity_at(faces, grid, place), -grid.step);
        moved.y = v_around(faces, grid, origin).interpolated();
    }
    predicted[y * (grid.width + 1) + x] = moved;
}

// MacCormack's correction of the velocity.
kernel void correct_velocity(buffer<const float2> faces, buffer<const float2> predicted, buffer<float2> corrected,
                             param<plane_grid> grid) {
    const uint32_t x = global_id.x;
    const uint32_t y = global_id.y;
    if (x > grid.width || y > grid.height) return;
    const uint32_t face = y * (grid.width + 1) + x;
    const float2 before = faces[face];
    float2 value = predicted[face];
    if (y < grid.height) {
        const float2 place = left_face_place(x, y);
        const float2 velocity = velocity_at(faces, grid, place);
        const square<float> around = u_around(faces, grid, follow(faces, grid, place, velocity, -grid.step));
        const float returned = u_around(predicted, grid, follow(faces, grid, place, velocity, grid.step)).interpolated();
        value.x = clamp(value.x + 0.5f * (before.x - returned), around.smallest(), around.largest());
    }
    if (x < grid.width) {
        const float2 place = lower_face_place(x, y);
        const float2 velocity = velocity_at(faces, grid, place);
        const square<float> around = v_around(faces, grid, follow(faces, grid, place, velocity, -grid.step));
        const float returned = v_around(predicted, grid, follow(faces, grid, place, velocity, grid.step)).interpolated();
        value.y = clamp(value.y + 0.5f * (before.y - returned), around.smallest(), around.largest());
    }
    corrected[face] = value;
}
