// How a flow is shown: colours and light. Shared by the kernels and the host.
#pragma once

#include <cstdint>
#include <ingot/language/vector.hpp>

#include "pigments.hpp"

namespace ingot::samples::fluid {

/// Light and surroundings of the picture.
struct picture_light {
    ink_palette palette {};
    float4 backdrop_middle {};  ///< colour of the light behind the fluid, in xyz
    float4 backdrop_edge {};    ///< the same at the edge of the picture
    float4 sun {};              ///< colour of the light from the side
    float4 sky {};              ///< colour of the light from everywhere
    float4 direction {};        ///< towards the sun, length 1; x and y lie in the plane, z points to the viewer
    float density = 1.0f;       ///< how strongly ink of concentration 1 absorbs and scatters
    float opacity = 1.0f;       ///< how much of it is scattering
    float gloss = 1.0f;         ///< strength of reflections
    float relief = 1.0f;        ///< how strongly thick ink bulges
    float shadow = 1.0f;        ///< how strongly ink shadows what is behind it
    float glow = 0.0f;          ///< how strongly hot fluid shines
    float2 unused {};
};

/// A rectangle of the plane that a picture shows. The pixel (x, y), counted from the lower left corner, shows the point
/// first + (x + 0.5, y + 0.5) · pixel, in cells.
struct picture_window {
    uint32_t width = 1;
    uint32_t height = 1;
    float2 first {};
    float pixel = 1.0f;
    float unused = 0.0f;
};

/// The quantities that can be shown instead of the picture.
enum class shown_field : uint32_t { vorticity, pressure, speed };

}  // namespace ingot::samples::fluid
