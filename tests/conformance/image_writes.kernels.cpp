// Tests of Table 15 of the thesis that docs/host-library.md names: writes to images of every shape. (Writes of integers to 2D
// arrays, three-dimensional images and cube maps are in image_signed_writes.kernels.cpp and image_unsigned_writes.kernels.cpp.)
#include "image_writes.hpp"

#include "image_probe.hpp"

template <typename T>
using writes_without_layers =
    writes_of<T, image_shape::image_1d, image_shape::image_1d_array, image_shape::image_1d_buffer, image_shape::image_2d>;
using signed_writes = writes_without_layers<int32_t>;
using unsigned_writes = writes_without_layers<uint32_t>;
using floating_writes = writes_without_layers<float>;
using layered_writes =
    writes_of<float, image_shape::image_2d_array, image_shape::image_3d, image_shape::image_cube, image_shape::image_cube_array>;
using depth_writes = writes_of<float, image_shape::image_2d_depth, image_shape::image_2d_depth_array,
                               image_shape::image_cube_depth, image_shape::image_cube_depth_array>;

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
