// How arguments reach a kernel: buffers, values, memory of the threadgroup, and built-in arguments of every kind and type.
#include <metal_stdlib>
using namespace metal;

struct record {
    float scale;
    float3 offset;
    ushort counts[3];
    half2 pair;
    packed_float3 tail;
    uint last;
};

kernel void saxpy(device float* y [[buffer(1)]], const device float* x [[buffer(0)]], constant float& a,
                  uint i [[thread_position_in_grid]]) {
    y[i] = a * x[i] + y[i];
}

// The layout of a struct on the host is that in Metal.
kernel void read_struct(constant record& values, device float* out) {
    out[0] = values.scale;
    out[1] = values.offset.x;
    out[2] = values.offset.z;
    out[3] = values.counts[0];
    out[4] = values.counts[2];
    out[5] = values.pair.y;
    out[6] = values.tail.z;
    out[7] = values.last;
}

kernel void write_struct(device record& values, device record* others, uint i [[thread_position_in_grid]]) {
    if (i == 0) values.offset = float3(1, 2, 3);
    others[i].last = i + values.last;
    others[i].tail = packed_float3(i, i + 1, i + 2);
    others[i].counts[1] = ushort(i * 3);
}

// A table in constant memory, and a pointer to constant memory.
constant float table[4] = {1.5, 2.5, -3.5, 4};
kernel void constants(constant float4* factors, device float4* out, uint i [[thread_position_in_grid]]) {
    out[i] = factors[i] * table[i & 3];
}

static float sum_of(threadgroup const float* values, uint count) {
    float sum = 0;
    for (uint i = 0; i < count; ++i) sum += values[i];
    return sum;
}

// memory whose size the source gives, and memory whose size the host gives.
kernel void group_sums(const device float* in, device float* out, threadgroup float* scratch [[threadgroup(0)]],
                       uint i [[thread_position_in_grid]], uint local [[thread_index_in_threadgroup]],
                       uint group [[threadgroup_position_in_grid]], uint size [[threads_per_threadgroup]]) {
    threadgroup float tile[64];
    tile[local] = in[i];
    scratch[local] = 2 * in[i];
    threadgroup_barrier(mem_flags::mem_threadgroup);
    if (local == 0) out[group] = sum_of(tile, size) + sum_of(scratch, size);
}

// An array parameter with an address space is a pointer.
static void put(threadgroup float rows[2][8], uint row, uint column, float value) { rows[row][column] = value; }
kernel void rows(device float* out, uint i [[thread_position_in_threadgroup]], uint g [[threadgroup_position_in_grid]]) {
    threadgroup float tile[2][8];
    put(tile, 0, i, i);
    put(tile, 1, 7 - i, 10 * float(i));
    threadgroup_barrier(mem_flags::mem_threadgroup);
    out[g * 8 + i] = tile[0][i] + tile[1][i];
}

// Initial values of threadgroup variables are there before any thread reads them. (The specification does not say so; existing
// kernels have such variables.)
kernel void initialised(device float* out, uint i [[thread_index_in_threadgroup]], uint g [[threadgroup_position_in_grid]]) {
    threadgroup float numbers[3] = {1.5, 2.5, -4};
    threadgroup int3 zeros[70] = {};
    threadgroup half one = 1;
    const float read = numbers[i % 3] + zeros[69 - i].y + one;
    threadgroup_barrier(mem_flags::mem_threadgroup);
    numbers[i % 3] = 100;
    zeros[69 - i] = int3(100);
    out[g * 7 + i] = read;
}

// Overloads by address space.
static int space_of(device int*) { return 1; }
static int space_of(constant int*) { return 2; }
static int space_of(threadgroup int*) { return 3; }
static int space_of(thread int*) { return 4; }
kernel void spaces(device int* out, constant int* in) {
    threadgroup int shared;
    int own = 0;
    out[0] = space_of(out) + 10 * space_of(in) + 100 * space_of(&shared) + 1000 * space_of(&own);
}

// Instances of a template.
template <typename T>
kernel void fill(device T* out, constant T& value, uint i [[thread_position_in_grid]]) {
    out[i] = value + T(i);
}
template [[host_name("fill_half")]] kernel void fill<half>(device half*, constant half&, uint);
template [[host_name("fill_int")]] kernel void fill<int>(device int*, constant int&, uint);
template [[host_name("fill_float4")]] kernel void fill<float4>(device float4*, constant float4&, uint);

namespace outer {
namespace inner {
kernel void named(device uint* out) { out[0] = 17; }
}  // namespace inner
}  // namespace outer

// Built-in arguments. Each kernel writes the values of one kind, in each of its types.
#define POSITION_KERNEL(name)                                                                                                       \
    kernel void name##_uint(device uint* out, uint value [[name]], uint3 i [[thread_position_in_grid]],                             \
                            uint3 n [[threads_per_grid]]) {                                                                         \
        out[(i.z * n.y + i.y) * n.x + i.x] = value;                                                                                 \
    }                                                                                                                               \
    kernel void name##_uint3(device uint* out, uint3 value [[name]], uint3 i [[thread_position_in_grid]],                           \
                             uint3 n [[threads_per_grid]]) {                                                                        \
        out[(i.z * n.y + i.y) * n.x + i.x] = value.x | value.y << 8 | value.z << 16;                                                \
    }
#define POSITION_IN_2D(name)                                                                                                        \
    kernel void name##_uint2(device uint* out, uint2 value [[name]], uint2 i [[thread_position_in_grid]],                           \
                             uint2 n [[threads_per_grid]]) {                                                                        \
        out[i.y * n.x + i.x] = value.x | value.y << 8;                                                                              \
    }
#define POSITION_IN_SHORT(name)                                                                                                     \
    kernel void name##_ushort(device uint* out, ushort value [[name]]) { out[0] = value; }                                          \
    kernel void name##_ushort2(device uint* out, ushort2 value [[name]]) { out[0] = value.x | value.y << 8; }                       \
    kernel void name##_ushort3(device uint* out, ushort3 value [[name]]) { out[0] = value.x | value.y << 8 | value.z << 16; }

POSITION_KERNEL(thread_position_in_threadgroup)
POSITION_KERNEL(threadgroup_position_in_grid)
POSITION_KERNEL(threadgroups_per_grid)
POSITION_KERNEL(threads_per_threadgroup)
POSITION_KERNEL(dispatch_threads_per_threadgroup)
POSITION_IN_2D(thread_position_in_threadgroup)
POSITION_IN_2D(threadgroup_position_in_grid)
POSITION_IN_2D(threadgroups_per_grid)
POSITION_IN_2D(threads_per_threadgroup)
POSITION_IN_2D(dispatch_threads_per_threadgroup)
POSITION_IN_SHORT(threadgroups_per_grid)
POSITION_IN_SHORT(threads_per_threadgroup)
POSITION_IN_SHORT(dispatch_threads_per_threadgroup)
POSITION_IN_SHORT(threads_per_grid)

kernel void indices(device uint* out, uint3 i [[thread_position_in_grid]], uint3 n [[threads_per_grid]],
                    uint index [[thread_index_in_threadgroup]], ushort quad [[quadgroup_index_in_threadgroup]],
                    ushort lane [[thread_index_in_quadgroup]], ushort quads [[quadgroups_per_threadgroup]],
                    ushort dispatched [[dispatch_quadgroups_per_threadgroup]]) {
    const uint place = (i.z * n.y + i.y) * n.x + i.x;
    out[place] = index | uint(quad) << 8 | uint(lane) << 16 | uint(quads) << 20 | uint(dispatched) << 26;
}

// Pointers to types of several alignments. Those to structs have the alignment of the largest member.
struct pair_of_longs {
    long a;
    char b;
};
kernel void alignments(device char* a, constant half* b, device float* c, constant float2* d, device float3* e, device uint4* f,
                       device packed_float3* g, device pair_of_longs* h, device record* i) {
    a[0] = char(b[0] + c[0] + d[0].x + e[0].x + f[0].x + g[0].x + h[0].a + i[0].last);
}

// Graphics functions are left out.
struct varyings {
    float4 place [[position]];
    float2 uv;
};
vertex varyings place(uint i [[vertex_id]], constant float4* corners [[buffer(0)]]) { return {corners[i], corners[i].xy}; }
fragment float4 shade(varyings in [[stage_in]], texture2d<float> image [[texture(0)]]) {
    constexpr sampler s(filter::linear);
    return image.sample(s, in.uv) + dfdx(in.uv.x);
}
