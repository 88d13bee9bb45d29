// What the kernels of all fractals do for each pixel: compute the place of its sample, and add the sample to the mean.
#pragma once

#include <ingot/kernel.hpp>

#include "picture_layout.hpp"

namespace ingot::samples::fractal {

/// Returns the place of the sample in the picture: x from -1 at the left to 1 at the right, y from -1 at the bottom to 1 at the
/// top.
inline float2 place_in_picture(uint2 pixel, const pixel_rows& rows) {
    const float x = (static_cast<float>(pixel.x) + 0.5f + rows.offset.x) / static_cast<float>(rows.width);
    const float y = (static_cast<float>(pixel.y) + 0.5f + rows.offset.y) / static_cast<float>(rows.height);
    return {2.0f * x - 1.0f, 1.0f - 2.0f * y};
}

/// Adds a sample's colour to the mean of the pixel's samples. The costs are those of the first sample, which lies in the pixel's
/// centre.
inline void add_sample(uint2 pixel, const pixel_rows& rows, float3 colour, uint32_t cost, buffer<float4> means,
                       buffer<uint32_t> steps) {
    const uint32_t index = pixel.y * rows.width + pixel.x;
    if (rows.sample == 0) {
        means[index] = float4(colour, 1.0f);
        steps[index] = cost;
        return;
    }
    const float4 mean = means[index];
    means[index] = mean + (float4(colour, 1.0f) - mean) / static_cast<float>(rows.sample + 1);
}

}  // namespace ingot::samples::fractal
