// Reads quantities of a grid between its points, and follows the flow.
#pragma once

#include <ingot/kernel.hpp>

#include "bracket.hpp"
#include "plane_grid.hpp"

namespace ingot::samples::fluid {

/// The four values around a point, and the weights of linear interpolation.
template <typename T>
struct square {
    T lower_left {};
    T lower_right {};
    T upper_left {};
    T upper_right {};
    float2 share {};  ///< of the distance from the left to the right, and from the lower to the upper ones

    T interpolated() const {
        const T lower = lower_left + (lower_right - lower_left) * share.x;
        const T upper = upper_left + (upper_right - upper_left) * share.x;
        return lower + (upper - lower) * share.y;
    }
    T smallest() const { return min(min(lower_left, lower_right), min(upper_left, upper_right)); }
    T largest() const { return max(max(lower_left, lower_right), max(upper_left, upper_right)); }
};

/// The component of the velocity along x around `place` (in cells).
inline square<float> u_around(buffer<const float2> faces, const plane_grid& grid, const float2& place) {
    const bracket x = bracket_of(place.x, grid.width);
    const bracket y = bracket_of(place.y - 0.5f, grid.height - 1);
    const uint32_t columns = grid.width + 1;
    return {faces[y.first * columns + x.first].x, faces[y.first * columns + x.second].x, faces[y.second * columns + x.first].x,
            faces[y.second * columns + x.second].x, float2(x.share, y.share)};
}

/// The component of the velocity along y around `place`.
inline square<float> v_around(buffer<const float2> faces, const plane_grid& grid, const float2& place) {
    const bracket x = bracket_of(place.x - 0.5f, grid.width - 1);
    const bracket y = bracket_of(place.y, grid.height);
    const uint32_t columns = grid.width + 1;
    return {faces[y.first * columns + x.first].y, faces[y.first * columns + x.second].y, faces[y.second * columns + x.first].y,
            faces[y.second * columns + x.second].y, float2(x.share, y.share)};
}

inline float2 velocity_at(buffer<const float2> faces, const plane_grid& grid, const float2& place) {
    return {u_around(faces, grid, place).interpolated(), v_around(faces, grid, place).interpolated()};
}

/// A quantity of the cells around `place`.
template <typename T>
square<T> cells_around(buffer<const T> cells, const plane_grid& grid, const float2& place) {
    const bracket x = bracket_of(place.x - 0.5f, grid.width - 1);
    const bracket y = bracket_of(place.y - 0.5f, grid.height - 1);
    return {cells[y.first * grid.width + x.first], cells[y.first * grid.width + x.second], cells[y.second * grid.width + x.first],
            cells[y.second * grid.width + x.second], float2(x.share, y.share)};
}

/// Follows the flow from `place`, whose velocity is `velocity`, for `seconds`, which is negative for the past. The velocity is
/// taken halfway (the midpoint method, of second order).
inline float2 follow(buffer<const float2> faces, const plane_grid& grid, const float2& place, const float2& velocity,
                     float seconds) {
    const float scale = seconds / grid.cell;
    return place + velocity_at(faces, grid, place + velocity * (0.5f * scale)) * scale;
}

/// Is the point beyond a side through which fluid comes from outside?
inline bool comes_from_outside(const plane_grid& grid, const float2& place) {
    return (grid.left != side::wall && place.x < 0.0f) ||
           (grid.right != side::wall && place.x > static_cast<float>(grid.width)) ||
           (grid.bottom != side::wall && place.y < 0.0f) || (grid.top != side::wall && place.y > static_cast<float>(grid.height));
}

}  // namespace ingot::samples::fluid
