// Atomic functions and textures.
#include <metal_stdlib>
using namespace metal;

// the sums over all threads.
kernel void count(device atomic_uint* sums, device atomic_int* extremes, device atomic_float* real, device atomic_ulong* wide,
                  device uint* old, uint i [[thread_position_in_grid]], uint local [[thread_index_in_threadgroup]]) {
    threadgroup atomic_uint of_group;
    if (local == 0) atomic_store_explicit(&of_group, 0u, memory_order_relaxed);
    threadgroup_barrier(mem_flags::mem_threadgroup);
    atomic_fetch_add_explicit(&of_group, i, memory_order_relaxed);
    threadgroup_barrier(mem_flags::mem_threadgroup);
    if (local == 0) atomic_fetch_add_explicit(&sums[0], atomic_load_explicit(&of_group, memory_order_relaxed), memory_order_relaxed);
    atomic_fetch_sub_explicit(&sums[1], 1u, memory_order_relaxed);
    atomic_fetch_or_explicit(&sums[2], 1u << (i % 32), memory_order_relaxed);
    atomic_fetch_and_explicit(&sums[3], ~(1u << (i % 32)), memory_order_relaxed);
    atomic_fetch_xor_explicit(&sums[4], i, memory_order_relaxed);
    atomic_fetch_min_explicit(&extremes[0], 5 - int(i), memory_order_relaxed);
    atomic_fetch_max_explicit(&extremes[1], int(i), memory_order_relaxed);
    atomic_fetch_add_explicit(real, 0.5f, memory_order_relaxed);
    atomic_max_explicit(&wide[0], 0x100000000ul + i, memory_order_relaxed);
    atomic_min_explicit(&wide[1], 0x100000000ul + i, memory_order_relaxed);
    uint expected = atomic_load_explicit(&sums[5], memory_order_relaxed);
    while (!atomic_compare_exchange_weak_explicit(&sums[5], &expected, expected + 2, memory_order_relaxed, memory_order_relaxed)) {
    }
    old[i] = atomic_exchange_explicit(&sums[6], i, memory_order_relaxed);
}

kernel void image_values(texture2d<float> source [[texture(0)]], texture2d<float, access::write> copy [[texture(1)]],
                         texture2d<uint, access::read> numbers [[texture(2)]], device float4* out, device uint4* wholes,
                         uint2 i [[thread_position_in_grid]]) {
    constexpr sampler linear(filter::linear, address::clamp_to_edge);
    constexpr sampler nearest_pixel(coord::pixel, filter::nearest, address::clamp_to_zero);
    const uint place = (i.y * 4 + i.x) * 8;
    const float2 center = (float2(i) + 0.5) / float2(source.get_width(), source.get_height());
    out[place] = source.read(i);
    out[place + 1] = source.sample(linear, center);
    out[place + 2] = source.sample(linear, center + float2(0.125, 0));
    out[place + 3] = source.sample(nearest_pixel, float2(i) + 0.5);
    out[place + 4] = source.sample(nearest_pixel, float2(i) - float2(4, 0));
    out[place + 5] = source.read(i + uint2(4, 0));
    out[place + 6] = source.sample(linear, center, level(0), int2(1, 0));
    out[place + 7] = source.gather(linear, float2(0.5), int2(0), component::x);
    wholes[i.y * 4 + i.x] = numbers.read(ushort2(i));
    copy.write(source.read(i) * 2, i);
}
