// How the trails are shown: colours, glow, and the window. Shared by the kernels and the host.
#pragma once

#include <array>
#include <cstdint>
#include <ingot/language/vector.hpp>

#include "plane.hpp"

namespace ingot::samples::slime {

/// The colours of a picture, in linear light, in xyz. A trail goes from the background over `deep` to `bright`; where many meet,
/// it becomes `hot`.
struct slime_palette {
    float4 background {};
    std::array<float4, most_species> deep {};
    std::array<float4, most_species> bright {};
    float4 hot {};
    float4 young {};  ///< is added where trails grow
};

/// How trails become colours.
struct slime_look {
    slime_palette palette {};
    float scale = 1.0f;     ///< what a trail in fixed point is multiplied by; the mean of all trails is then about 1
    float contrast = 1.0f;  ///< how much darker weak trails are
    float young = 0.0f;     ///< how strongly growing trails shine
    float relief = 0.0f;    ///< how strongly veins bulge
    float glow = 0.0f;      ///< how much light spreads around veins
    uint32_t shows_food = 0;
    float2 unused {};
};

/// How a pixel is computed from cells: from four or nine around it, or from all that it shows.
enum class cell_sampling : uint32_t { linear, spline, mean };

/// The rectangle that a picture shows. The pixel (x, y), counted from the lower left corner, shows the point
/// first + (x + 0.5, y + 0.5) · pixel, in cells.
struct picture_window {
    uint32_t width = 1;
    uint32_t height = 1;
    float2 first {};
    float2 pixel {1.0f, 1.0f};
    cell_sampling sampling = cell_sampling::linear;
    uint32_t unused = 0;
};

/// The coarse grid in which the glow is computed: squares of `size` cells.
struct glow_grid {
    uint32_t size = 1;  ///< divides the width and the height of the plane
    uint32_t columns = 1;
    uint32_t rows = 1;
};

}  // namespace ingot::samples::slime
