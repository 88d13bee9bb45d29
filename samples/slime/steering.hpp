// Directions, places and random numbers of agents, without a floating-point number: every device gets the same ones.
#pragma once

#include <cstdint>
#include <ingot/language/math.hpp>
#include <ingot/language/vector.hpp>

#include "plane.hpp"

namespace ingot::samples::slime {

/// The length of a direction: 1 in fixed point.
constexpr int32_t direction_unit = 1 << 15;

/// Returns the unit vector of an angle, of which 2^32 is a turn, with an error below 3 / direction_unit.
///
/// The angle is a multiple of a quarter turn, and a rest from -45 to 45 degrees. Sine and cosine of the rest are polynomials that
/// are exact enough there.
inline int2 direction_of(uint32_t angle) {
    const uint32_t quarter = (angle + (1u << 29)) >> 30;
    // From -1 to 1 in units of 45 degrees.
    const int32_t rest = static_cast<int32_t>(angle - (quarter << 30)) >> 14;
    const int32_t square = (rest * rest) >> 15;
    // sin(π/4 z) = π/4 z - (π/4)³/6 z³ + (π/4)⁵/120 z⁵; the last coefficients make up for the terms after them.
    const int32_t sine = (rest * (25736 - ((square * (2645 - ((square * 80) >> 15))) >> 15))) >> 15;
    const int32_t cosine = 32768 - ((square * (10106 - ((square * (519 - ((square * 10) >> 15))) >> 15))) >> 15);
    switch (quarter & 3) {
        case 0:
            return {cosine, sine};
        case 1:
            return {-sine, cosine};
        case 2:
            return {-cosine, -sine};
        default:
            return {sine, -cosine};
    }
}

/// Brings a coordinate that is at most one plane away back into the plane.
inline int32_t wrapped(int32_t coordinate, int32_t size) {
    if (coordinate < 0) return coordinate + size;
    return coordinate >= size ? coordinate - size : coordinate;
}

/// The place at a distance of another place, which is at most 256 cells.
inline int2 moved(const int2& place, uint32_t heading, int32_t distance, const slime_plane& plane) {
    const int2 direction = direction_of(heading);
    return {wrapped(place.x + ((direction.x * distance) >> 7), static_cast<int32_t>(plane.width) * cell_unit),
            wrapped(place.y + ((direction.y * distance) >> 7), static_cast<int32_t>(plane.height) * cell_unit)};
}

/// The number of the cell that contains a place.
inline uint32_t cell_at(const int2& place, const slime_plane& plane) {
    return static_cast<uint32_t>(place.y / cell_unit) * plane.width + static_cast<uint32_t>(place.x / cell_unit);
}

/// Mixes the bits of a number: O'Neill's permutation PCG-RXS-M-XS, as a hash function (Jarzynski and Olano, "Hash Functions for
/// GPU Rendering", 2020).
inline uint32_t mixed(uint32_t x) {
    const uint32_t state = x * 747796405u + 2891336453u;
    const uint32_t word = ((state >> ((state >> 28) + 4)) ^ state) * 277803737u;
    return (word >> 22) ^ word;
}

/// Returns 32 random bits for a number in a sequence, such as an agent, and the number of the sequence, such as a step.
inline uint32_t random_bits(uint32_t number, uint32_t sequence, uint32_t seed) {
    return mixed(number + mixed(sequence + mixed(seed)));
}

/// The turn of an agent after Jones (2010): none if the scent ahead is the strongest, a random one if it is the weakest, and else
/// towards the stronger side. Angles grow to the left.
inline uint32_t turn_of(int32_t ahead, int32_t left, int32_t right, uint32_t turn, bool coin) {
    if (ahead > left && ahead > right) return 0;
    if (ahead < left && ahead < right) return coin ? turn : 0u - turn;
    if (left == right) return 0;
    return left > right ? turn : 0u - turn;
}

/// A random turn from -largest to largest.
inline uint32_t random_turn(uint32_t largest, uint32_t sixteen_bits) { return (largest >> 16) * (2 * sixteen_bits - 65535); }

}  // namespace ingot::samples::slime
