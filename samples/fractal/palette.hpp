// Colours. A palette is a cosine for each primary, a + b · cos(2π (c · t + d)) (Inigo Quilez, "Palettes", 1999,
// iquilezles.org/articles/palettes).
#pragma once

#include <cstdint>
#include <ingot/language/math.hpp>
#include <ingot/language/vector.hpp>

namespace ingot::samples::fractal {

/// The coefficients of one palette: mean, amplitude, and the phase in turns. The frequency is 1 for all primaries, so that a
/// palette repeats for whole numbers.
struct cosine_palette {
    float3 mean {};
    float3 amplitude {};
    float3 phase {};
};

/// The palettes in the order of palette_names. All values are linear light.
inline constexpr cosine_palette palettes[] {
    {{0.42f, 0.24f, 0.15f}, {0.40f, 0.23f, 0.14f}, {0.00f, 0.06f, 0.13f}},    // copper
    {{0.22f, 0.36f, 0.50f}, {0.21f, 0.34f, 0.45f}, {0.00f, 0.08f, 0.16f}},    // ice
    {{0.40f, 0.30f, 0.34f}, {0.39f, 0.29f, 0.33f}, {0.00f, 0.22f, 0.55f}},    // aurora
    {{0.40f, 0.40f, 0.40f}, {0.39f, 0.39f, 0.39f}, {0.00f, 0.333f, 0.667f}},  // spectrum
    {{0.42f, 0.42f, 0.42f}, {0.41f, 0.41f, 0.41f}, {0.00f, 0.00f, 0.00f}},    // grey
};

/// Returns the colour at `t`. Colours repeat after each whole number.
inline float3 palette_colour(uint32_t index, float t) {
    const cosine_palette& chosen = palettes[index];
    const float3 turns = chosen.phase + float3(t - floor(t));
    const float3 angle = turns * 6.28318531f;
    return chosen.mean + chosen.amplitude * float3(cos(angle.x), cos(angle.y), cos(angle.z));
}

}  // namespace ingot::samples::fractal
