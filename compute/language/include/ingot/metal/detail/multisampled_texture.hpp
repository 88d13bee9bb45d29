// Multisampled textures (MSL 3.0, sections 6.12.8, 6.12.9, 6.12.12 and 6.12.13): array images, whose layers are the samples.
#pragma once

#include <ingot/metal/detail/texture_base.hpp>

namespace metal {

// The functions of multisampled textures (sections 6.12.8, 6.12.12), whose layers are the samples.
#define INGOT_METAL_MULTISAMPLED                                                                        \
    static_assert(a == access::read, "a multisampled texture has access::read (MSL 3.0, section 2.9)"); \
                                                                                                        \
public:                                                                                                 \
    uint get_width(uint = 0) const { return picture().size(0).x; }                                      \
    uint get_height(uint = 0) const { return picture().size(0).y; }
#define INGOT_METAL_MULTISAMPLED_MEMBERS                                                                    \
    INGOT_METAL_MULTISAMPLED                                                                                \
    texel read(uint2 coordinates, uint sample) const { return base::read_at(coordinates, sample, 0); }      \
    texel read(ushort2 coordinates, ushort sample) const { return read(uint2(coordinates), uint(sample)); } \
    sparse_color<texel> sparse_read(uint2 coordinates, uint sample) const {                                 \
        return sparse_color<texel>(read(coordinates, sample));                                              \
    }                                                                                                       \
    sparse_color<texel> sparse_read(ushort2 coordinates, ushort sample) const {                             \
        return sparse_color<texel>(read(coordinates, sample));                                              \
    }                                                                                                       \
    uint get_num_samples() const { return picture().layers(); }
// The same for arrays (sections 6.12.9, 6.12.13). A sample that does not exist is outside of the texture.
#define INGOT_METAL_MULTISAMPLED_ARRAY_MEMBERS                                                               \
    INGOT_METAL_MULTISAMPLED                                                                                 \
    uint ingot_samples;                                                                                      \
                                                                                                             \
    texel read(uint2 coordinates, uint array, uint sample) const {                                           \
        return base::read_at(coordinates, sample < ingot_samples ? array * ingot_samples + sample : ~0u, 0); \
    }                                                                                                        \
    texel read(ushort2 coordinates, ushort array, ushort sample) const {                                     \
        return read(uint2(coordinates), uint(array), uint(sample));                                          \
    }                                                                                                        \
    sparse_color<texel> sparse_read(uint2 coordinates, uint array, uint sample) const {                      \
        return sparse_color<texel>(read(coordinates, array, sample));                                        \
    }                                                                                                        \
    sparse_color<texel> sparse_read(ushort2 coordinates, ushort array, ushort sample) const {                \
        return sparse_color<texel>(read(coordinates, array, sample));                                        \
    }                                                                                                        \
    uint get_num_samples() const { return ingot_samples; }                                                   \
    uint get_array_size() const { return picture().layers() / ingot_samples; }

/// A multisampled texture: an array image, each of whose layers holds one sample of every pixel.
template <typename T, access a = access::read>
class texture2d_ms : public ingot_detail::texture<ingot::image_shape::image_2d_array, T, a> {
    INGOT_METAL_TEXTURE_MEMBERS(image_2d_array)
    INGOT_METAL_MULTISAMPLED_MEMBERS
};

/// The same with numbers of type float alone.
template <typename T, access a = access::read>
class depth2d_ms : public ingot_detail::texture<ingot::image_shape::image_2d_depth_array, T, a> {
    INGOT_METAL_TEXTURE_MEMBERS(image_2d_depth_array)
    INGOT_METAL_MULTISAMPLED_MEMBERS
};

/// An array of multisampled textures: an array image whose layer `array * samples + sample` is one sample of one texture. The
/// host passes the number of samples beside the image.
template <typename T, access a = access::read>
class texture2d_ms_array : public ingot_detail::texture<ingot::image_shape::image_2d_array, T, a> {
    INGOT_METAL_TEXTURE_MEMBERS(image_2d_array)
    INGOT_METAL_MULTISAMPLED_ARRAY_MEMBERS
};

template <typename T, access a = access::read>
class depth2d_ms_array : public ingot_detail::texture<ingot::image_shape::image_2d_depth_array, T, a> {
    INGOT_METAL_TEXTURE_MEMBERS(image_2d_depth_array)
    INGOT_METAL_MULTISAMPLED_ARRAY_MEMBERS
};

#undef INGOT_METAL_MULTISAMPLED
#undef INGOT_METAL_MULTISAMPLED_MEMBERS
#undef INGOT_METAL_MULTISAMPLED_ARRAY_MEMBERS

}  // namespace metal
