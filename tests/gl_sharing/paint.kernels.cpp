// Kernels that write and read textures of OpenGL.
#include <ingot/kernel.hpp>

using namespace ingot;

// Writes multiples of 1/255 and small integers, which every format stores exactly.
kernel void paint(image_2d<float, true> target, param<uint32_t> shift) {
    const uint2 at {global_id.x, global_id.y};
    const float red = float((at.x * 3 + at.y + shift) % 256) / 255.0f;
    target.write(at, float4(red, float(at.y % 2), float(at.x % 2), 1.0f));
}

kernel void paint_integers(image_2d<uint32_t, true> target, param<uint32_t> shift) {
    const uint2 at {global_id.x, global_id.y};
    target.write(at, uint4((at.x * 3 + at.y + shift) % 256, at.y % 2, at.x % 2, 1u));
}

kernel void add_one(image_2d<uint32_t> both) {
    const uint2 at {global_id.x, global_id.y};
    both.write(at, both.read(at) + uint4(1u));
}

kernel void read_red(const_image_2d<uint32_t> source, buffer<uint32_t> destination) {
    const uint2 at {global_id.x, global_id.y};
    destination[at.y * source.size().x + at.x] = source.read(at).x;
}
