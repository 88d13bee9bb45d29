// The grid of a flow in the plane, shared by the kernels and the host.
#pragma once

#include <cstddef>
#include <cstdint>
#include <ingot/language/vector.hpp>

#include "emission.hpp"
#include "flow_terms.hpp"

namespace ingot::samples::fluid {

/// A staggered grid (Harlow and Welch 1965, the marker-and-cell method): pressure and ink are in the middle of the cells, and
/// each component of the velocity is in the middle of the faces that it crosses. The cell (i, j) is at x from i to i + 1 and
/// at y from j to j + 1, in units of its side; y points up.
///
///          v(i, j+1)
///        ┌─────·─────┐
///        │           │
///    u(i, j)  p(i, j) · u(i+1, j)
///        │           │
///        └─────·─────┘
///           v(i, j)
///
/// A buffer of faces has (width + 1) · (height + 1) elements. Element (i, j) holds u of the left face of cell (i, j) in x and v
/// of its lower face in y. The last column has no v, and the last row no u; there the numbers are 0.
struct plane_grid {
    uint32_t width = 0;   ///< cells
    uint32_t height = 0;  ///< cells
    float cell = 1.0f;    ///< side of a cell in metres
    float step = 0.0f;    ///< duration of a step in seconds
    float inflow = 0.0f;  ///< speed of the fluid that enters at the left, in metres a second
    side left = side::wall;
    side right = side::wall;
    side bottom = side::wall;
    side top = side::wall;

    constexpr size_t cells() const { return size_t {width} * height; }
    constexpr size_t faces() const { return (size_t {width} + 1) * (size_t {height} + 1); }
};

/// A place where ink or momentum enters: all points near the line from `from` to `to`.
struct emitter {
    float2 from {};          ///< metres
    float2 to {};            ///< metres
    float2 velocity {};      ///< metres a second, towards which the fluid is pushed
    float radius = 0.05f;    ///< metres; the effect falls like a bell, to 9/16 at this distance, and to 0 at twice this distance
    float ink_rate = 0.0f;   ///< how fast the ink becomes `ink`, 1/s
    float push_rate = 0.0f;  ///< how fast the velocity becomes `velocity`, 1/s
    float along_scale = 0.0f;  ///< 1 / the square of the line's length; 0 for a point. make_list() sets it
    float away_scale = 0.0f;   ///< 1 / (2 radius)². make_list() sets it
    float unused = 0.0f;       ///< a multiple of 16 bytes, as float4 needs on every device
    float4 ink {};             ///< concentrations of the three pigments, and the temperature above that of the surroundings
};

using emitter_list = list_of_emitters<emitter>;

/// A disc that is moved along a line, and adds to the obstacles what it touches, or removes it from them.
struct obstacle_stroke {
    float2 from {};  ///< metres
    float2 to {};    ///< metres
    float radius = 0.0f;
    uint32_t is_solid = 1;
};

}  // namespace ingot::samples::fluid
