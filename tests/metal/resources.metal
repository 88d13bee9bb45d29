// Resources that the host passes in arrays, structs and argument buffers, and samplers that the host passes.
#include <metal_stdlib>
using namespace metal;

// A sampler of the host and one of the source.
kernel void sampled(texture2d<float> t [[texture(0)]], sampler s [[sampler(0)]], device float* out,
                    const device float2* places, uint i [[thread_position_in_grid]]) {
    constexpr sampler own(filter::nearest);
    out[2 * i] = t.sample(s, places[i]).x;
    out[2 * i + 1] = t.sample(own, places[i]).x;
}
kernel void compared(depth2d<float> t, sampler s, device float* out) {
    out[0] = t.sample_compare(s, float2(0.25), 0.5);
    out[1] = t.sample_compare(s, float2(0.75, 0.25), 0.5);
}

// Arrays of textures with indices that are known when the kernel runs.
static float sum_of(array_ref<texture2d<float, access::read>> textures) {
    float sum = 0;
    for (size_t i = 0; i < textures.size(); ++i) sum += textures[i].read(uint2(0)).x;
    return sum;
}
static float sum_of(const array<texture2d<float, access::read>, 3> textures, uint i) { return textures[i].read(uint2(0)).x; }
kernel void from_array(const array<texture2d<float, access::read>, 3> in [[texture(0)]],
                       texture2d<float, access::read> next [[texture(3)]], device float* out,
                       const device uint* order, uint i [[thread_position_in_grid]]) {
    static_assert(in.size() == 3, "");
    out[4 * i] = in[order[i]].read(uint2(0)).x;
    out[4 * i + 1] = sum_of(in, order[i]) + in[1].get_width();
    out[4 * i + 2] = sum_of(in);
    const texture2d<float, access::read> pair[2] = {in[0], next};
    out[4 * i + 3] = sum_of(make_array_ref(pair)) + sum_of(array_ref<texture2d<float, access::read>>(&in[2], 1)) +
                     sum_of(array_ref<texture2d<float, access::read>>());
}
kernel void to_array(array<texture2d<float, access::write>, 2> out, const device float* in, uint i [[thread_position_in_grid]]) {
    out[i & 1].write(float4(in[i]), uint2(i / 2, 0));
}
kernel void buffers_in_array(array<texture_buffer<float>, 2> in, array<sampler, 2> samplers, texture2d<float> t, device float* out,
                             uint i [[thread_position_in_grid]]) {
    out[2 * i] = in[i].read(1).x;
    out[2 * i + 1] = t.sample(samplers[i], float2(0.5)).x;
}
constexpr array<sampler, 2> at_program_scope = {sampler(filter::nearest), sampler(filter::linear)};
kernel void samplers_of_the_source(texture2d<float> t, device float* out, uint i [[thread_position_in_grid]]) {
    out[i] = t.sample(at_program_scope[i], float2(0.5)).x;
}

// A struct of resources.
struct inner_resources {
    texture2d<float> image [[texture(1)]];
    const device float* factors [[buffer(2)]];
};
struct resources {
    device float* out [[buffer(0)]];
    inner_resources inner;
    sampler s [[sampler(0)]];
};
struct two_buffers {
    device float* out;
    constant float* in;
};
static void add_one(two_buffers both, uint i) { both.out[i] = both.in[i] + 1; }
kernel void from_resources(resources r, uint i [[thread_position_in_grid]]) {
    r.out[i] = r.inner.image.sample(r.s, float2(0.5)).x * r.inner.factors[i];
}
kernel void from_two(two_buffers both, uint i [[thread_position_in_grid]]) { add_one(both, i); }

// Argument buffers.
struct plain {
    float2 scale;
    int bias[2];
};
struct all_kinds {
    texture2d<float, access::write> a;
    depth2d<float> b;
    sampler c;
    texture2d<float> d;
    device float4* e;
    texture_buffer<float> g;
    int h;
    plain p;
};
kernel void from_argument_buffer(constant all_kinds& in [[buffer(3)]], constant float& more [[buffer(0)]]) {
    in.e[0] = float4(in.d.sample(in.c, float2(0.5)).x, in.b.sample(in.c, float2(0.25)), in.g.read(1).x, in.h);
    in.e[1] = float4(in.p.scale, in.p.bias[1], more);
    in.a.write(float4(in.h), uint2(0));
}
struct arrays {
    device float* out;
    const device float* rows[3] [[id(10)]];
    array<texture2d<float, access::read>, 2> images;
    plain plains[2] [[id(20)]];
    int last;
};
kernel void from_arrays(const device arrays& in, uint i [[thread_position_in_grid]]) {
    in.out[i] = in.rows[i % 3][i] + in.images[i & 1].read(uint2(0)).x + in.plains[i & 1].bias[1] + in.last;
}
struct elsewhere {
    const device float* values;
    float factor;
};
struct outer {
    constant elsewhere* more;
    device float* out;
};
kernel void from_pointers(constant outer* in, uint i [[thread_position_in_grid]]) {
    in->out[i] = in->more->values[i] * in->more->factor;
}
kernel void from_several(constant elsewhere* in [[buffer(1)]], device float* out [[buffer(0)]], uint i [[thread_position_in_grid]]) {
    constant elsewhere& third = in[2];
    out[i] = in[0].values[i] * in[0].factor + third.values[i] * third.factor + in[1].factor;
}
// The ids of the specification's examples.
struct MaterialTexture {
    texture2d<float, access::read> tex;
    float4 uvScaleOffset;
};
struct Material {
    MaterialTexture diffuse;
    MaterialTexture normal [[id(4)]];
    MaterialTexture specular;
};
struct Foo {
    texture2d<float, access::read> t1 [[id(1)]];
    texture2d<float, access::read> t2 [[id(3)]];
};
struct Bar {
    Foo foo1;
    Foo foo2;
};
struct Examples {
    texture2d<float, access::read> first;
    array<texture2d<float, access::read>, 3> texs1;
    MaterialTexture materials[3];
    float constants [[id(20)]];
};
kernel void ids(constant Material& material, constant Bar& bar, constant Examples& examples, device float* out) {
    out[0] = material.normal.tex.read(uint2(0)).x + bar.foo2.t1.read(uint2(0)).x + examples.texs1[1].read(uint2(0)).x +
             examples.constants;
}

// An index that is a function constant, and what stands beside it.
constant int place [[function_constant(0)]];
kernel void at_a_constant(const device float* in [[buffer(place)]], device float* out, device float* other [[buffer(1)]]) {
    out[0] = in[0];
    other[0] = in[1];
}

// Elements of buffers at the thread's index.
constant bool has_offset [[function_constant(1)]];
struct stage_input {
    float4 place [[attribute(0)]];
    short2 pair [[attribute(1)]];
    float offset [[attribute(2), function_constant(has_offset)]];
};
kernel void staged(stage_input in [[stage_in]], device float* out, uint2 i [[thread_position_in_grid]],
                   uint2 origin [[grid_origin]], ushort2 size [[grid_size]]) {
    out[i.y * size.x + i.x] = in.place.w + in.pair.y + (has_offset ? in.offset : 0.0) + 100 * (origin.x + size.y);
}
struct small_input { float2 place [[attribute(0)]]; };
kernel void staged_small(small_input in [[stage_in]], device float* out, uint i [[thread_position_in_grid]]) {
    out[i] = in.place.x - in.place.y;
}
