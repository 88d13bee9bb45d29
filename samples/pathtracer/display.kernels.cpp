// From the means to what is drawn.
#include <ingot/kernel.hpp>

using namespace ingot;

// Rows from the bottom, as OpenGL has them. The exposure has a factor for each primary: a camera is balanced for a white.
kernel void show(buffer<const float4> means, buffer<float4> shown, param<uint32_t> width, param<uint32_t> height,
                 param<float4> exposure) {
    const uint2 pixel {global_id.x, global_id.y};
    if (pixel.x >= width || pixel.y >= height) return;
    const float4 light = means[pixel.y * width + pixel.x];
    shown[(height - 1 - pixel.y) * width + pixel.x] =
        float4(light.x * exposure.x, light.y * exposure.y, light.z * exposure.z, 1.0f);
}
