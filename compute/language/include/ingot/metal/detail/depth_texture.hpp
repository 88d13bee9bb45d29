// Textures of depths, which are compared with a reference (MSL 3.0, sections 6.12.10, 6.12.11, 6.12.14 and 6.12.15).
#pragma once

#include <ingot/metal/detail/texture_base.hpp>

namespace metal {

template <typename T, access a = access::sample>
class depth2d : public ingot_detail::texture<ingot::image_shape::image_2d_depth, T, a> {
    INGOT_METAL_TEXTURE_MEMBERS(image_2d_depth)

    template <typename... O>
    float sampled(sampler s, float2 coordinates, int2 offset, O... options) const {
        return base::sample_at(s, base::moved(s, coordinates, offset), 0, options...);
    }
    template <typename... O>
    float compared(sampler s, float2 coordinates, float reference, int2 offset, O... options) const {
        return base::compare_at(s, base::moved(s, coordinates, offset), 0, reference, options...);
    }

public:
    INGOT_METAL_SAMPLES(sample, sampled, int2, (sampler s, float2 coordinates), (s, coordinates))
    INGOT_METAL_SAMPLES(sample_compare, compared, int2, (sampler s, float2 coordinates, float reference),
                        (s, coordinates, reference))
    float4 gather(sampler s, float2 coordinates, int2 offset = int2(0)) const {
        return base::gathered_depth(base::gather_at(s, base::moved(s, coordinates, offset), 0));
    }
    float4 gather_compare(sampler s, float2 coordinates, float reference, int2 offset = int2(0)) const {
        return base::each_compared(s, base::gather_at(s, base::moved(s, coordinates, offset), 0), reference);
    }
    sparse_color<float4> sparse_gather(sampler s, float2 coordinates, int2 offset = int2(0)) const {
        return sparse_color<float4>(gather(s, coordinates, offset));
    }
    sparse_color<float4> sparse_gather_compare(sampler s, float2 coordinates, float reference, int2 offset = int2(0)) const {
        return sparse_color<float4>(gather_compare(s, coordinates, reference, offset));
    }
    INGOT_METAL_READ(uint, (uint2 coordinates), (coordinates, 0))
    INGOT_METAL_READ(ushort, (ushort2 coordinates), (uint2(coordinates), 0))
    uint get_width(uint lod = 0) const { return picture().size(lod).x; }
    uint get_height(uint lod = 0) const { return picture().size(lod).y; }
};

template <typename T, access a = access::sample>
class depth2d_array : public ingot_detail::texture<ingot::image_shape::image_2d_depth_array, T, a> {
    INGOT_METAL_TEXTURE_MEMBERS(image_2d_depth_array)

    template <typename... O>
    float sampled(sampler s, float2 coordinates, uint layer, int2 offset, O... options) const {
        return base::sample_at(s, base::moved(s, coordinates, offset), layer, options...);
    }
    template <typename... O>
    float compared(sampler s, float2 coordinates, uint layer, float reference, int2 offset, O... options) const {
        return base::compare_at(s, base::moved(s, coordinates, offset), layer, reference, options...);
    }

public:
    INGOT_METAL_SAMPLES(sample, sampled, int2, (sampler s, float2 coordinates, uint layer), (s, coordinates, layer))
    INGOT_METAL_SAMPLES(sample_compare, compared, int2, (sampler s, float2 coordinates, uint layer, float reference),
                        (s, coordinates, layer, reference))
    float4 gather(sampler s, float2 coordinates, uint layer, int2 offset = int2(0)) const {
        return base::gathered_depth(base::gather_at(s, base::moved(s, coordinates, offset), layer));
    }
    float4 gather_compare(sampler s, float2 coordinates, uint layer, float reference, int2 offset = int2(0)) const {
        return base::each_compared(s, base::gather_at(s, base::moved(s, coordinates, offset), layer), reference);
    }
    sparse_color<float4> sparse_gather(sampler s, float2 coordinates, uint layer, int2 offset = int2(0)) const {
        return sparse_color<float4>(gather(s, coordinates, layer, offset));
    }
    sparse_color<float4> sparse_gather_compare(sampler s, float2 coordinates, uint layer, float reference,
                                               int2 offset = int2(0)) const {
        return sparse_color<float4>(gather_compare(s, coordinates, layer, reference, offset));
    }
    INGOT_METAL_READ(uint, (uint2 coordinates, uint layer), (coordinates, layer))
    INGOT_METAL_READ(ushort, (ushort2 coordinates, ushort layer), (uint2(coordinates), layer))
    uint get_width(uint lod = 0) const { return picture().size(lod).x; }
    uint get_height(uint lod = 0) const { return picture().size(lod).y; }
    uint get_array_size() const { return picture().layers(); }
};

template <typename T, access a = access::sample>
class depthcube : public ingot_detail::texture<ingot::image_shape::image_cube_depth, T, a> {
    INGOT_METAL_TEXTURE_MEMBERS(image_cube_depth)

    template <typename... O>
    float sampled(sampler s, float3 direction, ingot_detail::no_offset, O... options) const {
        return base::sample_at(s, direction, 0, options...);
    }
    template <typename... O>
    float compared(sampler s, float3 direction, float reference, ingot_detail::no_offset, O... options) const {
        return base::compare_on_face(s, direction, 0, reference, options...);
    }

public:
    INGOT_METAL_SAMPLES(sample, sampled, ingot_detail::no_offset, (sampler s, float3 direction), (s, direction))
    INGOT_METAL_SAMPLES(sample_compare, compared, ingot_detail::no_offset, (sampler s, float3 direction, float reference),
                        (s, direction, reference))
    float4 gather(sampler, float3 direction) const { return base::gathered_depth(base::gather_on_face(direction, 0)); }
    float4 gather_compare(sampler s, float3 direction, float reference) const {
        return base::each_compared(s, base::gather_on_face(direction, 0), reference);
    }
    sparse_color<float4> sparse_gather(sampler s, float3 direction) const { return sparse_color<float4>(gather(s, direction)); }
    sparse_color<float4> sparse_gather_compare(sampler s, float3 direction, float reference) const {
        return sparse_color<float4>(gather_compare(s, direction, reference));
    }
    INGOT_METAL_READ(uint, (uint2 coordinates, uint face), (base::on_face(coordinates, face), 0))
    INGOT_METAL_READ(ushort, (ushort2 coordinates, ushort face), (base::on_face(uint2(coordinates), face), 0))
    uint get_width(uint lod = 0) const { return picture().size(lod).x; }
    uint get_height(uint lod = 0) const { return picture().size(lod).y; }
};

template <typename T, access a = access::sample>
class depthcube_array : public ingot_detail::texture<ingot::image_shape::image_cube_depth_array, T, a> {
    INGOT_METAL_TEXTURE_MEMBERS(image_cube_depth_array)

    template <typename... O>
    float sampled(sampler s, float3 direction, uint layer, ingot_detail::no_offset, O... options) const {
        return base::sample_at(s, direction, layer, options...);
    }
    template <typename... O>
    float compared(sampler s, float3 direction, uint layer, float reference, ingot_detail::no_offset, O... options) const {
        return base::compare_on_face(s, direction, layer, reference, options...);
    }

public:
    INGOT_METAL_SAMPLES(sample, sampled, ingot_detail::no_offset, (sampler s, float3 direction, uint layer),
                        (s, direction, layer))
    INGOT_METAL_SAMPLES(sample_compare, compared, ingot_detail::no_offset,
                        (sampler s, float3 direction, uint layer, float reference), (s, direction, layer, reference))
    float4 gather(sampler, float3 direction, uint layer) const {
        return base::gathered_depth(base::gather_on_face(direction, layer));
    }
    float4 gather_compare(sampler s, float3 direction, uint layer, float reference) const {
        return base::each_compared(s, base::gather_on_face(direction, layer), reference);
    }
    sparse_color<float4> sparse_gather(sampler s, float3 direction, uint layer) const {
        return sparse_color<float4>(gather(s, direction, layer));
    }
    sparse_color<float4> sparse_gather_compare(sampler s, float3 direction, uint layer, float reference) const {
        return sparse_color<float4>(gather_compare(s, direction, layer, reference));
    }
    INGOT_METAL_READ(uint, (uint2 coordinates, uint face, uint layer), (base::on_face(coordinates, face), layer))
    INGOT_METAL_READ(ushort, (ushort2 coordinates, ushort face, ushort layer), (base::on_face(uint2(coordinates), face), layer))
    uint get_width(uint lod = 0) const { return picture().size(lod).x; }
    uint get_height(uint lod = 0) const { return picture().size(lod).y; }
    uint get_array_size() const { return picture().layers(); }
};

}  // namespace metal
