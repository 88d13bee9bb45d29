// Sorts particles into the cells of a grid. The radix sort is in compute/algorithms; these kernels compute its keys, bring the
// particles into the new order, and find where each cell begins (Green, "Particle Simulation using CUDA", 2008).
#include <ingot/kernel.hpp>

#include "neighbours.hpp"

using namespace ingot;
using namespace ingot::samples::particles;

// The cell and the index of each particle, to be sorted by cell.
kernel void find_cells(buffer<const float4> predicted, buffer<uint32_t> cells, buffer<uint32_t> order, param<fluid_basin> basin) {
    const uint32_t i = global_id.x;
    if (i >= basin.count) return;
    cells[i] = index_of(cell_at({predicted[i].x, predicted[i].y, predicted[i].z}, basin), basin);
    order[i] = i;
}

// Moves everything that belongs to a particle to its place in the order of the cells.
kernel void reorder(buffer<const uint32_t> order, buffer<const float4> places, buffer<const float4> predicted,
                    buffer<float4> sorted_places, buffer<float4> sorted_predicted, param<fluid_basin> basin) {
    const uint32_t i = global_id.x;
    if (i >= basin.count) return;
    sorted_places[i] = places[order[i]];
    sorted_predicted[i] = predicted[order[i]];
}

// Fills `starts` for the cells after that of the previous particle up to that of this one. The last particle fills the rest, so
// each element is written exactly once, also for empty cells.
kernel void find_starts(buffer<const uint32_t> cells, buffer<uint32_t> starts, param<fluid_basin> basin) {
    const uint32_t i = global_id.x;
    if (i >= basin.count) return;
    const uint32_t first = i == 0 ? 0 : cells[i - 1] + 1;
    for (uint32_t cell = first; cell <= cells[i]; ++cell) starts[cell] = i;
    if (i + 1 < basin.count) return;
    const uint32_t all = basin.columns * basin.rows * basin.layers;
    for (uint32_t cell = cells[i] + 1; cell <= all; ++cell) starts[cell] = basin.count;
}
