// The pressure that makes the flow free of divergence, by multigrid.
//
// With q = Δt p / (ρ h), the projection of a velocity (Chorin 1968) is
//
//     Σ β (q - q') = -D        in every cell, over its four faces,
//     u ← u - β (q_right - q_left)
//
// where β is how open a face is, q' the pressure behind it, and D the sum of the velocities out of the cell. Relaxation removes
// errors that change from cell to cell within a few sweeps, but hardly any long waves. On a grid with half as many cells in each
// direction these waves are short. So a V-cycle (Briggs, Henson and McCormick 2000, "A Multigrid Tutorial") relaxes, adds up what
// is left in squares of four cells, solves for the correction there in the same manner, interpolates it, and relaxes again. The
// work is proportional to the number of cells. A transform would solve a rectangle directly, but not one with obstacles.
#include <ingot/kernel.hpp>

#include "flow_terms.hpp"
#include "pressure_level.hpp"

using namespace ingot;
using namespace ingot::samples::fluid;

// The terms of a cell's equation, diagonal · q - neighbours = rhs.
struct equation {
    float diagonal = 0.0f;
    float neighbours = 0.0f;  // Σ β q'
};

// Works on any kind of memory. Beyond the grid, q is 0.
template <typename Pressure>
static equation equation_of(const Pressure& q, buffer<const float2> openness, const pressure_level& level, uint32_t x,
                            uint32_t y) {
    const uint32_t face = y * (level.width + 1) + x;
    const uint32_t cell = y * level.width + x;
    const float2 lower_left = openness[face];
    const float right = openness[face + 1].x;
    const float above = openness[face + level.width + 1].y;
    const float q_left = x > 0 ? q[cell - 1] : 0.0f;
    const float q_right = x + 1 < level.width ? q[cell + 1] : 0.0f;
    const float q_below = y > 0 ? q[cell - level.width] : 0.0f;
    const float q_above = y + 1 < level.height ? q[cell + level.width] : 0.0f;
    return {lower_left.x + right + lower_left.y + above,
            lower_left.x * q_left + right * q_right + lower_left.y * q_below + above * q_above};
}

// The right side -D, and a start of the pressure: `kept` times that of the last step.
kernel void measure_divergence(buffer<const float2> faces, buffer<const float2> openness, buffer<float> rhs, buffer<float> q,
                               param<float> kept, param<pressure_level> level) {
    const uint32_t x = global_id.x;
    const uint32_t y = global_id.y;
    if (x >= level.width || y >= level.height) return;
    const uint32_t face = y * (level.width + 1) + x;
    const uint32_t cell = y * level.width + x;
    const float2 lower_left = openness[face];
    const bool is_enclosed = lower_left.x + lower_left.y + openness[face + 1].x + openness[face + level.width + 1].y == 0.0f;
    const float divergence = faces[face + 1].x - faces[face].x + faces[face + level.width + 1].y - faces[face].y;
    rhs[cell] = is_enclosed ? 0.0f : -divergence;
    q[cell] = is_enclosed ? 0.0f : kept * q[cell];
}

// Half of a sweep of Gauss and Seidel: solves the equations of the cells with x + y even (`colour` 0) or odd (1), which do not
// depend on each other. Launched with half of the columns.
kernel void relax(buffer<float> q, buffer<const float> rhs, buffer<const float2> openness, param<uint32_t> colour,
                  param<pressure_level> level) {
    const uint32_t y = global_id.y;
    const uint32_t x = 2 * global_id.x + ((y + colour) & 1u);
    if (x >= level.width || y >= level.height) return;
    const uint32_t cell = y * level.width + x;
    const equation own = equation_of(q, openness, level, x, y);
    q[cell] = own.diagonal > 0.0f ? (rhs[cell] + own.neighbours) / own.diagonal : 0.0f;
}

// The right side of the next coarser grid: the sum of what is left in four cells. A coarse cell is twice as large, so its
// equation is the mean of the four, times 4. The correction starts at 0.
kernel void restrict_residual(buffer<const float> q, buffer<const float> rhs, buffer<const float2> openness,
                              buffer<float> coarse_rhs, buffer<float> coarse_q, param<pressure_level> level) {
    const uint32_t x = global_id.x;
    const uint32_t y = global_id.y;
    const uint32_t columns = level.width / 2;
    if (x >= columns || y >= level.height / 2) return;
    float sum = 0.0f;
    for (uint32_t i = 0; i < 4; ++i) {
        const uint32_t fine_x = 2 * x + (i & 1u);
        const uint32_t fine_y = 2 * y + (i >> 1u);
        const uint32_t cell = fine_y * level.width + fine_x;
        const equation own = equation_of(q, openness, level, fine_x, fine_y);
        if (own.diagonal > 0.0f) sum += rhs[cell] - own.diagonal * q[cell] + own.neighbours;
    }
    coarse_rhs[y * columns + x] = sum;
    coarse_q[y * columns + x] = 0.0f;
}

// Adds the correction of the coarser grid, with linear interpolation: half of the cell's own value, and a quarter of the nearer
// neighbour's in each direction. A closed face mirrors the own value, and at an open side of the grid the pressure is 0.
kernel void add_correction(buffer<float> q, buffer<const float> coarse_q, buffer<const float2> coarse_openness,
                           param<pressure_level> level) {
    const uint32_t x = global_id.x;
    const uint32_t y = global_id.y;
    if (x >= level.width || y >= level.height) return;
    const uint32_t columns = level.width / 2;
    const uint32_t rows = level.height / 2;
    const uint32_t coarse_x = x / 2;
    const uint32_t coarse_y = y / 2;
    const uint32_t cell = coarse_y * columns + coarse_x;
    const float own = coarse_q[cell];
    const bool is_right = (x & 1u) != 0;
    const bool is_upper = (y & 1u) != 0;
    const float open_x = coarse_openness[coarse_y * (columns + 1) + coarse_x + (is_right ? 1 : 0)].x;
    const float open_y = coarse_openness[(coarse_y + (is_upper ? 1 : 0)) * (columns + 1) + coarse_x].y;
    const bool leaves_x = is_right ? coarse_x + 1 == columns : coarse_x == 0;
    const bool leaves_y = is_upper ? coarse_y + 1 == rows : coarse_y == 0;
    const float beside = open_x == 0.0f ? own : leaves_x ? -own : coarse_q[is_right ? cell + 1 : cell - 1];
    const float across = open_y == 0.0f ? own : leaves_y ? -own : coarse_q[is_upper ? cell + columns : cell - columns];
    q[y * level.width + x] += 0.5f * own + 0.25f * (beside + across);
}

// Solves the coarsest grid by over-relaxation (Young 1954), in one work-group.
kernel void solve_coarsest(buffer<float> q, buffer<const float> rhs, buffer<const float2> openness, param<pressure_level> level,
                           param<uint32_t> sweeps, param<float> relaxation) {
    const local_buffer<float, most_coarse_cells> values;
    const uint32_t count = level.width * level.height;
    for (uint32_t cell = local_id.x; cell < count; cell += coarse_group_size) values[cell] = 0.0f;
    local_barrier();
    for (uint32_t half_sweep = 0; half_sweep < 2 * sweeps; ++half_sweep) {
        for (uint32_t cell = local_id.x; cell < count; cell += coarse_group_size) {
            // ingot: keep the width changes with the grid, and only one group divides, for a few thousand cells
            const uint32_t x = cell % level.width;
            const uint32_t y = cell / level.width;
            if (((x + y + half_sweep) & 1u) != 0) continue;
            const equation own = equation_of(values, openness, level, x, y);
            if (own.diagonal > 0.0f) values[cell] += relaxation * ((rhs[cell] + own.neighbours) / own.diagonal - values[cell]);
        }
        local_barrier();
    }
    for (uint32_t cell = local_id.x; cell < count; cell += coarse_group_size) q[cell] = values[cell];
}

// The openness of the next coarser grid: the mean of both faces that a coarse face consists of.
kernel void coarsen_openness(buffer<const float2> openness, buffer<float2> coarse, param<pressure_level> level) {
    const uint32_t x = global_id.x;
    const uint32_t y = global_id.y;
    const uint32_t columns = level.width / 2;
    const uint32_t rows = level.height / 2;
    if (x > columns || y > rows) return;
    const uint32_t face = 2 * y * (level.width + 1) + 2 * x;
    float2 mean {};
    if (y < rows) mean.x = 0.5f * (openness[face].x + openness[face + level.width + 1].x);
    if (x < columns) mean.y = 0.5f * (openness[face].y + openness[face + 1].y);
    coarse[y * (columns + 1) + x] = mean;
}

// Subtracts the gradient of the pressure from the velocity.
kernel void subtract_gradient(buffer<float2> faces, buffer<const float> q, buffer<const float2> openness,
                              param<pressure_level> level) {
    const uint32_t x = global_id.x;
    const uint32_t y = global_id.y;
    if (x > level.width || y > level.height) return;
    const uint32_t face = y * (level.width + 1) + x;
    const uint32_t cell = y * level.width + x;
    const float2 open = openness[face];
    float2 value = faces[face];
    if (open.x > 0.0f) {
        const float right = x < level.width ? q[cell] : 0.0f;
        const float left = x > 0 ? q[cell - 1] : 0.0f;
        value.x -= open.x * (right - left);
    }
    if (open.y > 0.0f) {
        const float upper = y < level.height ? q[cell] : 0.0f;
        const float lower = y > 0 ? q[cell - level.width] : 0.0f;
        value.y -= open.y * (upper - lower);
    }
    faces[face] = value;
}

// Adds up each column, in a fixed order, so that neighbouring work-items read neighbouring cells. The host adds up the columns.
kernel void measure_columns(buffer<const float2> faces, buffer<const float2> openness, buffer<const float> q,
                            buffer<const float> rhs, buffer<const float4> ink, buffer<column_measures> columns,
                            param<pressure_level> level) {
    const uint32_t x = global_id.x;
    if (x >= level.width) return;
    column_measures column {};
    for (uint32_t y = 0; y < level.height; ++y) {
        const uint32_t cell = y * level.width + x;
        const uint32_t face = y * (level.width + 1) + x;
        const equation own = equation_of(q, openness, level, x, y);
        column.ink += ink[cell];
        if (own.diagonal == 0.0f) continue;
        const float2 lower_left = faces[face];
        const float right = faces[face + 1].x;
        const float above = faces[face + level.width + 1].y;
        const float residual = rhs[cell] - own.diagonal * q[cell] + own.neighbours;
        const float divergence = right - lower_left.x + above - lower_left.y;
        const float2 middle {0.5f * (lower_left.x + right), 0.5f * (lower_left.y + above)};
        column.residual_squared += residual * residual;
        column.before_squared += rhs[cell] * rhs[cell];
        column.after_squared += divergence * divergence;
        column.energy += 0.5f * dot(middle, middle);
        column.fastest = max(column.fastest, dot(middle, middle));
        column.fluid_cells += 1.0f;
    }
    columns[x] = column;
}
