// The pressure that makes the flow in space free of divergence, by multigrid. samples/fluid/fluid_pressure.kernels.cpp has the
// method and its sources. With q = Δt p / (ρ h), every cell has the equation
//
//     Σ β (q - q') = -D
//
// over its six faces, where β is how open a face is, and q' the pressure behind it. At an open side of the grid β is doubled,
// because the pressure 0 is there only half a cell away.
#include <ingot/kernel.hpp>

#include "../fluid/flow_terms.hpp"
#include "cell_faces.hpp"
#include "openness.hpp"
#include "space_sampling.hpp"

using namespace ingot;
using namespace ingot::samples::smoke;
using samples::fluid::column_measures;

// The terms of a cell's equation, diagonal · q - neighbours = rhs.
struct equation {
    float diagonal = 0.0f;
    float neighbours = 0.0f;  // Σ β q'
};

// Works on any kind of memory.
template <typename Pressure>
static equation equation_of(const Pressure& q, uint32_t openness, const pressure_level& level, uint32_t x, uint32_t y,
                            uint32_t z) {
    const uint32_t cell = level.index(x, y, z);
    equation own {};
    const auto add = [&](uint32_t face, bool is_outside, uint32_t neighbour) {
        const float open = open_share(openness, face);
        own.diagonal += is_outside ? 2.0f * open : open;
        own.neighbours += is_outside ? 0.0f : open * q[neighbour];
    };
    add(left_face, x == 0, cell - 1);
    add(right_face, x + 1 == level.width, cell + 1);
    add(lower_face, y == 0, cell - level.width);
    add(upper_face, y + 1 == level.height, cell + level.width);
    add(near_face, z == 0, cell - level.layer());
    add(far_face, z + 1 == level.depth, cell + level.layer());
    return own;
}

// The sum of the velocities out of a cell.
static float divergence_of(buffer<const float> faces, const space_grid& grid, uint32_t x, uint32_t y, uint32_t z) {
    const uint32_t u = grid.face(x, y, z);
    const uint32_t v = u + grid.faces();
    const uint32_t w = v + grid.faces();
    return faces[u + 1] - faces[u] + faces[v + grid.row()] - faces[v] + faces[w + grid.layer()] - faces[w];
}

// The right side -D, and a start of the pressure: `kept` times that of the last step.
kernel void measure_divergence(buffer<const float> faces, buffer<const uint32_t> openness, buffer<float> rhs, buffer<float> q,
                               param<float> kept, param<space_grid> grid) {
    const uint32_t x = global_id.x;
    const uint32_t y = global_id.y;
    const uint32_t z = global_id.z;
    if (x >= grid.width || y >= grid.height || z >= grid.depth) return;
    const uint32_t cell = grid.index(x, y, z);
    const bool is_enclosed = openness[cell] == 0;
    rhs[cell] = is_enclosed ? 0.0f : -divergence_of(faces, grid, x, y, z);
    q[cell] = is_enclosed ? 0.0f : kept * q[cell];
}

// Half of a sweep of Gauss and Seidel: solves the equations of the cells with x + y + z even (`colour` 0) or odd (1), which do
// not depend on each other. Launched with half of the columns.
kernel void relax(buffer<float> q, buffer<const float> rhs, buffer<const uint32_t> openness, param<uint32_t> colour,
                  param<pressure_level> level) {
    const uint32_t y = global_id.y;
    const uint32_t z = global_id.z;
    const uint32_t x = 2 * global_id.x + ((y + z + colour) & 1u);
    if (x >= level.width || y >= level.height || z >= level.depth) return;
    const uint32_t cell = level.index(x, y, z);
    const equation own = equation_of(q, openness[cell], level, x, y, z);
    q[cell] = own.diagonal > 0.0f ? (rhs[cell] + own.neighbours) / own.diagonal : 0.0f;
}

// The right side of the next coarser grid. What flows through a face grows with its area and falls with the distance of the
// cells, so it doubles with the side of a cell: half of the sum of what is left in eight cells. The correction starts at 0.
kernel void restrict_residual(buffer<const float> q, buffer<const float> rhs, buffer<const uint32_t> openness,
                              buffer<float> coarse_rhs, buffer<float> coarse_q, param<pressure_level> level) {
    const uint32_t x = global_id.x;
    const uint32_t y = global_id.y;
    const uint32_t z = global_id.z;
    const pressure_level coarse = level.halved();
    if (x >= coarse.width || y >= coarse.height || z >= coarse.depth) return;
    float sum = 0.0f;
    for (uint32_t i = 0; i < 8; ++i) {
        const uint32_t fine_x = 2 * x + (i & 1u);
        const uint32_t fine_y = 2 * y + ((i >> 1u) & 1u);
        const uint32_t fine_z = 2 * z + (i >> 2u);
        const uint32_t cell = level.index(fine_x, fine_y, fine_z);
        const equation own = equation_of(q, openness[cell], level, fine_x, fine_y, fine_z);
        if (own.diagonal > 0.0f) sum += rhs[cell] - own.diagonal * q[cell] + own.neighbours;
    }
    const uint32_t cell = coarse.index(x, y, z);
    coarse_rhs[cell] = 0.5f * sum;
    coarse_q[cell] = 0.0f;
}

// Adds the correction of the coarser grid, with linear interpolation: a quarter of the cell's own value and of the nearer
// neighbour's in each direction. A closed face mirrors the own value, and at an open side of the grid the pressure is 0.
kernel void add_correction(buffer<float> q, buffer<const float> coarse_q, buffer<const uint32_t> coarse_openness,
                           param<pressure_level> level) {
    const uint32_t x = global_id.x;
    const uint32_t y = global_id.y;
    const uint32_t z = global_id.z;
    if (x >= level.width || y >= level.height || z >= level.depth) return;
    const pressure_level coarse = level.halved();
    const uint32_t cell = coarse.index(x / 2, y / 2, z / 2);
    const float own = coarse_q[cell];
    const uint32_t openness = coarse_openness[cell];
    const auto beside = [&](uint32_t first_face, uint32_t fine, uint32_t last, uint32_t distance) {
        const bool is_upper = (fine & 1u) != 0;
        if (sixteenths_of(openness, first_face + (fine & 1u)) == 0) return own;
        if (is_upper ? fine == last : fine == 0) return -own;
        return coarse_q[is_upper ? cell + distance : cell - distance];
    };
    q[level.index(x, y, z)] +=
        0.25f * (own + beside(left_face, x, level.width - 1, 1) + beside(lower_face, y, level.height - 1, coarse.width) +
                 beside(near_face, z, level.depth - 1, coarse.layer()));
}

// Solves the coarsest grid by over-relaxation (Young 1954), in one work-group.
kernel void solve_coarsest(buffer<float> q, buffer<const float> rhs, buffer<const uint32_t> openness, param<pressure_level> level,
                           param<uint32_t> sweeps, param<float> relaxation) {
    const local_buffer<float, most_coarse_cells> values;
    const uint32_t count = level.cells();
    for (uint32_t cell = local_id.x; cell < count; cell += coarse_group_size) values[cell] = 0.0f;
    local_barrier();
    for (uint32_t half_sweep = 0; half_sweep < 2 * sweeps; ++half_sweep) {
        for (uint32_t cell = local_id.x; cell < count; cell += coarse_group_size) {
            // ingot: keep the sizes change with the grid, and only one group divides, for a few thousand cells
            const uint32_t x = cell % level.width;
            const uint32_t line = cell / level.width;
            const uint32_t y = line % level.height;  // ingot: keep as above
            const uint32_t z = line / level.height;
            if (((x + y + z + half_sweep) & 1u) != 0) continue;
            const equation own = equation_of(values, openness[cell], level, x, y, z);
            if (own.diagonal > 0.0f) values[cell] += relaxation * ((rhs[cell] + own.neighbours) / own.diagonal - values[cell]);
        }
        local_barrier();
    }
    for (uint32_t cell = local_id.x; cell < count; cell += coarse_group_size) q[cell] = values[cell];
}

// The openness of the next coarser grid: the mean of the four faces that a coarse face consists of.
kernel void coarsen_openness(buffer<const uint32_t> openness, buffer<uint32_t> coarse_openness, param<pressure_level> level) {
    const uint32_t x = global_id.x;
    const uint32_t y = global_id.y;
    const uint32_t z = global_id.z;
    const pressure_level coarse = level.halved();
    if (x >= coarse.width || y >= coarse.height || z >= coarse.depth) return;
    uint32_t packed = 0;
    for (uint32_t face = 0; face < 6; ++face) {
        const uint32_t axis = face / 2;
        uint32_t sum = 0;
        for (uint32_t i = 0; i < 4; ++i) {
            // The four cells of the coarse one that touch the face.
            const uint32_t along = face & 1u;
            const uint32_t one = i & 1u;
            const uint32_t other = i >> 1u;
            const uint32_t dx = axis == 0 ? along : one;
            const uint32_t dy = axis == 1 ? along : axis == 0 ? one : other;
            const uint32_t dz = axis == 2 ? along : other;
            sum += sixteenths_of(openness[level.index(2 * x + dx, 2 * y + dy, 2 * z + dz)], face);
        }
        packed |= packed_openness(face, (sum + 2) / 4);
    }
    coarse_openness[coarse.index(x, y, z)] = packed;
}

// Subtracts the gradient of the pressure from the velocity. Launched with one item more than cells in each direction.
kernel void subtract_gradient(buffer<float> faces, buffer<const float> q, buffer<const uint32_t> openness,
                              param<space_grid> grid) {
    for_each_face(grid, global_id.x, global_id.y, global_id.z, [&](const face_between& face) {
        if (!is_open(openness, face)) return;
        const float behind = face.has_behind ? q[face.behind] : 0.0f;
        const float before = face.has_before ? q[face.before] : 0.0f;
        faces[face.index] -= (face.has_before && face.has_behind ? 1.0f : 2.0f) * (behind - before);
    });
}

// Adds up each column, in a fixed order, so that neighbouring work-items read neighbouring cells. The host adds up the columns.
kernel void measure_columns(buffer<const float> faces, buffer<const uint32_t> openness, buffer<const float> q,
                            buffer<const float> rhs, buffer<const float4> smoke, buffer<column_measures> columns,
                            param<space_grid> grid) {
    const uint32_t x = global_id.x;
    const uint32_t z = global_id.y;
    if (x >= grid.width || z >= grid.depth) return;
    const pressure_level level {grid.width, grid.height, grid.depth};
    column_measures column {};
    for (uint32_t y = 0; y < grid.height; ++y) {
        const uint32_t cell = grid.index(x, y, z);
        column.ink += smoke[cell];
        const equation own = equation_of(q, openness[cell], level, x, y, z);
        if (own.diagonal == 0.0f) continue;
        const float residual = rhs[cell] - own.diagonal * q[cell] + own.neighbours;
        const float divergence = divergence_of(faces, grid, x, y, z);
        const float3 middle = cell_velocity(faces, grid, x, y, z);
        column.residual_squared += residual * residual;
        column.before_squared += rhs[cell] * rhs[cell];
        column.after_squared += divergence * divergence;
        column.energy += 0.5f * dot(middle, middle);
        column.fastest = max(column.fastest, dot(middle, middle));
        column.fluid_cells += 1.0f;
    }
    columns[z * grid.width + x] = column;
}
