// The faces that a work-item computes when a kernel is launched with one item more than cells in each direction.
#pragma once

#include <ingot/kernel.hpp>

#include "openness.hpp"
#include "space_grid.hpp"

namespace ingot::samples::smoke {

/// A face between two cells, one of which may be outside of the grid.
struct face_between {
    uint32_t axis = 0;       ///< 0 for x, 1 for y, 2 for z
    uint32_t index = 0;      ///< in a buffer of faces
    uint32_t before = 0;     ///< the cell towards smaller coordinates
    uint32_t behind = 0;     ///< the cell towards larger coordinates
    bool has_before = true;  ///< is it in the grid?
    bool has_behind = true;
};

/// Calls `visit` for the faces at the left, lower and near side of the cell (x, y, z), which may lie one cell behind the grid.
template <typename Visit>
void for_each_face(const space_grid& grid, uint32_t x, uint32_t y, uint32_t z, Visit visit) {
    if (x > grid.width || y > grid.height || z > grid.depth) return;
    const bool is_in_x = x < grid.width;
    const bool is_in_y = y < grid.height;
    const bool is_in_z = z < grid.depth;
    const uint32_t cell = grid.index(x, y, z);
    const uint32_t face = grid.face(x, y, z);
    if (is_in_y && is_in_z) visit(face_between {0, face, cell - 1, cell, x > 0, is_in_x});
    if (is_in_x && is_in_z) visit(face_between {1, face + grid.faces(), cell - grid.width, cell, y > 0, is_in_y});
    if (is_in_x && is_in_y)
        visit(face_between {2, face + 2 * grid.faces(), cell - grid.width * grid.height, cell, z > 0, is_in_z});
}

/// Is the face open?
inline bool is_open(buffer<const uint32_t> openness, const face_between& face) {
    return face.has_behind ? sixteenths_of(openness[face.behind], 2 * face.axis) != 0
                           : sixteenths_of(openness[face.before], 2 * face.axis + 1) != 0;
}

}  // namespace ingot::samples::smoke
