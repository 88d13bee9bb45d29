// Tests of Table 16 of the thesis that docs/host-library.md names: image types, passed by value and by reference, and the
// properties of images that a kernel can query.
#include <ingot/kernel.hpp>

using namespace ingot;

// Templates that take images by value and by reference.
template <typename Image>
static float4 doubled(Image source, int2 position) {
    return source.read(position) * 2.0f;
}
template <typename Image>
static void put(const Image& target, int2 position, const float4& value) {
    target.write(position, value);
}
kernel void double_in_place(image_2d<float4> both) {
    const int2 position {int32_t(global_id.x), int32_t(global_id.y)};
    put(both, position, doubled(both, position));
}

// An image type as a constant with all its properties, instead of a name such as image_2d<float4>.
constexpr image_type four_floats {image_shape::image_2d, sample_kind::floating, 4};
kernel void copy_by_full_type(const_image<four_floats> source, image<four_floats, true> target) {
    const int2 position {int32_t(global_id.x), int32_t(global_id.y)};
    target.write(position, source.read(position));
}

// Checks for each sample type that a read returns the type that Table 16 lists.
static_assert(std::is_same_v<const_image_2d<float>::value_type, float4>);
static_assert(std::is_same_v<const_image_2d<int32_t>::value_type, int4>);
static_assert(std::is_same_v<const_image_2d<float1>::value_type, float>);
static_assert(std::is_same_v<const_image_2d<float2>::value_type, float2>);
static_assert(std::is_same_v<const_image_2d<uint3>::value_type, uint3>);
static_assert(std::is_same_v<const_image_2d<ushort4>::value_type, ushort4>);
static_assert(std::is_same_v<const_image_2d_depth<>::value_type, float>);
static_assert(std::is_same_v<const_image_2d_depth_stencil<>::value_type, std::pair<float, uint8_t>>);

kernel void read_one_channel(const_image_2d<float1> source, buffer<float> destination) {
    destination[global_id.x] = source.read(int2 {int32_t(global_id.x), 0});
}
kernel void read_two_channels(const_image_2d<float2> source, buffer<float2> destination) {
    destination[global_id.x] = source.read(int2 {int32_t(global_id.x), 0});
}
kernel void read_four_channels(const_image_2d<float4> source, buffer<float4> destination) {
    destination[global_id.x] = source.read(int2 {int32_t(global_id.x), 0});
}
kernel void read_any_channels(const_image_2d<float> source, buffer<float4> destination) {
    destination[global_id.x] = source.read(int2 {int32_t(global_id.x), 0});
}
kernel void read_bytes(const_image_2d<uchar4> source, buffer<uchar4> destination) {
    destination[global_id.x] = source.read(int2 {int32_t(global_id.x), 0});
}
kernel void read_doubles(const_image_2d<double4> source, buffer<double4> destination) {
    destination[global_id.x] = source.read(int2 {int32_t(global_id.x), 0});
}

template <typename Image>
static void describe(buffer<uint32_t> destination, uint32_t& index) {
    const image_type type = Image::type();
    const uint32_t facts[] {uint32_t(type.shape),   uint32_t(type.sample),  type.channels,
                            Image::channel_count(), Image::is_readable(),   Image::is_writable(),
                            Image::is_read_only(),  Image::is_write_only(), Image::is_read_write()};
    for (const uint32_t fact : facts) destination[index++] = fact;
}
kernel void describe_types(buffer<uint32_t> destination) {
    uint32_t index = 0;
    describe<const_image_2d<float4>>(destination, index);
    describe<image_3d<uint32_t>>(destination, index);
    describe<image_cube_array<int2, true>>(destination, index);
    describe<const_image_2d_depth_array<>>(destination, index);
}

kernel void sizes(const_image_1d_array<float> line, const_image_2d<float> plane, image_3d<float, true> box,
                  const_image_cube_array<float> cubes, buffer<uint32_t> destination) {
    if (global_id.x != 0) return;
    destination[0] = line.size();
    destination[1] = line.layers();
    destination[2] = plane.size().x;
    destination[3] = plane.size().y;
    destination[4] = plane.layers();
    destination[5] = box.size().x;
    destination[6] = box.size().y;
    destination[7] = box.size().z;
    destination[8] = cubes.size().x;
    destination[9] = cubes.size().y;
    destination[10] = cubes.layers();
}

// Neighbouring work-items access neighbouring pixels: devices that run work-items in lanes do that with wide loads and stores.

// Reads the pixel at a distance from the work-item's own one.
template <typename Value>
kernel void read_beside(const_image_2d<Value> source, buffer<vector<Value, 4>> destination, param<int2> distance,
                        param<uint32_t> reads_border) {
    const uint2 size = source.size();
    if (global_id.x >= size.x || global_id.y >= size.y) return;
    const int2 place = int2 {int32_t(global_id.x), int32_t(global_id.y)} + distance;
    destination[global_id.y * size.x + global_id.x] =
        reads_border != 0 ? source.template read<address_mode::border>(place) : source.read(place);
}
using reads_beside = instances<read_beside<float>, read_beside<uint32_t>>;

// Writes each pixel but those of every `gap`th column.
template <typename Value>
kernel void write_between(image_2d<Value, true> target, const buffer<vector<Value, 4>> source, param<uint32_t> gap) {
    const uint2 size = target.size();
    if (global_id.x % gap == gap - 1) return;
    target.write(int2 {int32_t(global_id.x), int32_t(global_id.y)}, source[global_id.y * size.x + global_id.x]);
}
using writes_between = instances<write_between<float>, write_between<uint32_t>>;
