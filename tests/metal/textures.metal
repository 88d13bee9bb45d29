// Textures: formats, levels of detail, and what lies outside of a texture.
#include <metal_stdlib>
using namespace metal;

kernel void read_real(texture2d<float, access::read> t, device float4* out, uint2 i [[thread_position_in_grid]]) {
    out[i.y * t.get_width() + i.x] = t.read(i);
}
kernel void read_signed(texture2d<int, access::read> t, device int4* out, uint2 i [[thread_position_in_grid]]) {
    out[i.y * t.get_width() + i.x] = t.read(i);
}
kernel void read_unsigned(texture2d<uint, access::read> t, device uint4* out, uint2 i [[thread_position_in_grid]]) {
    out[i.y * t.get_width() + i.x] = t.read(i);
}
kernel void write_real(texture2d<float, access::write> t, const device float4* in, uint2 i [[thread_position_in_grid]]) {
    t.write(in[i.x], i);
}
kernel void write_signed(texture2d<int, access::write> t, const device int4* in, uint2 i [[thread_position_in_grid]]) {
    t.write(in[i.x], i);
}
kernel void write_unsigned(texture2d<uint, access::write> t, const device uint4* in, uint2 i [[thread_position_in_grid]]) {
    t.write(in[i.x], i);
}

// A texture of 4 x 4 pixels with the value 1, with further levels of the values 2 and 3.
kernel void levels(texture2d<float> t, device float* out) {
    constexpr sampler blended(mip_filter::linear);
    constexpr sampler nearest(mip_filter::nearest);
    constexpr sampler none(filter::linear);
    constexpr sampler second(mip_filter::nearest, lod_clamp(1, 1));
    const float2 at(0.5);
    out[0] = t.sample(blended, at, level(0.5)).x;
    out[1] = t.sample(nearest, at, level(0.6)).x;
    out[2] = t.sample(none, at, level(1)).x;
    out[3] = t.sample(nearest, at, bias(2)).x;
    out[4] = t.sample(nearest, at, gradient2d(float2(0.5, 0), float2(0))).x;
    out[5] = t.sample(nearest, at, min_lod_clamp(1)).x;
    out[6] = t.sample(second, at, level(0)).x;
    out[7] = t.sample(nearest, at, bias(0.1), min_lod_clamp(2)).x;
    out[8] = t.read(uint2(0), 2).x;
    out[9] = t.get_num_mip_levels();
    out[10] = t.get_width(1);
}

// A texture of 2 x 2 pixels: (1, 2, 3, 4), and the same plus 10, 20 and 30.
kernel void outside(texture2d<float> t, texture2d<float, access::write> w, device float4* out) {
    constexpr sampler zero(filter::linear, address::clamp_to_zero);
    constexpr sampler border(filter::linear, address::clamp_to_border);
    constexpr sampler edge(filter::nearest, address::clamp_to_edge);
    out[0] = t.sample(zero, float2(0, 0.25));
    out[1] = t.sample(border, float2(0, 0.25));
    out[2] = t.sample(border, float2(-1, 0.5));
    out[3] = t.read(uint2(2, 0));
    out[4] = t.gather(edge, float2(0.5), int2(0), component::y);
    out[5] = t.gather(edge, float2(0.5), int2(0), component::w);
    out[6] = t.sample(edge, float2(NAN, INFINITY));
    w.write(float4(9), uint2(2, 0));
    w.write(float4(9), uint2(0, 2));
    w.write(float4(7), uint2(1, 1));
}

kernel void long_buffer(texture_buffer<float> t, device float* out, uint i [[thread_position_in_grid]]) {
    out[i] = t.read(i * 1000).x + t.read(t.get_width() + i).x;
}

// The faces of a cube of 2 x 2 pixels: the value is 10 times the number of the face, plus x and 2 times y.
kernel void cube(texturecube<float> t, device float4* out, uint i [[thread_position_in_grid]]) {
    constexpr sampler s(filter::nearest);
    const float3 directions[] = {float3(1, 0, 0), float3(-1, 0, 0), float3(0, 1, 0), float3(0, -1, 0), float3(0, 0, 1), float3(0, 0, -1)};
    out[i] = t.gather(s, directions[i]);
    out[6 + i] = t.read(uint2(1, 0), i) + t.read(ushort2(0, 1), ushort(i));
}

kernel void depth(depth2d<float> t, device float4* out) {
    constexpr sampler s(filter::nearest);
    constexpr sampler less(filter::linear, compare_func::less);
    constexpr sampler greater(filter::nearest, compare_func::greater_equal);
    out[0].x = t.sample(s, float2(0.25)) + t.sample(s, float2(0.25), int2(1, 0));
    out[0].y = t.sample_compare(less, float2(0.5), 0.5);
    out[0].z = t.sample_compare(greater, float2(0.25), 0.25) + 2 * t.sample_compare(greater, float2(0.75), 0.25);
    out[0].w = t.read(uint2(1, 1)) + t.read(ushort2(0, 1));
    out[1] = t.gather(s, float2(0.5));
    out[2] = t.gather_compare(less, float2(0.5), 0.5);
}

// Layers of 2 x 2 pixels, each with the values of depth() plus the number of the layer.
kernel void depth_array(depth2d_array<float> t, device float4* out, uint i [[thread_position_in_grid]]) {
    constexpr sampler s(filter::nearest);
    constexpr sampler less(filter::linear, compare_func::less);
    const float2 at(0.5);
    out[3 * i].x = t.sample(s, float2(0.25), i) + t.sample(s, float2(0.25), i, int2(1, 0));
    out[3 * i].y = t.sample_compare(less, at, i, i + 0.5);
    out[3 * i].z = t.read(uint2(1, 1), i) + t.read(ushort2(0, 1), ushort(i));
    out[3 * i].w = t.sample(s, float2(0.25), i, level(0));
    out[3 * i + 1] = t.gather(s, at, i);
    out[3 * i + 2] = t.gather_compare(less, at, i, i + 0.5);
}
kernel void cube_array(texturecube_array<float> t, device float4* out, uint i [[thread_position_in_grid]]) {
    constexpr sampler s(filter::nearest);
    out[i] = t.gather(s, float3(0, 0, 1), i);
    out[2 + i] = t.read(uint2(1, 0), 4, i) + t.read(ushort2(0, 1), ushort(5), ushort(i));
}

// A cube whose texels are floats: the value is the number of the face, plus 0.25 for x and 0.5 for y.
kernel void depth_cube(depthcube<float> t, device float4* out, uint i [[thread_position_in_grid]]) {
    constexpr sampler s(filter::nearest);
    constexpr sampler less(filter::linear, compare_func::less);
    constexpr sampler greater(filter::nearest, compare_func::greater_equal);
    const float3 directions[] = {float3(1, 0, 0), float3(-1, 0, 0), float3(0, 1, 0), float3(0, -1, 0), float3(0, 0, 1), float3(0, 0, -1)};
    const float3 d = directions[i];
    device float4* mine = out + 4 * i;
    mine[0] = t.gather(s, d);
    mine[1] = t.gather_compare(less, d, i + 0.25);
    mine[2].x = t.sample_compare(less, d, i + 0.25);
    mine[2].y = t.sample_compare(greater, d, i + 0.75) + 2 * t.sample_compare(greater, d, i + 0.5, level(0));
    mine[2].z = t.read(uint2(1, 0), i) + t.read(ushort2(0, 1), ushort(i));
    mine[2].w = t.sample(s, d * 3) - t.sample(s, d, level(0));
    mine[3] = float4(t.read(uint2(0), 6), t.read(uint2(2, 0), i), t.get_width() * 10 + t.get_height(), t.get_num_mip_levels());
}
// Layers of such cubes, each 6 greater than the one before.
kernel void depth_cube_array(depthcube_array<float> t, device float4* out, uint i [[thread_position_in_grid]]) {
    constexpr sampler s(filter::nearest);
    constexpr sampler less(filter::linear, compare_func::less);
    const float3 d(0, 0, -1);
    const float first = 6 * i + 5;
    device float4* mine = out + 4 * i;
    mine[0] = t.gather(s, d, i);
    mine[1] = t.gather_compare(less, d, i, first + 0.25);
    mine[2].x = t.sample_compare(less, d, i, first + 0.25) + t.sample_compare(less, d, i, first + 0.75, level(0));
    mine[2].y = t.read(uint2(1, 0), 5, i) + t.read(ushort2(0, 1), ushort(5), ushort(i));
    mine[2].z = t.sample(s, d * 3, i) - t.sample(s, d, i, level(0));
    mine[2].w = t.read(uint2(0), 0, 2);
    mine[3] = float4(t.get_width(), t.get_height(), t.get_array_size(), t.get_num_mip_levels());
}

// Multisampled textures of 2 x 1 pixels with 4 samples: the value is the number of the sample, plus 10 for x and 100 times the
// number of the layer.
kernel void samples(texture2d_ms<float> t, device float4* out, uint i [[thread_position_in_grid]]) {
    out[i] = t.read(uint2(1, 0), i) + t.read(ushort2(0, 0), ushort(i));
    if (i == 0) {
        out[4] = float4(t.get_width(), t.get_height(), t.get_num_samples(), t.read(uint2(0, 0), 4).x);
        out[5] = float4(t.read(uint2(2, 0), 0).x, t.sparse_read(uint2(1, 0), 3).value().x, 0, 0);
    }
}
kernel void samples_of_layers(texture2d_ms_array<uint> t, device uint4* out, uint2 i [[thread_position_in_grid]]) {
    out[i.y * 4 + i.x] = t.read(uint2(1, 0), i.y, i.x) + t.read(ushort2(0, 0), ushort(i.y), ushort(i.x));
    if (i.x + i.y == 0) {
        out[8] = uint4(t.get_width(), t.get_height(), t.get_array_size(), t.get_num_samples());
        out[9] = uint4(t.read(uint2(1, 0), 0, 4).x, t.read(uint2(1, 0), 2, 0).x, t.sparse_read(uint2(1, 0), 1, 3).value().x, 0);
    }
}
kernel void samples_of_depth(depth2d_ms<float> t, depth2d_ms_array<float> u, device float4* out, uint2 i [[thread_position_in_grid]]) {
    out[i.y * 4 + i.x].x = t.read(uint2(1, 0), i.x) + t.read(ushort2(0, 0), ushort(i.x));
    out[i.y * 4 + i.x].y = u.read(uint2(1, 0), i.y, i.x) + u.read(ushort2(0, 0), ushort(i.y), ushort(i.x));
    if (i.x + i.y == 0) {
        out[8] = float4(t.get_width(), t.get_height(), t.get_num_samples(), t.sparse_read(uint2(1, 0), 2).value());
        out[9] = float4(u.get_width(), u.get_height(), u.get_array_size(), u.get_num_samples());
        out[10] = float4(u.read(uint2(1, 0), 0, 4), u.sparse_read(ushort2(1, 0), ushort(1), ushort(3)).value(), 0, 0);
    }
}

// A buffer of four texels: what is written outside of it is ignored.
kernel void write_buffer(texture_buffer<float, access::write> t, uint i [[thread_position_in_grid]]) { t.write(float4(9), i * 2); }

// What this thread has written is there after the fence.
kernel void fence(texture2d<float, access::read_write> t, device float4* out, uint i [[thread_position_in_grid]]) {
    out[i] = t.read(uint2(i, 0));
    t.write(float4(i + 1), uint2(i, 0));
    t.fence();
    out[i] += 10 * t.read(uint2(i, 0));
}
