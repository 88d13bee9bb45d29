// The plane of the slime mould, its units, and the rules of a step. Shared by the kernels and the host.
//
// Everything that a step changes is a whole number, and what several agents add to one cell is summed by atomic additions, whose
// order does not matter. So all devices compute the same state, bit for bit.
#pragma once

#include <cstddef>
#include <cstdint>
#include <ingot/language/vector.hpp>

namespace ingot::samples::slime {

constexpr uint32_t most_species = 4;

/// A trail of 1 in fixed point.
constexpr uint32_t trail_unit = 1u << 12;
/// The strongest trail that a cell keeps: 65,536. More than this is lost when trails spread, so that no sum overflows.
constexpr uint32_t largest_trail = (1u << 28) - 1;
/// What an agent smells, in fixed point: a trail of 1.
constexpr int32_t scent_unit = 1 << 16;
/// Food of full strength. Negative food repels.
constexpr int32_t food_unit = 1 << 16;
/// A cell, in the fixed point of places.
constexpr int32_t cell_unit = 1 << 16;
/// A cell, in the fixed point of short lengths.
constexpr int32_t length_unit = 1 << 8;
/// Shares, such as the decay, have this denominator.
constexpr int32_t share_unit = 1 << 12;

/// A plane without borders: what leaves it at one side enters it at the opposite side. Cells are numbered row by row from the
/// lower left corner. Buffers of trails and scents have one such plane for each species, one after the other.
///
/// Agents are numbered by species: the first `agents_each` belong to species 0, the next ones to species 1.
struct slime_plane {
    uint32_t width = 0;   ///< cells, at most 4096
    uint32_t height = 0;  ///< cells, at most 4096
    uint32_t species = 1;
    uint32_t agents = 0;       ///< of all species
    uint32_t agents_each = 0;  ///< of each species; the last one may have fewer

    constexpr uint32_t cells() const { return width * height; }
    /// The first cell of a species in the buffers of trails and scents.
    constexpr uint32_t first_cell(uint32_t of) const { return of * cells(); }
    constexpr uint32_t species_of(uint32_t agent) const {
        // Comparisons instead of a division, which GPUs have no instruction for.
        return (agent >= agents_each ? 1u : 0u) + (agent >= 2 * agents_each ? 1u : 0u) + (agent >= 3 * agents_each ? 1u : 0u);
    }
};

/// How agents behave in a step. An angle is a share of a turn: 2^32 is a whole one, so that sums need no modulo.
struct agent_rule {
    slime_plane plane {};
    uint32_t sensor_angle = 0;    ///< between the sensor ahead and those beside it
    int32_t sensor_distance = 0;  ///< in 1 / length_unit cells
    uint32_t turn = 0;            ///< towards a stronger scent
    uint32_t wander = 0;          ///< the largest random turn
    int32_t stride = 0;           ///< in 1 / length_unit cells
    uint32_t deposit = 0;         ///< in 1 / trail_unit
    uint32_t step = 0;            ///< number of the step
    uint32_t seed = 0;
};

/// How trails change in a step.
struct trail_rule {
    slime_plane plane {};
    uint32_t diffusion = 0;  ///< 256: the mean of nine cells with the weights 1 2 1; 0: trails stay where they are
    uint32_t decay = 0;      ///< the share that is lost, in 1 / share_unit
};

/// What agents smell, with weights in 1 / 256 from -2 to 2.
struct scent_rule {
    slime_plane plane {};
    int32_t crowding = 1 << 19;  ///< the trail that smells most, in 1 / 256; at most 2^19
    int32_t others = 0;          ///< weight of the trails of all other species; negative: agents avoid them
    int32_t chase = 0;           ///< weight of the next species' trails, and minus that of the previous species'
    int32_t appetite = 0;        ///< the trail that is as strong as food
};

/// The shape in which agents start, and the direction in which they look.
enum class start_shape : uint32_t { plane, disc, ring, colonies, word };
enum class start_heading : uint32_t { inward, outward, around, anywhere };

/// How agents start.
struct agent_start {
    slime_plane plane {};
    start_shape shape = start_shape::disc;
    start_heading heading = start_heading::inward;
    uint32_t radius = 0;    ///< of the disc, the ring, or each colony, in cells, at most 2048
    uint32_t colonies = 1;  ///< how many colonies each species has
    uint32_t listed = 0;    ///< number of cells in the list for the word, at most 65,536
    uint32_t seed = 0;
};

/// What a brush does to the food.
enum class brush_kind : uint32_t { food, repellent, eraser };

/// A round brush that touches the plane once. Lengths are in half cells.
struct brush_touch {
    slime_plane plane {};
    brush_kind kind = brush_kind::food;
    int32_t left = 0;    ///< the first column of the square around the brush; may be outside of the plane
    int32_t bottom = 0;  ///< its first row
    uint32_t side = 0;   ///< its cells in each direction
    int32_t x = 0;       ///< the middle of the brush
    int32_t y = 0;
    int32_t radius = 0;
    uint32_t inverse_square = 0;  ///< 2^26 / radius²
};

}  // namespace ingot::samples::slime
