// Textures (MSL 3.0, sections 2.9 and 6.12). They are images of the C++ language.
#pragma once

#include <ingot/metal/detail/depth_texture.hpp>
#include <ingot/metal/detail/multisampled_texture.hpp>
#include <ingot/metal/detail/texture_base.hpp>

namespace metal {

template <typename T, access a = access::sample>
class texture1d : public ingot_detail::texture<ingot::image_shape::image_1d, T, a> {
    INGOT_METAL_TEXTURE_MEMBERS(image_1d)

public:
    texel sample(sampler s, float coordinate) const { return base::sample_at(s, coordinate, 0); }
    sparse_color<texel> sparse_sample(sampler s, float coordinate) const { return sparse_color<texel>(sample(s, coordinate)); }
    INGOT_METAL_READ(uint, (uint coordinate), (coordinate, 0))
    INGOT_METAL_WRITE((uint coordinate), (coordinate, 0))
    uint get_width(uint lod = 0) const { return picture().size(lod); }
};

template <typename T, access a = access::sample>
class texture1d_array : public ingot_detail::texture<ingot::image_shape::image_1d_array, T, a> {
    INGOT_METAL_TEXTURE_MEMBERS(image_1d_array)

public:
    texel sample(sampler s, float coordinate, uint layer) const { return base::sample_at(s, coordinate, layer); }
    sparse_color<texel> sparse_sample(sampler s, float coordinate, uint layer) const {
        return sparse_color<texel>(sample(s, coordinate, layer));
    }
    INGOT_METAL_READ(uint, (uint coordinate, uint layer), (coordinate, layer))
    INGOT_METAL_WRITE((uint coordinate, uint layer), (coordinate, layer))
    uint get_width(uint lod = 0) const { return picture().size(lod); }
    uint get_array_size() const { return picture().layers(); }
};

template <typename T, access a = access::sample>
class texture2d : public ingot_detail::texture<ingot::image_shape::image_2d, T, a> {
    INGOT_METAL_TEXTURE_MEMBERS(image_2d)

    template <typename... O>
    texel sampled(sampler s, float2 coordinates, int2 offset, O... options) const {
        return base::sample_at(s, base::moved(s, coordinates, offset), 0, options...);
    }

public:
    INGOT_METAL_SAMPLES(sample, sampled, int2, (sampler s, float2 coordinates), (s, coordinates))
    vec<T, 4> gather(sampler s, float2 coordinates, int2 offset = int2(0), component c = component::x) const {
        return base::gathered(base::gather_at(s, base::moved(s, coordinates, offset), 0), c);
    }
    sparse_color<vec<T, 4>> sparse_gather(sampler s, float2 coordinates, int2 offset = int2(0),
                                          component c = component::x) const {
        return sparse_color<vec<T, 4>>(gather(s, coordinates, offset, c));
    }
    INGOT_METAL_READ(uint, (uint2 coordinates), (coordinates, 0))
    INGOT_METAL_READ(ushort, (ushort2 coordinates), (uint2(coordinates), 0))
    INGOT_METAL_WRITE((uint2 coordinates), (coordinates, 0))
    INGOT_METAL_WRITE((ushort2 coordinates), (uint2(coordinates), 0))
    uint get_width(uint lod = 0) const { return picture().size(lod).x; }
    uint get_height(uint lod = 0) const { return picture().size(lod).y; }
};

template <typename T, access a = access::sample>
class texture2d_array : public ingot_detail::texture<ingot::image_shape::image_2d_array, T, a> {
    INGOT_METAL_TEXTURE_MEMBERS(image_2d_array)

    template <typename... O>
    texel sampled(sampler s, float2 coordinates, uint layer, int2 offset, O... options) const {
        return base::sample_at(s, base::moved(s, coordinates, offset), layer, options...);
    }

public:
    INGOT_METAL_SAMPLES(sample, sampled, int2, (sampler s, float2 coordinates, uint layer), (s, coordinates, layer))
    vec<T, 4> gather(sampler s, float2 coordinates, uint layer, int2 offset = int2(0), component c = component::x) const {
        return base::gathered(base::gather_at(s, base::moved(s, coordinates, offset), layer), c);
    }
    sparse_color<vec<T, 4>> sparse_gather(sampler s, float2 coordinates, uint layer, int2 offset = int2(0),
                                          component c = component::x) const {
        return sparse_color<vec<T, 4>>(gather(s, coordinates, layer, offset, c));
    }
    INGOT_METAL_READ(uint, (uint2 coordinates, uint layer), (coordinates, layer))
    INGOT_METAL_READ(ushort, (ushort2 coordinates, ushort layer), (uint2(coordinates), layer))
    INGOT_METAL_WRITE((uint2 coordinates, uint layer), (coordinates, layer))
    INGOT_METAL_WRITE((ushort2 coordinates, ushort layer), (uint2(coordinates), layer))
    uint get_width(uint lod = 0) const { return picture().size(lod).x; }
    uint get_height(uint lod = 0) const { return picture().size(lod).y; }
    uint get_array_size() const { return picture().layers(); }
};

template <typename T, access a = access::sample>
class texture3d : public ingot_detail::texture<ingot::image_shape::image_3d, T, a> {
    INGOT_METAL_TEXTURE_MEMBERS(image_3d)

    template <typename... O>
    texel sampled(sampler s, float3 coordinates, int3 offset, O... options) const {
        return base::sample_at(s, base::moved(s, coordinates, offset), 0, options...);
    }

public:
    INGOT_METAL_SAMPLES(sample, sampled, int3, (sampler s, float3 coordinates), (s, coordinates))
    INGOT_METAL_READ(uint, (uint3 coordinates), (coordinates, 0))
    INGOT_METAL_READ(ushort, (ushort3 coordinates), (uint3(coordinates), 0))
    INGOT_METAL_WRITE((uint3 coordinates), (coordinates, 0))
    INGOT_METAL_WRITE((ushort3 coordinates), (uint3(coordinates), 0))
    uint get_width(uint lod = 0) const { return picture().size(lod).x; }
    uint get_height(uint lod = 0) const { return picture().size(lod).y; }
    uint get_depth(uint lod = 0) const { return picture().size(lod).z; }
};

template <typename T, access a = access::sample>
class texturecube : public ingot_detail::texture<ingot::image_shape::image_cube, T, a> {
    INGOT_METAL_TEXTURE_MEMBERS(image_cube)

    template <typename... O>
    texel sampled(sampler s, float3 direction, ingot_detail::no_offset, O... options) const {
        return base::sample_at(s, direction, 0, options...);
    }

public:
    INGOT_METAL_SAMPLES(sample, sampled, ingot_detail::no_offset, (sampler s, float3 direction), (s, direction))
    vec<T, 4> gather(sampler, float3 direction, component c = component::x) const {
        return base::gathered(base::gather_on_face(direction, 0), c);
    }
    sparse_color<vec<T, 4>> sparse_gather(sampler s, float3 direction, component c = component::x) const {
        return sparse_color<vec<T, 4>>(gather(s, direction, c));
    }
    INGOT_METAL_READ(uint, (uint2 coordinates, uint face), (base::on_face(coordinates, face), 0))
    INGOT_METAL_READ(ushort, (ushort2 coordinates, ushort face), (base::on_face(uint2(coordinates), face), 0))
    INGOT_METAL_WRITE((uint2 coordinates, uint face), (uint3(coordinates, face), 0))
    INGOT_METAL_WRITE((ushort2 coordinates, ushort face), (uint3(uint2(coordinates), face), 0))
    uint get_width(uint lod = 0) const { return picture().size(lod).x; }
    uint get_height(uint lod = 0) const { return picture().size(lod).y; }
};

template <typename T, access a = access::sample>
class texturecube_array : public ingot_detail::texture<ingot::image_shape::image_cube_array, T, a> {
    INGOT_METAL_TEXTURE_MEMBERS(image_cube_array)

    template <typename... O>
    texel sampled(sampler s, float3 direction, uint layer, ingot_detail::no_offset, O... options) const {
        return base::sample_at(s, direction, layer, options...);
    }

public:
    INGOT_METAL_SAMPLES(sample, sampled, ingot_detail::no_offset, (sampler s, float3 direction, uint layer),
                        (s, direction, layer))
    vec<T, 4> gather(sampler, float3 direction, uint layer, component c = component::x) const {
        return base::gathered(base::gather_on_face(direction, layer), c);
    }
    sparse_color<vec<T, 4>> sparse_gather(sampler s, float3 direction, uint layer, component c = component::x) const {
        return sparse_color<vec<T, 4>>(gather(s, direction, layer, c));
    }
    INGOT_METAL_READ(uint, (uint2 coordinates, uint face, uint layer), (base::on_face(coordinates, face), layer))
    INGOT_METAL_READ(ushort, (ushort2 coordinates, ushort face, ushort layer), (base::on_face(uint2(coordinates), face), layer))
    INGOT_METAL_WRITE((uint2 coordinates, uint face, uint layer), (uint3(coordinates, face), layer))
    INGOT_METAL_WRITE((ushort2 coordinates, ushort face, ushort layer), (uint3(uint2(coordinates), face), layer))
    uint get_width(uint lod = 0) const { return picture().size(lod).x; }
    uint get_height(uint lod = 0) const { return picture().size(lod).y; }
    uint get_array_size() const { return picture().layers(); }
};

/// A texture of one dimension that can be longer than others. It is not sampled.
template <typename T, access a = access::read>
class texture_buffer : public ingot_detail::texture<ingot::image_shape::image_1d_buffer, T, a> {
    INGOT_METAL_TEXTURE_MEMBERS(image_1d_buffer)
    static_assert(a != access::sample, "a texture_buffer is not sampled (MSL 3.0, section 2.9.1)");

public:
    texel read(uint coordinate) const {
        static_assert(base::can_read, "a texture with access::write cannot be read (MSL 3.0, section 6.12)");
        if (coordinate >= get_width()) return texel(0, 0, 0, 0);
        return base::converted(picture().read(coordinate));
    }
    void write(texel color, uint coordinate) const { base::write_at(color, coordinate, 0); }
    uint get_width(uint = 0) const { return picture().size(); }
};

#undef INGOT_METAL_TEXTURE_MEMBERS
#undef INGOT_METAL_LIST
#undef INGOT_METAL_SAMPLE
#undef INGOT_METAL_SAMPLES
#undef INGOT_METAL_READ
#undef INGOT_METAL_WRITE

/// Is no texture bound to the argument (section 6.12.18)? The host always passes one.
template <ingot::image_shape shape, typename T, access a>
constexpr bool is_null_texture(const ingot_detail::texture<shape, T, a>&) {
    return false;
}

}  // namespace metal
