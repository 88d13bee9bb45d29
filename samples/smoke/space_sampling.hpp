// Reads quantities of a grid in space between its points, and follows the flow.
#pragma once

#include <ingot/kernel.hpp>

#include "../fluid/bracket.hpp"
#include "space_grid.hpp"

namespace ingot::samples::smoke {

using fluid::bracket;
using fluid::bracket_of;

/// The eight values around a point, with x fastest, and the weights of linear interpolation.
template <typename T>
struct cube {
    T corner[8] {};
    float3 share {};

    T interpolated() const {
        const auto along_x = [&](int first) { return corner[first] + (corner[first + 1] - corner[first]) * share.x; };
        const T near_low = along_x(0);
        const T near_high = along_x(2);
        const T far_low = along_x(4);
        const T far_high = along_x(6);
        const T near = near_low + (near_high - near_low) * share.y;
        const T far = far_low + (far_high - far_low) * share.y;
        return near + (far - near) * share.z;
    }
    T smallest() const {
        return min(min(min(corner[0], corner[1]), min(corner[2], corner[3])),
                   min(min(corner[4], corner[5]), min(corner[6], corner[7])));
    }
    T largest() const {
        return max(max(max(corner[0], corner[1]), max(corner[2], corner[3])),
                   max(max(corner[4], corner[5]), max(corner[6], corner[7])));
    }
};

/// The values of an array with rows and layers at the brackets.
template <typename T>
cube<T> values_at(buffer<const T> values, uint32_t first, uint32_t row, uint32_t layer, const bracket& x, const bracket& y,
                  const bracket& z) {
    const uint32_t near_low = first + z.first * layer + y.first * row;
    const uint32_t near_high = first + z.first * layer + y.second * row;
    const uint32_t far_low = first + z.second * layer + y.first * row;
    const uint32_t far_high = first + z.second * layer + y.second * row;
    return {{values[near_low + x.first], values[near_low + x.second], values[near_high + x.first], values[near_high + x.second],
             values[far_low + x.first], values[far_low + x.second], values[far_high + x.first], values[far_high + x.second]},
            float3(x.share, y.share, z.share)};
}

/// The component of the velocity along an axis (0 for x, 1 for y, 2 for z) around `place`, in cells.
template <uint32_t axis>
cube<float> component_around(buffer<const float> faces, const space_grid& grid, const float3& place) {
    const bracket x = axis == 0 ? bracket_of(place.x, grid.width) : bracket_of(place.x - 0.5f, grid.width - 1);
    const bracket y = axis == 1 ? bracket_of(place.y, grid.height) : bracket_of(place.y - 0.5f, grid.height - 1);
    const bracket z = axis == 2 ? bracket_of(place.z, grid.depth) : bracket_of(place.z - 0.5f, grid.depth - 1);
    return values_at(faces, axis * grid.faces(), grid.row(), grid.layer(), x, y, z);
}

inline float3 velocity_at(buffer<const float> faces, const space_grid& grid, const float3& place) {
    return {component_around<0>(faces, grid, place).interpolated(), component_around<1>(faces, grid, place).interpolated(),
            component_around<2>(faces, grid, place).interpolated()};
}

/// A quantity of the cells around `place`.
template <typename T>
cube<T> cells_around(buffer<const T> cells, const uint3& size, const float3& place) {
    return values_at(cells, 0u, size.x, size.x * size.y, bracket_of(place.x - 0.5f, size.x - 1),
                     bracket_of(place.y - 0.5f, size.y - 1), bracket_of(place.z - 0.5f, size.z - 1));
}
template <typename T>
cube<T> cells_around(buffer<const T> cells, const space_grid& grid, const float3& place) {
    return cells_around<T>(cells, uint3 {grid.width, grid.height, grid.depth}, place);
}

/// The velocity in the middle of a cell.
inline float3 cell_velocity(buffer<const float> faces, const space_grid& grid, uint32_t x, uint32_t y, uint32_t z) {
    const uint32_t u = grid.face(x, y, z);
    const uint32_t v = u + grid.faces();
    const uint32_t w = v + grid.faces();
    return {0.5f * (faces[u] + faces[u + 1]), 0.5f * (faces[v] + faces[v + grid.row()]),
            0.5f * (faces[w] + faces[w + grid.layer()])};
}

/// Follows the flow from `place`, whose velocity is `velocity`, for `seconds`, which is negative for the past. The velocity is
/// taken halfway (the midpoint method, of second order).
inline float3 follow(buffer<const float> faces, const space_grid& grid, const float3& place, const float3& velocity,
                     float seconds) {
    const float scale = seconds / grid.cell;
    return place + velocity_at(faces, grid, place + velocity * (0.5f * scale)) * scale;
}

/// Is the point beyond a side through which fluid comes from outside?
inline bool comes_from_outside(const space_grid& grid, const float3& place) {
    return (grid.left != side::wall && place.x < 0.0f) ||
           (grid.right != side::wall && place.x > static_cast<float>(grid.width)) ||
           (grid.bottom != side::wall && place.y < 0.0f) ||
           (grid.top != side::wall && place.y > static_cast<float>(grid.height)) || (grid.near != side::wall && place.z < 0.0f) ||
           (grid.far != side::wall && place.z > static_cast<float>(grid.depth));
}

}  // namespace ingot::samples::smoke
