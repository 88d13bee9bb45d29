// Prepares the mean light of each pixel for display.
#include <ingot/kernel.hpp>

using namespace ingot;

// Multiplies the light by the exposure and writes the rows from the bottom, as OpenGL expects them. The exposure has
// one factor per primary, so that it includes the white balance.
kernel void show(buffer<const float4> means, buffer<float4> pixels, param<uint32_t> width, param<uint32_t> height,
                 param<float4> exposure) {
    const uint2 pixel {global_id.x, global_id.y};
    if (pixel.x >= width || pixel.y >= height) return;
    const float4 light = means[pixel.y * width + pixel.x];
    pixels[(height - 1 - pixel.y) * width + pixel.x] =
        float4(light.x * exposure.x, light.y * exposure.y, light.z * exposure.z, 1.0f);
}
