// The grid of a flow in space, shared by the kernels and the host.
#pragma once

#include <cstddef>
#include <cstdint>
#include <ingot/language/vector.hpp>

#include "../fluid/emission.hpp"
#include "../fluid/flow_terms.hpp"

namespace ingot::samples::smoke {

using fluid::side;

/// A staggered grid (Harlow and Welch 1965), as samples/fluid/plane_grid.hpp has it in the plane: pressure and smoke are in the
/// middle of the cells, and each component of the velocity is in the middle of the faces that it crosses. The cell (i, j, k) is
/// at x from i to i + 1, y from j to j + 1 and z from k to k + 1, in units of its side; y points up.
///
/// A buffer of faces has one component after the other, so that each is read in whole lines: element axis · faces() + face(i, j,
/// k) is the component of the face between the cell (i, j, k) and the one before it in direction of the axis. Rows are padded to
/// a multiple of 32 bytes.
struct space_grid {
    uint32_t width = 0;   ///< cells
    uint32_t height = 0;  ///< cells
    uint32_t depth = 0;   ///< cells
    float cell = 1.0f;    ///< side of a cell in metres
    float step = 0.0f;    ///< duration of a step in seconds
    float inflow = 0.0f;  ///< speed of the fluid that enters at the left, in metres a second
    side left = side::wall;
    side right = side::wall;
    side bottom = side::wall;
    side top = side::wall;
    side near = side::wall;  ///< z = 0
    side far = side::wall;

    constexpr uint32_t cells() const { return width * height * depth; }
    constexpr uint32_t row() const { return width + 8; }                ///< distance of two rows of faces
    constexpr uint32_t layer() const { return row() * (height + 1); }   ///< distance of two layers of faces
    constexpr uint32_t faces() const { return layer() * (depth + 1); }  ///< of one component

    constexpr uint32_t index(uint32_t x, uint32_t y, uint32_t z) const { return (z * height + y) * width + x; }
    constexpr uint32_t face(uint32_t x, uint32_t y, uint32_t z) const { return z * layer() + y * row() + x; }
};

/// A place where smoke or momentum enters: all points near the line from `from` to `to`.
struct emitter {
    float3 from {};           ///< metres
    float radius = 0.05f;     ///< metres; the effect falls like a bell, to 9/16 at this distance, and to 0 at twice this distance
    float3 to {};             ///< metres
    float smoke_rate = 0.0f;  ///< how fast the smoke becomes `smoke`, 1/s
    float3 velocity {};       ///< metres a second, towards which the fluid is pushed
    float push_rate = 0.0f;   ///< how fast the velocity becomes `velocity`, 1/s
    float4 smoke {};          ///< concentrations of the three pigments, and the temperature above that of the surroundings
    float along_scale = 0.0f;  ///< 1 / the square of the line's length; 0 for a point. make_list() sets it
    float away_scale = 0.0f;   ///< 1 / (2 radius)². make_list() sets it
    float2 unused {};
};

using emitter_list = fluid::list_of_emitters<emitter>;

/// A part of the grid: the cells and faces whose coordinates are at least `first` and less than `end`.
struct grid_part {
    uint32_t first_x = 0;
    uint32_t first_y = 0;
    uint32_t first_z = 0;
    uint32_t end_x = 0;
    uint32_t end_y = 0;
    uint32_t end_z = 0;

    constexpr bool has(uint32_t x, uint32_t y, uint32_t z) const {
        return x >= first_x && x < end_x && y >= first_y && y < end_y && z >= first_z && z < end_z;
    }
    constexpr bool is_empty() const { return first_x >= end_x || first_y >= end_y || first_z >= end_z; }
};

/// A ball that is moved along a line, and adds to the obstacles what it touches, or removes it from them.
struct obstacle_stroke {
    float3 from {};  ///< metres
    float radius = 0.0f;
    float3 to {};  ///< metres
    uint32_t is_solid = 1;
};

}  // namespace ingot::samples::smoke
