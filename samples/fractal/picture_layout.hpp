// What a launch computes: which pixels, and with which offset within a pixel. Shared by the kernels and the host.
#pragma once

#include <cstdint>
#include <ingot/language/vector.hpp>

namespace ingot::samples::fractal {

/// The pixels of a launch: `rows` rows of a picture from `first_row` on. Rows are counted from the top.
struct pixel_rows {
    uint32_t width = 1;
    uint32_t height = 1;
    uint32_t first_row = 0;
    uint32_t rows = 0;
    uint32_t sample = 0;  ///< how many samples every pixel has already
    float2 offset {};     ///< of the sample from the pixel's centre, in pixels
};

/// A pinhole camera. A ray through the point (x, y) of the picture, each from -1 to 1, has the direction
/// forward + x · right + y · up.
struct pinhole_camera {
    float3 eye {};
    float3 right {};
    float3 up {};
    float3 forward {};
};

/// The work-items that NVIDIA's devices run in step are 32 with neighbouring positions in their group. Groups here are eight
/// pixels wide, so these 32 are a tile of eight by four pixels. Other devices have other numbers; the tile is the same for all of
/// them, so that pictures of the divergence can be compared.
inline constexpr uint32_t tile_width = 8;
inline constexpr uint32_t tile_height = 4;

/// The costs of a tile's pixels.
struct tile_cost {
    uint32_t pixels = 0;  ///< fewer at the right and lower edge of the picture
    uint32_t sum = 0;     ///< of the pixels' steps
    uint32_t smallest = 0;
    uint32_t largest = 0;  ///< the tile is finished when its slowest pixel is

    /// Returns the share of the tile's work-items that wait for the slowest one, on average over the time that the tile takes.
    constexpr float idle_share() const {
        if (largest == 0) return 0.0f;
        return 1.0f - static_cast<float>(sum) / (static_cast<float>(pixels) * static_cast<float>(largest));
    }
};

}  // namespace ingot::samples::fractal
