// The loop over the neighbours of a particle in the sorted grid.
#pragma once

#include <cstdint>
#include <ingot/language/buffer.hpp>
#include <ingot/language/math.hpp>
#include <ingot/language/vector.hpp>

#include "particles_layout.hpp"

namespace ingot::samples::particles {

/// The cell that contains a place. Places outside of the basin belong to the cells at its walls.
inline uint3 cell_at(const float3& place, const fluid_basin& basin) {
    const auto along = [&](float x, uint32_t cells) {
        return static_cast<uint32_t>(clamp(x / basin.reach, 0.0f, static_cast<float>(cells - 1)));
    };
    return {along(place.x, basin.columns), along(place.y, basin.rows), along(place.z, basin.layers)};
}

/// Cells along x follow each other, so that three neighbouring cells are one range of sorted particles.
inline uint32_t index_of(const uint3& cell, const fluid_basin& basin) {
    return (cell.z * basin.rows + cell.y) * basin.columns + cell.x;
}

/// Calls `visit` with the index of each particle in the 27 cells around a place: nine ranges of the sorted particles.
/// `starts[cell]` is the number of particles in the cells before.
template <typename Visitor>
void visit_neighbours(const float3& place, buffer<const uint32_t> starts, const fluid_basin& basin, Visitor visit) {
    const uint3 cell = cell_at(place, basin);
    const uint32_t left = cell.x == 0 ? 0 : cell.x - 1;
    const uint32_t right = min(cell.x + 1, basin.columns - 1);
    const uint32_t lowest = cell.y == 0 ? 0 : cell.y - 1;
    const uint32_t highest = min(cell.y + 1, basin.rows - 1);
    const uint32_t nearest = cell.z == 0 ? 0 : cell.z - 1;
    const uint32_t farthest = min(cell.z + 1, basin.layers - 1);
    for (uint32_t z = nearest; z <= farthest; ++z)
        for (uint32_t y = lowest; y <= highest; ++y) {
            const uint32_t end = starts[index_of({right, y, z}, basin) + 1];
            for (uint32_t other = starts[index_of({left, y, z}, basin)]; other < end; ++other) visit(other);
        }
}

/// The most neighbours of a particle that a list contains. At rest there are 45.
constexpr uint32_t list_capacity = 64;

/// Where a list contains the neighbour `number` of a particle. The lists of eight particles lie together, so that eight lanes
/// that read at the same time read neighbouring words, and one lane alone does not leave its cache lines early.
inline size_t place_in_lists(uint32_t particle, uint32_t number) {
    constexpr uint32_t together = 8;
    return (size_t {particle / together} * list_capacity + number) * together + particle % together;
}

/// Calls `visit` with the index of each neighbour in the list of a particle. Where more were found than a list contains, all
/// particles in the cells around are visited instead, so that none is lost.
template <typename Visitor>
void visit_listed(uint32_t particle, const float3& place, buffer<const uint32_t> lists, buffer<const uint32_t> found,
                  buffer<const uint32_t> starts, const fluid_basin& basin, Visitor visit) {
    const uint32_t count = found[particle];
    if (count <= list_capacity) {
        for (uint32_t number = 0; number < count; ++number) visit(lists[place_in_lists(particle, number)]);
        return;
    }
    visit_neighbours(place, starts, basin, [&](uint32_t other) {
        if (other != particle) visit(other);
    });
}

}  // namespace ingot::samples::particles
