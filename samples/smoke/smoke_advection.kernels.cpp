// Transport by the flow in space: the semi-Lagrangian method (Stam 1999, "Stable Fluids") with the correction of MacCormack
// (Selle, Fedkiw, Kim, Liu and Rossignac 2008, "An Unconditionally Stable MacCormack Method"), as
// samples/fluid/fluid_advection.kernels.cpp describes it for the plane.
#include <ingot/kernel.hpp>

#include "space_sampling.hpp"

using namespace ingot;
using namespace ingot::samples::smoke;

// The place of a cell's middle, in cells.
static float3 cell_place(uint32_t x, uint32_t y, uint32_t z) {
    return {static_cast<float>(x) + 0.5f, static_cast<float>(y) + 0.5f, static_cast<float>(z) + 0.5f};
}

// The first transport of the smoke.
kernel void predict_smoke(buffer<const float4> smoke, buffer<const float> faces, buffer<float4> predicted,
                          param<space_grid> grid) {
    const uint32_t x = global_id.x;
    const uint32_t y = global_id.y;
    const uint32_t z = global_id.z;
    if (x >= grid.width || y >= grid.height || z >= grid.depth) return;
    const float3 origin = follow(faces, grid, cell_place(x, y, z), cell_velocity(faces, grid, x, y, z), -grid.step);
    predicted[grid.index(x, y, z)] =
        comes_from_outside(grid, origin) ? float4(0.0f) : cells_around<float4>(smoke, grid, origin).interpolated();
}

// MacCormack's correction of the smoke.
kernel void correct_smoke(buffer<const float4> smoke, buffer<const float4> predicted, buffer<const float> faces,
                          buffer<float4> corrected, param<space_grid> grid) {
    const uint32_t x = global_id.x;
    const uint32_t y = global_id.y;
    const uint32_t z = global_id.z;
    if (x >= grid.width || y >= grid.height || z >= grid.depth) return;
    const uint32_t cell = grid.index(x, y, z);
    const float3 place = cell_place(x, y, z);
    const float3 velocity = cell_velocity(faces, grid, x, y, z);
    const float3 origin = follow(faces, grid, place, velocity, -grid.step);
    const float3 target = follow(faces, grid, place, velocity, grid.step);
    const float4 first = predicted[cell];
    if (comes_from_outside(grid, origin) || comes_from_outside(grid, target)) {
        corrected[cell] = first;
        return;
    }
    const float4 returned = cells_around<float4>(predicted, grid, target).interpolated();
    const float4 value = first + (smoke[cell] - returned) * 0.5f;
    const cube<float4> around = cells_around<float4>(smoke, grid, origin);
    corrected[cell] = samples::fluid::within_or(value, around.smallest(), around.largest(), first);
}

// The number of faces in each direction that cross an axis.
template <uint32_t axis>
static bool is_face(const space_grid& grid, uint32_t x, uint32_t y, uint32_t z) {
    return x < grid.width + (axis == 0 ? 1 : 0) && y < grid.height + (axis == 1 ? 1 : 0) && z < grid.depth + (axis == 2 ? 1 : 0);
}

// The place of a face's middle, in cells.
template <uint32_t axis>
static float3 face_place(uint32_t x, uint32_t y, uint32_t z) {
    return cell_place(x, y, z) - float3(axis == 0 ? 0.5f : 0.0f, axis == 1 ? 0.5f : 0.0f, axis == 2 ? 0.5f : 0.0f);
}

// The velocity in the middle of a face: its own component, and the means of the four nearest faces of the others. At the sides of
// the grid the nearest ones count twice.
template <uint32_t axis>
static float3 face_velocity(buffer<const float> faces, const space_grid& grid, uint32_t x, uint32_t y, uint32_t z) {
    const auto component = [&](uint32_t other) {
        const auto along = [&](uint32_t of) { return of == 0 ? 1u : of == 1 ? grid.row() : grid.layer(); };
        const uint32_t place = axis == 0 ? x : axis == 1 ? y : z;
        const uint32_t last = (axis == 0 ? grid.width : axis == 1 ? grid.height : grid.depth) - 1;
        const uint32_t face = other * grid.faces() + grid.face(x, y, z);
        const uint32_t before = place > 0 ? face - along(axis) : face;
        const uint32_t behind = place <= last ? face : face - along(axis);
        return 0.25f * (faces[before] + faces[before + along(other)] + faces[behind] + faces[behind + along(other)]);
    };
    const float own = faces[axis * grid.faces() + grid.face(x, y, z)];
    return {axis == 0 ? own : component(0), axis == 1 ? own : component(1), axis == 2 ? own : component(2)};
}

// The first transport of a component of the velocity.
template <uint32_t axis>
static void predict(buffer<const float> faces, buffer<float> predicted, const space_grid& grid) {
    const uint32_t x = global_id.x;
    const uint32_t y = global_id.y;
    const uint32_t z = global_id.z;
    if (!is_face<axis>(grid, x, y, z)) return;
    const float3 place = face_place<axis>(x, y, z);
    const float3 origin = follow(faces, grid, place, face_velocity<axis>(faces, grid, x, y, z), -grid.step);
    // Fluid from outside enters with the velocity at the side, so that vortices can leave the box. Without friction the fluid
    // would become ever faster there.
    const float kept = comes_from_outside(grid, origin) ? 0.9f : 1.0f;
    predicted[axis * grid.faces() + grid.face(x, y, z)] = kept * component_around<axis>(faces, grid, origin).interpolated();
}

// MacCormack's correction of a component, limited to the values around the origin. Fluid from outside needs none.
template <uint32_t axis>
static void correct(buffer<const float> faces, buffer<const float> predicted, buffer<float> corrected, const space_grid& grid) {
    const uint32_t x = global_id.x;
    const uint32_t y = global_id.y;
    const uint32_t z = global_id.z;
    if (!is_face<axis>(grid, x, y, z)) return;
    const uint32_t face = axis * grid.faces() + grid.face(x, y, z);
    const float3 place = face_place<axis>(x, y, z);
    const float3 velocity = face_velocity<axis>(faces, grid, x, y, z);
    const float3 origin = follow(faces, grid, place, velocity, -grid.step);
    const float3 target = follow(faces, grid, place, velocity, grid.step);
    const float first = predicted[face];
    if (comes_from_outside(grid, origin) || comes_from_outside(grid, target)) {
        corrected[face] = first;
        return;
    }
    const cube<float> around = component_around<axis>(faces, grid, origin);
    const float returned = component_around<axis>(predicted, grid, target).interpolated();
    corrected[face] = clamp(first + 0.5f * (faces[face] - returned), around.smallest(), around.largest());
}

kernel void predict_u(buffer<const float> faces, buffer<float> predicted, param<space_grid> grid) {
    predict<0>(faces, predicted, grid);
}
kernel void predict_v(buffer<const float> faces, buffer<float> predicted, param<space_grid> grid) {
    predict<1>(faces, predicted, grid);
}
kernel void predict_w(buffer<const float> faces, buffer<float> predicted, param<space_grid> grid) {
    predict<2>(faces, predicted, grid);
}
kernel void correct_u(buffer<const float> faces, buffer<const float> predicted, buffer<float> corrected, param<space_grid> grid) {
    correct<0>(faces, predicted, corrected, grid);
}
kernel void correct_v(buffer<const float> faces, buffer<const float> predicted, buffer<float> corrected, param<space_grid> grid) {
    correct<1>(faces, predicted, corrected, grid);
}
kernel void correct_w(buffer<const float> faces, buffer<const float> predicted, buffer<float> corrected, param<space_grid> grid) {
    correct<2>(faces, predicted, corrected, grid);
}
