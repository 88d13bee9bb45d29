// Kernels that write and read textures of OpenGL.
#include <ingot/kernel.hpp>

using namespace ingot;

// Writes only multiples of 1/255, such as 0 and 1, because formats of normalised integers store these exactly.
kernel void paint(image_2d<float, true> target, param<uint32_t> shift) {
    const uint2 position {global_id.x, global_id.y};
    const float red = float((position.x * 3 + position.y + shift) % 256) / 255.0f;
    target.write(position, float4(red, float(position.y % 2), float(position.x % 2), 1.0f));
}

kernel void paint_integers(image_2d<uint32_t, true> target, param<uint32_t> shift) {
    const uint2 position {global_id.x, global_id.y};
    target.write(position, uint4((position.x * 3 + position.y + shift) % 256, position.y % 2, position.x % 2, 1u));
}

kernel void add_one(image_2d<uint32_t> both) {
    const uint2 position {global_id.x, global_id.y};
    both.write(position, both.read(position) + uint4(1u));
}

kernel void read_red(const_image_2d<uint32_t> source, buffer<uint32_t> destination) {
    const uint2 position {global_id.x, global_id.y};
    destination[position.y * source.size().x + position.x] = source.read(position).x;
}
