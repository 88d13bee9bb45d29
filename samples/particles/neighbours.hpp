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

/// The cell with an index.
inline uint3 cell_of(uint32_t index, const fluid_basin& basin) {
    // ingot: keep only particles with more neighbours than a list contains need it
    return {index % basin.columns, index / basin.columns % basin.rows, index / (basin.columns * basin.rows)};
}

/// Calls `visit` with the index of each particle in a cell and the 26 around it: nine ranges of the sorted particles.
/// `starts[cell]` is the number of particles in the cells before.
template <typename Visitor>
void visit_neighbours(const uint3& cell, buffer<const uint32_t> starts, const fluid_basin& basin, Visitor visit) {
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

/// The most neighbours of a particle that a list contains, a multiple of four. At rest there are 45.
constexpr uint32_t list_capacity = 64;

/// Where a list contains the neighbours `number` to `number` + 3 of a particle, a multiple of four: they are one vector, because
/// they are visited together. The vectors of eight particles lie together, because lanes of a device read them at the same time.
inline size_t place_in_lists(uint32_t particle, uint32_t number) {
    constexpr uint32_t together = 8;
    const size_t first = size_t {particle / together} * together * (list_capacity / 4);
    return first + number / 4 * together + particle % together;
}

/// The number of vectors of the lists of so many particles.
inline size_t lists_size(uint32_t particles) { return (size_t {particles} + 7) / 8 * 8 * (list_capacity / 4); }

/// Four neighbours of a particle: each vector has one component of each of them.
struct four_neighbours {
    uint4 index;
    float4 x;
    float4 y;
    float4 z;
    float4 in_list;  ///< 1, or 0 for the rest after the last neighbour, whose index is that of the particle itself
};

inline four_neighbours gather(const uint4& index, uint32_t count, buffer<const float4> places) {
    const float4 a = places[index.x];
    const float4 b = places[index.y];
    const float4 c = places[index.z];
    const float4 d = places[index.w];
    return {.index = index,
            .x = {a.x, b.x, c.x, d.x},
            .y = {a.y, b.y, c.y, d.y},
            .z = {a.z, b.z, c.z, d.z},
            .in_list = {1.0f, count > 1 ? 1.0f : 0.0f, count > 2 ? 1.0f : 0.0f, count > 3 ? 1.0f : 0.0f}};
}

/// Calls `visit` with the neighbours in the list of a particle, four at a time. Where more were found than a list contains, the
/// particles in the cells around are visited instead, one at a time, so that none is lost. `cells` are those in which particles
/// were when the grid was made.
template <typename Visitor>
void visit_listed(uint32_t particle, buffer<const float4> places, buffer<const uint4> lists, buffer<const uint32_t> found,
                  buffer<const uint32_t> cells, buffer<const uint32_t> starts, const fluid_basin& basin, Visitor visit) {
    const uint32_t count = found[particle];
    // ingot: keep at rest no particle has more neighbours than a list contains
    if (count <= list_capacity) {
        for (uint32_t number = 0; number < count; number += 4) {
            visit(gather(lists[place_in_lists(particle, number)], count - number, places));
        }
        return;
    }
    visit_neighbours(cell_of(cells[particle], basin), starts, basin, [&](uint32_t other) {
        if (other != particle) visit(gather({other, particle, particle, particle}, 1, places));
    });
}

}  // namespace ingot::samples::particles
