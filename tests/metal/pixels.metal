// Pixel data types: each format is read and written in device memory.
#include <metal_stdlib>
using namespace metal;

template <typename P, typename T>
kernel void read(const device P* pixels, device T* out, uint i [[thread_position_in_grid]]) {
    out[i] = pixels[i];
}
template <typename P, typename T>
kernel void write(device P* pixels, const device T* in, uint i [[thread_position_in_grid]]) {
    pixels[i] = in[i];
}

#define FORMAT(name, format, type)                                                                                            \
    template [[host_name("read_" name)]] kernel void read<format<type>, type>(const device format<type>*, device type*, uint); \
    template [[host_name("write_" name)]] kernel void write<format<type>, type>(device format<type>*, const device type*, uint);

FORMAT("r8unorm", r8unorm, float)
FORMAT("r8unorm_half", r8unorm, half)
FORMAT("r8snorm", r8snorm, float)
FORMAT("r16unorm", r16unorm, float)
FORMAT("r16snorm", r16snorm, float)
FORMAT("rg8unorm", rg8unorm, float2)
FORMAT("rg8snorm", rg8snorm, float2)
FORMAT("rg16unorm", rg16unorm, float2)
FORMAT("rg16snorm", rg16snorm, float2)
FORMAT("rgba8unorm", rgba8unorm, float4)
FORMAT("rgba8unorm_half", rgba8unorm, half4)
FORMAT("rgba8snorm", rgba8snorm, float4)
FORMAT("rgba16unorm", rgba16unorm, float4)
FORMAT("rgba16snorm", rgba16snorm, float4)
FORMAT("srgba8unorm", srgba8unorm, float4)
FORMAT("rgb10a2", rgb10a2, float4)
FORMAT("rg11b10f", rg11b10f, float3)
FORMAT("rg11b10f_half", rg11b10f, half3)
FORMAT("rgb9e5", rgb9e5, float3)
FORMAT("rgb9e5_half", rgb9e5, half3)

// In the memory of the threadgroup and of the thread, in a struct and in constant memory.
struct mixed {
    r8snorm<half> sign;
    rgba8unorm<half4> color;
    rgb9e5<float3> light;
};
kernel void everywhere(device mixed* out, constant mixed& in, uint i [[thread_position_in_threadgroup]]) {
    threadgroup mixed all[4];
    all[i] = in;
    all[i].sign = i == 3 ? -1.0h : half(i) / 2;
    threadgroup_barrier(mem_flags::mem_threadgroup);
    mixed own = all[3 - i];
    own.light = float3(own.light) * 2;
    own.color = half4(own.color).wzyx;
    out[i] = own;
}
