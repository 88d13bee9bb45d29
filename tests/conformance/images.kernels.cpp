// Table 16: images by name, by value and by reference, and what a kernel knows of them.
#include <ingot/kernel.hpp>

using namespace ingot;

// By value and by reference, through templates.
template <typename Image>
static float4 doubled(Image source, int2 at) {
    return source.read(at) * 2.0f;
}
template <typename Image>
static void put(const Image& target, int2 at, const float4& value) {
    target.write(at, value);
}
kernel void double_in_place(image_2d<float4> both) {
    const int2 at {int32_t(global_id.x), int32_t(global_id.y)};
    put(both, at, doubled(both, at));
}

// A full type, as both sides name it.
constexpr image_type four_floats {image_shape::image_2d, sample_kind::floating, 4};
kernel void copy_by_full_type(const_image<four_floats> source, image<four_floats, true> target) {
    const int2 at {int32_t(global_id.x), int32_t(global_id.y)};
    target.write(at, source.read(at));
}

// One of each sample type: what is read is of the type that Table 16 names.
static_assert(std::is_same_v<const_image_2d<float>::value_type, float4>);
static_assert(std::is_same_v<const_image_2d<int32_t>::value_type, int4>);
static_assert(std::is_same_v<const_image_2d<float1>::value_type, float>);
static_assert(std::is_same_v<const_image_2d<float2>::value_type, float2>);
static_assert(std::is_same_v<const_image_2d<uint3>::value_type, uint3>);
static_assert(std::is_same_v<const_image_2d<ushort4>::value_type, ushort4>);
static_assert(std::is_same_v<const_image_2d_depth<>::value_type, float>);
static_assert(std::is_same_v<const_image_2d_depth_stencil<>::value_type, std::pair<float, uint8_t>>);

kernel void read_one_channel(const_image_2d<float1> source, buffer<float> to) {
    to[global_id.x] = source.read(int2 {int32_t(global_id.x), 0});
}
kernel void read_two_channels(const_image_2d<float2> source, buffer<float2> to) {
    to[global_id.x] = source.read(int2 {int32_t(global_id.x), 0});
}
kernel void read_four_channels(const_image_2d<float4> source, buffer<float4> to) {
    to[global_id.x] = source.read(int2 {int32_t(global_id.x), 0});
}
kernel void read_any_channels(const_image_2d<float> source, buffer<float4> to) {
    to[global_id.x] = source.read(int2 {int32_t(global_id.x), 0});
}
kernel void read_bytes(const_image_2d<uchar4> source, buffer<uchar4> to) {
    to[global_id.x] = source.read(int2 {int32_t(global_id.x), 0});
}
kernel void read_doubles(const_image_2d<double4> source, buffer<double4> to) {
    to[global_id.x] = source.read(int2 {int32_t(global_id.x), 0});
}

template <typename Image>
static void describe(buffer<uint32_t> to, uint32_t& at) {
    const image_type type = Image::type();
    const uint32_t facts[] {uint32_t(type.shape),   uint32_t(type.sample),  type.channels,
                            Image::channel_count(), Image::is_readable(),   Image::is_writable(),
                            Image::is_read_only(),  Image::is_write_only(), Image::is_read_write()};
    for (const uint32_t fact : facts) to[at++] = fact;
}
kernel void describe_types(buffer<uint32_t> to) {
    uint32_t at = 0;
    describe<const_image_2d<float4>>(to, at);
    describe<image_3d<uint32_t>>(to, at);
    describe<image_cube_array<int2, true>>(to, at);
    describe<const_image_2d_depth_array<>>(to, at);
}

kernel void sizes(const_image_1d_array<float> line, const_image_2d<float> plane, image_3d<float, true> box,
                  const_image_cube_array<float> cubes, buffer<uint32_t> to) {
    if (global_id.x != 0) return;
    to[0] = line.size();
    to[1] = line.layers();
    to[2] = plane.size().x;
    to[3] = plane.size().y;
    to[4] = plane.layers();
    to[5] = box.size().x;
    to[6] = box.size().y;
    to[7] = box.size().z;
    to[8] = cubes.size().x;
    to[9] = cubes.size().y;
    to[10] = cubes.layers();
}
