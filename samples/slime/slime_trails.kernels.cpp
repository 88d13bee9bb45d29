// The trails of a slime mould: how they spread and fade, what agents smell of them, and food. One work-item is one cell.
#include <ingot/kernel.hpp>

#include "plane.hpp"
#include "steering.hpp"
#include "trails.hpp"

using namespace ingot;
using namespace ingot::samples::slime;

// Spreads the trails to the neighbouring cells, and lets them fade. Also keeps a memory of all trails, which follows them slowly:
// the picture shows with it what grows and what is left.
kernel void spread_trails(buffer<const uint32_t> trails, buffer<uint32_t> spread, buffer<uint32_t> memory,
                          param<trail_rule> rule) {
    const uint32_t x = global_id.x;
    const uint32_t y = global_id.y;
    const slime_plane& plane = rule.plane;
    if (x >= plane.width || y >= plane.height) return;
    const neighbouring_cells near = neighbours_of(x, y, plane);
    uint32_t all = 0;
    for (uint32_t species = 0; species < plane.species; ++species) {
        const uint32_t first = plane.first_cell(species);
        const auto given = [&](uint32_t row, uint32_t column) { return part_of(trails[first + row + column], rule.diffusion); };
        // A cell gives a sixteenth to each diagonal neighbour, and an eighth to each of the four others. It keeps the rest.
        const uint32_t own = min(trails[first + near.row + x], largest_trail);
        const uint32_t beside =
            given(near.row, near.left) + given(near.row, near.right) + given(near.below, x) + given(near.above, x);
        const uint32_t diagonal = given(near.below, near.left) + given(near.below, near.right) + given(near.above, near.left) +
                                  given(near.above, near.right);
        const uint32_t mixed_trail = own - 12 * part_of(own, rule.diffusion) + 2 * beside + diagonal;
        const uint32_t left_over = mixed_trail - faded(mixed_trail, rule.decay);
        spread[first + near.row + x] = left_over;
        all += left_over;
    }
    const uint32_t cell = near.row + x;
    const auto remembered = static_cast<int32_t>(memory[cell]);
    memory[cell] = static_cast<uint32_t>(remembered + ((static_cast<int32_t>(all) - remembered) >> 5));
}

// What each species smells: its own trails, those of others with their weights, and food.
kernel void mix_scents(buffer<const uint32_t> trails, buffer<const int32_t> food, buffer<int32_t> scents,
                       param<scent_rule> rule) {
    const uint32_t cell = global_id.x;
    const slime_plane& plane = rule.plane;
    if (cell >= plane.cells()) return;
    const auto trail = [&](uint32_t species) { return smelled(trails[plane.first_cell(species) + cell], rule.crowding); };
    int32_t all = 0;
    for (uint32_t species = 0; species < plane.species; ++species) all += trail(species);
    const int32_t eaten = food[cell] * rule.appetite;
    for (uint32_t species = 0; species < plane.species; ++species) {
        const uint32_t next = species + 1 < plane.species ? species + 1 : 0;
        const uint32_t previous = species > 0 ? species - 1 : plane.species - 1;
        const int32_t own = trail(species);
        scents[plane.first_cell(species) + cell] =
            own * 256 + (all - own) * rule.others + (trail(next) - trail(previous)) * rule.chase + eaten;
    }
}

// Touches the plane with a brush. It is strongest in the middle. One work-item is one cell of the square around the brush.
kernel void touch_food(buffer<int32_t> food, param<brush_touch> brush) {
    if (global_id.x >= brush.side || global_id.y >= brush.side) return;
    const int32_t column = brush.left + static_cast<int32_t>(global_id.x);
    const int32_t row = brush.bottom + static_cast<int32_t>(global_id.y);
    const int32_t strength = strength_at(2 * column + 1 - brush.x, 2 * row + 1 - brush.y, brush);
    if (strength == 0) return;
    const auto width = static_cast<int32_t>(brush.plane.width);
    const auto height = static_cast<int32_t>(brush.plane.height);
    int32_t& touched = food[wrapped(row, height) * width + wrapped(column, width)];
    if (brush.kind == brush_kind::food) touched = max(touched, strength);
    if (brush.kind == brush_kind::repellent) touched = min(touched, -strength);
    if (brush.kind == brush_kind::eraser) touched = 0;
}

// Sums of a row of cells, in two parts that cannot overflow: those of the upper and of the lower 16 bits. Also counts cells with
// a trail of at least `threshold`. One work-item is one row.
kernel void measure_rows(buffer<const uint32_t> trails, buffer<row_measures> rows, param<uint32_t> threshold,
                         param<slime_plane> plane) {
    const uint32_t row = global_id.x;
    if (row >= plane.height) return;
    row_measures sums {};
    for (uint32_t x = 0; x < plane.width; ++x) {
        uint32_t all = 0;
        for (uint32_t species = 0; species < plane.species; ++species) {
            const uint32_t trail = trails[plane.first_cell(species) + row * plane.width + x];
            sums.upper += trail >> 16;
            sums.lower += trail & 0xffff;
            all = max(all, trail);
        }
        sums.covered += all >= threshold ? 1u : 0u;
    }
    rows[row] = sums;
}
