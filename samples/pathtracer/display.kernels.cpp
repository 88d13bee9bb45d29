// From the means to what is drawn.
#include <ingot/kernel.hpp>

using namespace ingot;

// Rows from the bottom, as OpenGL has them.
kernel void show(buffer<const float4> means, buffer<float4> shown, param<uint32_t> width, param<uint32_t> height,
                 param<float> exposure) {
    const uint2 pixel {global_id.x, global_id.y};
    if (pixel.x >= width || pixel.y >= height) return;
    const float4 light = means[pixel.y * width + pixel.x];
    shown[(height - 1 - pixel.y) * width + pixel.x] = float4(float3(light.x, light.y, light.z) * exposure, 1.0f);
}
