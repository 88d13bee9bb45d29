// Table 15: writes to images of every shape.
#include "image_writes.hpp"

#include "image_probe.hpp"

WRITE_KERNEL(image_1d, float, float, 1, false)
WRITE_KERNEL(image_1d, int, int32_t, 1, false)
WRITE_KERNEL(image_1d, uint, uint32_t, 1, false)
WRITE_KERNEL(image_1d_array, float, float, 1, true)
WRITE_KERNEL(image_1d_array, int, int32_t, 1, true)
WRITE_KERNEL(image_1d_array, uint, uint32_t, 1, true)
WRITE_KERNEL(image_1d_buffer, float, float, 1, false)
WRITE_KERNEL(image_1d_buffer, int, int32_t, 1, false)
WRITE_KERNEL(image_1d_buffer, uint, uint32_t, 1, false)
WRITE_KERNEL(image_2d, float, float, 2, false)
WRITE_KERNEL(image_2d, int, int32_t, 2, false)
WRITE_KERNEL(image_2d, uint, uint32_t, 2, false)
WRITE_KERNEL(image_2d_array, float, float, 2, true)
WRITE_KERNEL(image_3d, float, float, 3, false)
WRITE_KERNEL(image_cube, float, float, 3, false)
WRITE_KERNEL(image_cube_array, float, float, 3, true)
WRITE_KERNEL(image_2d_depth, float, float, 2, false)
WRITE_KERNEL(image_2d_depth_array, float, float, 2, true)
WRITE_KERNEL(image_cube_depth, float, float, 3, false)
WRITE_KERNEL(image_cube_depth_array, float, float, 3, true)

kernel void read_depth_stencil(const_image_2d_depth_stencil<> source, buffer<float> depths, buffer<uint32_t> stencils) {
    const uint2 size = source.size();
    if (global_id.x >= size.x || global_id.y >= size.y) return;
    const auto [depth, stencil] = source.read(uint2 {global_id.x, global_id.y});
    depths[global_id.y * size.x + global_id.x] = depth;
    stencils[global_id.y * size.x + global_id.x] = stencil;
}
kernel void write_depth_stencil(image_2d_depth_stencil<float, true> target) {
    target.write(int2 {int32_t(global_id.x), int32_t(global_id.y)},
                 {float(global_id.x) / 8.0f, uint8_t(global_id.y * 16 + global_id.x)});
}
