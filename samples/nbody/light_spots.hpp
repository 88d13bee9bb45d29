// What the kernels of the picture and the host share: spots of light, and the tiles of a picture that they reach.
#pragma once

#include <cstdint>
#include <ingot/language/math.hpp>
#include <ingot/language/matrix4.hpp>
#include <ingot/language/vector.hpp>

#include "point_look.hpp"

namespace ingot::samples {

/// A round spot of light on a picture. With d as the distance from the centre in radii, its light is e^(-falloff d²), and a halo
/// of (1 - d²)². A spot does not reach beyond the square around its circle.
struct light_spot {
    float2 centre;                ///< in pixels, from the lower left corner
    float inverse_radius = 0.0f;  ///< of a radius in pixels; 0: the spot is not visible
    float falloff = 0.0f;
    float3 colour;
    float halo = 0.0f;  ///< in shares of the light in the centre
};

/// A camera, and the size of its picture in pixels.
struct spot_camera {
    matrix4<float> view;
    matrix4<float> projection;
    float2 picture;
};

/// How points become spots: point_measures, for kernels.
struct spot_measures {
    uint32_t step = 1;
    uint32_t points = 0;
    uint32_t first = 0;  ///< index of the first spot
    float diameter = 0.0f;
    float largest = 0.0f;
    float brightness = 0.0f;
    float middle_speed = 0.0f;  ///< 0: each body has its own colour
    uint32_t is_haze = 0;       ///< all points have the same size and brightness
};

constexpr uint32_t tile_side = 8;  ///< pixels
/// The spots are divided into batches of equal size. Within a batch they are sorted into tiles one after the other, so that each
/// tile has its spots in the same order in every run.
constexpr uint32_t spot_batches = 8;

/// A picture in tiles. Its pixels may be larger than those in which spots are measured.
struct spot_tiles {
    uint32_t width = 0;  ///< in pixels of this picture
    uint32_t height = 0;
    float pixel = 1.0f;  ///< width of one of its pixels, in those of the spots
    uint32_t spots = 0;  ///< number of spots

    uint32_t columns() const { return (width + tile_side - 1) / tile_side; }
    uint32_t rows() const { return (height + tile_side - 1) / tile_side; }
    uint32_t count() const { return columns() * rows(); }
    friend bool operator==(const spot_tiles&, const spot_tiles&) = default;
};

/// Some columns and rows of tiles.
struct tile_range {
    uint32_t first_column = 0;
    uint32_t first_row = 0;
    uint32_t end_column = 0;
    uint32_t end_row = 0;
};

/// The tiles with pixels whose middles a spot may reach. It is computed once for each spot, because fast mathematics could give
/// two kernels different results.
inline tile_range tiles_of(const light_spot& spot, const spot_tiles& tiles) {
    if (!(spot.inverse_radius > 0.0f)) return {};
    const float radius = 1.0f / spot.inverse_radius;
    const auto tile = [](float place, float pixel, uint32_t count) {
        return clamp(floor((place / pixel - 0.5f) / static_cast<float>(tile_side)), -1.0f, static_cast<float>(count));
    };
    const auto first = [&](float place, float pixel, uint32_t count) {
        return static_cast<uint32_t>(max(tile(place, pixel, count), 0.0f));
    };
    const auto end = [&](float place, float pixel, uint32_t count) {
        return static_cast<uint32_t>(min(tile(place, pixel, count) + 1.0f, static_cast<float>(count)));
    };
    return {first(spot.centre.x - radius, tiles.pixel, tiles.columns()), first(spot.centre.y - radius, tiles.pixel, tiles.rows()),
            end(spot.centre.x + radius, tiles.pixel, tiles.columns()), end(spot.centre.y + radius, tiles.pixel, tiles.rows())};
}

}  // namespace ingot::samples
