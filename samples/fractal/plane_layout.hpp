// The data of a view of the Mandelbrot set that the kernels and the host share.
#pragma once

#include <cstdint>
#include <ingot/language/vector.hpp>

namespace ingot::samples::fractal {

/// A point of the reference orbit: (x, y) · 2^exponent. The exponent is 0 unless the point is so close to the origin that the
/// kernel needs scaled numbers for it.
struct orbit_point {
    float x = 0.0f;
    float y = 0.0f;
    int32_t exponent = 0;
};

/// The exponent of an orbit point at the origin, and the distance from the origin below which points have an exponent.
inline constexpr int32_t origin_exponent = -(1 << 26);
inline constexpr float nearest_unscaled = 0x1p-30f;

/// An orbit ends when the square of its distance from the origin is larger than this. For the smooth colours it is much larger
/// than the 4 that proves that the orbit escapes.
inline constexpr float escape_squared = 65536.0f;

/// A view of the plane. The point of the picture at (x, y), each from -1 to 1, is the reference point
/// + (middle + (x · half_size.x, y · half_size.y)) · unit · 2^unit_exponent.
struct plane_settings {
    float2 middle {};
    float2 half_size {1.0f};
    float unit = 1.0f;
    int32_t unit_exponent = 0;
    float pixels_per_unit = 1.0f;  ///< number of pixels that a distance of 1 unit has
    uint32_t orbit_points = 2;
    uint32_t iterations = 1000;   ///< at most
    uint32_t palette = 0;         ///< index in palettes
    float colour_offset = 0.0f;   ///< start of the palette, in turns
    float colour_cycle = 100.0f;  ///< iterations after which the palette repeats
    float relief = 0.5f;          ///< strength of the light from the side, 0 to 1
    uint32_t reference = 0;       ///< number of the reference orbit, so that views with different ones differ
};

}  // namespace ingot::samples::fractal
