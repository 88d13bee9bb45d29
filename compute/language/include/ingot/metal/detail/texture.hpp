// Textures (MSL 3.0, sections 2.9 and 6.12). They are images of the C++ language.
#pragma once

#include <ingot/language/image.hpp>
#include <ingot/metal/detail/mathematics.hpp>
#include <ingot/metal/detail/sampler.hpp>

namespace metal {

namespace ingot_detail {

template <typename T>
inline constexpr bool is_texel = is_real_number<T> || std::is_same_v<T, short> || std::is_same_v<T, ushort> ||
                                 std::is_same_v<T, int> || std::is_same_v<T, uint>;

// The type of the numbers that an image returns for a texture's numbers of type T.
template <typename T>
using image_number = std::conditional_t<is_real_number<T>, float, std::conditional_t<std::is_signed_v<T>, int, uint>>;

constexpr ingot::image_access image_access_of(access a) {
    return a == access::write ? ingot::image_access::write
                              : (a == access::read_write ? ingot::image_access::read_write : ingot::image_access::read);
}

// Coordinates of an image.
inline uint image_place(uint x) { return x; }
inline float image_place(float x) { return x; }
inline ingot::uint2 image_place(uint2 p) { return {p.x, p.y}; }
inline ingot::uint3 image_place(uint3 p) { return {p.x, p.y, p.z}; }
inline ingot::float2 image_place(float2 p) { return {p.x, p.y}; }
inline ingot::float3 image_place(float3 p) { return {p.x, p.y, p.z}; }

inline bool passes(compare_func function, float reference, float texel) {
    switch (function) {
        case compare_func::less:
            return reference < texel;
        case compare_func::less_equal:
            return reference <= texel;
        case compare_func::greater:
            return reference > texel;
        case compare_func::greater_equal:
            return reference >= texel;
        case compare_func::equal:
            return reference == texel;
        case compare_func::not_equal:
            return reference != texel;
        case compare_func::always:
            return true;
        default:
            return false;
    }
}

// What all kinds of textures have in common.
template <ingot::image_shape shape, typename T, access a>
class texture {
    static_assert(is_texel<T>, "the numbers of a texture are half, float, short, ushort, int or uint (MSL 3.0, section 2.9)");

protected:
    static constexpr bool is_depth = ingot::detail::is_depth(shape);
    static constexpr bool is_array = ingot::detail::is_array(shape);
    static constexpr bool is_cube = ingot::detail::is_cube(shape);
    static constexpr bool is_real = is_real_number<T>;
    static constexpr int dimensions = static_cast<int>(ingot::detail::dimensions_of(shape));
    static constexpr bool can_sample = a == access::sample;
    static constexpr bool can_read = a != access::write;
    static constexpr bool can_write = a == access::write || a == access::read_write;
    static_assert(!is_depth || std::is_same_v<T, float>, "the numbers of a depth texture are float (MSL 3.0, section 2.9)");
    static_assert(!is_depth || !can_write, "a kernel does not write depth textures (MSL 3.0, section 2.9)");

    using image = ingot::basic_image<shape, image_number<T>, image_access_of(a)>;
    using texel = std::conditional_t<is_depth, T, vec<T, 4>>;
    using place = components<float, is_cube ? 3 : dimensions>;

    image picture() const { return image(ingot_image); }

    static T number(image_number<T> value) {
        if constexpr (sizeof(T) == 2 && !is_real)
            return static_cast<T>(metal::clamp(value, image_number<T>(std::numeric_limits<T>::min()),
                                               image_number<T>(std::numeric_limits<T>::max())));
        else
            return static_cast<T>(value);
    }
    static texel converted(const typename image::value_type& value) {
        if constexpr (is_depth)
            return value;
        else
            return texel(number(value[0]), number(value[1]), number(value[2]), number(value[3]));
    }

    // Reads a pixel. Outside of the texture it is 0, with an alpha of 1 if the format has none (section 6.12).
    template <typename Place>
    texel read_at(Place coordinates, uint layer, uint lod) const {
        static_assert(can_read, "a texture with access::write cannot be read (MSL 3.0, section 6.12)");
        constexpr auto mode = ingot::address_mode::border;
        if constexpr (is_array) {
            // A layer that does not exist is outside of the texture, too.
            if (layer >= picture().layers()) coordinates = Place(~0u);
            return converted(picture().template read_lod<mode>(image_place(coordinates), layer, lod));
        } else {
            return converted(picture().template read_lod<mode>(image_place(coordinates), lod));
        }
    }
    template <typename Place>
    void write_at(const texel& color, Place coordinates, uint layer) const {
        static_assert(can_write, "a texture is written only with access::write or access::read_write (MSL 3.0, section 6.12)");
        using wide = image_number<T>;
        const typename image::value_type value {static_cast<wide>(color.x), static_cast<wide>(color.y),
                                                static_cast<wide>(color.z), static_cast<wide>(color.w)};
        if constexpr (is_array)
            picture().write(image_place(coordinates), layer, value);
        else
            picture().write(image_place(coordinates), value);
    }

    template <ingot::address_mode mode, bool linear>
    texel sample_level(place coordinates, uint layer, uint lod) const {
        if constexpr (is_array && linear)
            return converted(picture().template read_linear_lod<mode>(image_place(coordinates), layer, lod));
        else if constexpr (is_array)
            return converted(picture().template read_lod<mode>(image_place(coordinates), layer, lod));
        else if constexpr (linear)
            return converted(picture().template read_linear_lod<mode>(image_place(coordinates), lod));
        else
            return converted(picture().template read_lod<mode>(image_place(coordinates), lod));
    }
    // The sampler's properties are constants, so one case remains after inlining.
    template <ingot::address_mode mode>
    texel sample_in_mode(sampler s, place coordinates, uint layer, uint lod) const {
        if constexpr (is_real)
            if (s.ingot_is_linear) return sample_level<mode, true>(coordinates, layer, lod);
        return sample_level<mode, false>(coordinates, layer, lod);
    }
    texel sample_one(sampler s, place coordinates, uint layer, uint lod) const {
        switch (s.ingot_s) {
            case address::repeat:
                return sample_in_mode<ingot::address_mode::repeat>(s, coordinates, layer, lod);
            case address::mirrored_repeat:
                return sample_in_mode<ingot::address_mode::mirrored_repeat>(s, coordinates, layer, lod);
            case address::clamp_to_edge:
                return sample_in_mode<ingot::address_mode::edge>(s, coordinates, layer, lod);
            default:
                return sample_in_mode<ingot::address_mode::border>(s, coordinates, layer, lod);
        }
    }
    template <typename... Options>
    texel sample_at(sampler s, place coordinates, uint layer, Options... options) const {
        static_assert(can_sample, "only a texture with access::sample can be sampled (MSL 3.0, section 6.12)");
        if (s.ingot_is_pixel) coordinates = coordinates / size_of_level<place>();
        if (s.ingot_mip == mip_filter::none) return sample_one(s, coordinates, layer, 0);
        const float last = static_cast<float>(picture().levels() - 1);
        const float lod =
            metal::clamp(metal::clamp(level_of(options...), s.ingot_least_level, s.ingot_greatest_level), 0.0f, last);
        if (s.ingot_mip == mip_filter::nearest) return sample_one(s, coordinates, layer, static_cast<uint>(ingot::rint(lod)));
        const float below = ingot::floor(lod);
        const texel first = sample_one(s, coordinates, layer, static_cast<uint>(below));
        if constexpr (is_real) {
            const texel second = sample_one(s, coordinates, layer, static_cast<uint>(metal::min(below + 1.0f, last)));
            return first + (second - first) * static_cast<T>(lod - below);
        } else {
            return first;
        }
    }

    // The size of level 0, as a vector of type V.
    template <typename V>
    V size_of_level(uint lod = 0) const {
        const auto size = picture().size(lod);
        if constexpr (dimensions == 1)
            return V(size);
        else if constexpr (dimensions == 2 && is_cube)
            return V(size.x, size.y, 1);
        else if constexpr (dimensions == 2)
            return V(size.x, size.y);
        else
            return V(size.x, size.y, size.z);
    }
    // Coordinates that are moved by a number of pixels.
    template <typename Offset>
    place moved(sampler s, place coordinates, Offset offset) const {
        if (s.ingot_is_pixel) return coordinates + place(offset);
        return coordinates + place(offset) / size_of_level<place>();
    }

    // The four pixels around a place in a texture of two dimensions, in the order (-, +), (+, +), (+, -), (-, -).
    struct four_texels {
        texel values[4];
        float2 weights;  // of the pixels with +
    };
    template <ingot::address_mode mode>
    four_texels gather_in_mode(float2 coordinates, uint layer) const {
        const float2 corner = coordinates * size_of_level<float2>() - 0.5f;
        const float2 first = metal::floor(corner);
        const int2 low = int2(first);
        const auto one = [&](int x, int y) {
            const uint2 pixel(static_cast<uint>(low.x + x), static_cast<uint>(low.y + y));
            if constexpr (is_array)
                return converted(picture().template read<mode>(image_place(pixel), layer));
            else
                return converted(picture().template read<mode>(image_place(pixel)));
        };
        return {{one(0, 1), one(1, 1), one(1, 0), one(0, 0)}, corner - first};
    }
    four_texels gather_at(sampler s, float2 coordinates, uint layer) const {
        static_assert(can_sample, "only a texture with access::sample can be sampled (MSL 3.0, section 6.12)");
        if (s.ingot_is_pixel) coordinates = coordinates / size_of_level<float2>();
        switch (s.ingot_s) {
            case address::repeat:
                return gather_in_mode<ingot::address_mode::repeat>(coordinates, layer);
            case address::mirrored_repeat:
                return gather_in_mode<ingot::address_mode::mirrored_repeat>(coordinates, layer);
            case address::clamp_to_edge:
                return gather_in_mode<ingot::address_mode::edge>(coordinates, layer);
            default:
                return gather_in_mode<ingot::address_mode::border>(coordinates, layer);
        }
    }
    static vec<T, 4> gathered(const four_texels& found, enum component c) {
        const int i = static_cast<int>(c);
        return vec<T, 4>(found.values[0][i], found.values[1][i], found.values[2][i], found.values[3][i]);
    }
    // Each pixel is compared, and the results are filtered (section 6.12).
    float compare_at(sampler s, float2 coordinates, uint layer, float reference) const {
        const four_texels found = gather_at(s, coordinates, layer);
        const auto one = [&](int i) { return passes(s.ingot_compare, reference, found.values[i]) ? 1.0f : 0.0f; };
        const float2 w = found.weights;
        if (!s.ingot_is_linear) {
            const bool right = w.x >= 0.5f;
            const bool below = w.y >= 0.5f;
            return below ? (right ? one(1) : one(0)) : (right ? one(2) : one(3));
        }
        return (one(3) * (1 - w.x) + one(2) * w.x) * (1 - w.y) + (one(0) * (1 - w.x) + one(1) * w.x) * w.y;
    }

public:
    // ingotc passes the image by this pointer.
    const void* ingot_image;

    uint get_num_mip_levels() const { return dimensions == 1 ? 0 : picture().levels(); }
};

}  // namespace ingot_detail

// A macro for what a texture's functions have in common, because the members of a base class that is a template are not visible
// by their names alone.
#define INGOT_METAL_TEXTURE_MEMBERS(shape)                               \
    using base = ingot_detail::texture<ingot::image_shape::shape, T, a>; \
    using typename base::texel;                                          \
    using base::picture;

template <typename T, access a = access::sample>
class texture1d : public ingot_detail::texture<ingot::image_shape::image_1d, T, a> {
    INGOT_METAL_TEXTURE_MEMBERS(image_1d)

public:
    texel sample(sampler s, float coordinate) const { return base::sample_at(s, coordinate, 0); }
    texel read(uint coordinate, uint lod = 0) const { return base::read_at(coordinate, 0, lod); }
    void write(texel color, uint coordinate) const { base::write_at(color, coordinate, 0); }
    uint get_width(uint lod = 0) const { return picture().size(lod); }
};

template <typename T, access a = access::sample>
class texture1d_array : public ingot_detail::texture<ingot::image_shape::image_1d_array, T, a> {
    INGOT_METAL_TEXTURE_MEMBERS(image_1d_array)

public:
    texel sample(sampler s, float coordinate, uint layer) const { return base::sample_at(s, coordinate, layer); }
    texel read(uint coordinate, uint layer, uint lod = 0) const { return base::read_at(coordinate, layer, lod); }
    void write(texel color, uint coordinate, uint layer) const { base::write_at(color, coordinate, layer); }
    uint get_width(uint lod = 0) const { return picture().size(lod); }
    uint get_array_size() const { return picture().layers(); }
};

template <typename T, access a = access::sample>
class texture2d : public ingot_detail::texture<ingot::image_shape::image_2d, T, a> {
    INGOT_METAL_TEXTURE_MEMBERS(image_2d)

public:
    texel sample(sampler s, float2 coordinates, int2 offset = int2(0)) const {
        return base::sample_at(s, base::moved(s, coordinates, offset), 0);
    }
    template <ingot_detail::lod_option Option>
    texel sample(sampler s, float2 coordinates, Option option, int2 offset = int2(0)) const {
        return base::sample_at(s, base::moved(s, coordinates, offset), 0, option);
    }
    template <ingot_detail::lod_option Option>
    texel sample(sampler s, float2 coordinates, Option option, min_lod_clamp least, int2 offset = int2(0)) const {
        return base::sample_at(s, base::moved(s, coordinates, offset), 0, least, option);
    }
    vec<T, 4> gather(sampler s, float2 coordinates, int2 offset = int2(0), component c = component::x) const {
        return base::gathered(base::gather_at(s, base::moved(s, coordinates, offset), 0), c);
    }
    texel read(uint2 coordinates, uint lod = 0) const { return base::read_at(coordinates, 0, lod); }
    texel read(ushort2 coordinates, ushort lod = 0) const { return base::read_at(uint2(coordinates), 0, lod); }
    void write(texel color, uint2 coordinates) const { base::write_at(color, coordinates, 0); }
    void write(texel color, ushort2 coordinates) const { base::write_at(color, uint2(coordinates), 0); }
    uint get_width(uint lod = 0) const { return picture().size(lod).x; }
    uint get_height(uint lod = 0) const { return picture().size(lod).y; }
};

template <typename T, access a = access::sample>
class texture2d_array : public ingot_detail::texture<ingot::image_shape::image_2d_array, T, a> {
    INGOT_METAL_TEXTURE_MEMBERS(image_2d_array)

public:
    texel sample(sampler s, float2 coordinates, uint layer, int2 offset = int2(0)) const {
        return base::sample_at(s, base::moved(s, coordinates, offset), layer);
    }
    template <ingot_detail::lod_option Option>
    texel sample(sampler s, float2 coordinates, uint layer, Option option, int2 offset = int2(0)) const {
        return base::sample_at(s, base::moved(s, coordinates, offset), layer, option);
    }
    vec<T, 4> gather(sampler s, float2 coordinates, uint layer, int2 offset = int2(0), component c = component::x) const {
        return base::gathered(base::gather_at(s, base::moved(s, coordinates, offset), layer), c);
    }
    texel read(uint2 coordinates, uint layer, uint lod = 0) const { return base::read_at(coordinates, layer, lod); }
    texel read(ushort2 coordinates, ushort layer, ushort lod = 0) const { return base::read_at(uint2(coordinates), layer, lod); }
    void write(texel color, uint2 coordinates, uint layer) const { base::write_at(color, coordinates, layer); }
    void write(texel color, ushort2 coordinates, ushort layer) const { base::write_at(color, uint2(coordinates), layer); }
    uint get_width(uint lod = 0) const { return picture().size(lod).x; }
    uint get_height(uint lod = 0) const { return picture().size(lod).y; }
    uint get_array_size() const { return picture().layers(); }
};

template <typename T, access a = access::sample>
class texture3d : public ingot_detail::texture<ingot::image_shape::image_3d, T, a> {
    INGOT_METAL_TEXTURE_MEMBERS(image_3d)

public:
    texel sample(sampler s, float3 coordinates, int3 offset = int3(0)) const {
        return base::sample_at(s, base::moved(s, coordinates, offset), 0);
    }
    template <ingot_detail::lod_option Option>
    texel sample(sampler s, float3 coordinates, Option option, int3 offset = int3(0)) const {
        return base::sample_at(s, base::moved(s, coordinates, offset), 0, option);
    }
    texel read(uint3 coordinates, uint lod = 0) const { return base::read_at(coordinates, 0, lod); }
    texel read(ushort3 coordinates, ushort lod = 0) const { return base::read_at(uint3(coordinates), 0, lod); }
    void write(texel color, uint3 coordinates) const { base::write_at(color, coordinates, 0); }
    void write(texel color, ushort3 coordinates) const { base::write_at(color, uint3(coordinates), 0); }
    uint get_width(uint lod = 0) const { return picture().size(lod).x; }
    uint get_height(uint lod = 0) const { return picture().size(lod).y; }
    uint get_depth(uint lod = 0) const { return picture().size(lod).z; }
};

template <typename T, access a = access::sample>
class texturecube : public ingot_detail::texture<ingot::image_shape::image_cube, T, a> {
    INGOT_METAL_TEXTURE_MEMBERS(image_cube)

public:
    texel sample(sampler s, float3 direction) const { return base::sample_at(s, direction, 0); }
    template <ingot_detail::lod_option Option>
    texel sample(sampler s, float3 direction, Option option) const {
        return base::sample_at(s, direction, 0, option);
    }
    texel read(uint2 coordinates, uint face, uint lod = 0) const {
        return base::read_at(face < 6 ? uint3(coordinates, face) : uint3(~0u), 0, lod);
    }
    void write(texel color, uint2 coordinates, uint face) const { base::write_at(color, uint3(coordinates, face), 0); }
    uint get_width(uint lod = 0) const { return picture().size(lod).x; }
    uint get_height(uint lod = 0) const { return picture().size(lod).y; }
};

template <typename T, access a = access::sample>
class texturecube_array : public ingot_detail::texture<ingot::image_shape::image_cube_array, T, a> {
    INGOT_METAL_TEXTURE_MEMBERS(image_cube_array)

public:
    texel sample(sampler s, float3 direction, uint layer) const { return base::sample_at(s, direction, layer); }
    template <ingot_detail::lod_option Option>
    texel sample(sampler s, float3 direction, uint layer, Option option) const {
        return base::sample_at(s, direction, layer, option);
    }
    texel read(uint2 coordinates, uint face, uint layer, uint lod = 0) const {
        return base::read_at(face < 6 ? uint3(coordinates, face) : uint3(~0u), layer, lod);
    }
    void write(texel color, uint2 coordinates, uint face, uint layer) const {
        base::write_at(color, uint3(coordinates, face), layer);
    }
    uint get_width(uint lod = 0) const { return picture().size(lod).x; }
    uint get_height(uint lod = 0) const { return picture().size(lod).y; }
    uint get_array_size() const { return picture().layers(); }
};

template <typename T, access a = access::sample>
class depth2d : public ingot_detail::texture<ingot::image_shape::image_2d_depth, T, a> {
    INGOT_METAL_TEXTURE_MEMBERS(image_2d_depth)

public:
    float sample(sampler s, float2 coordinates, int2 offset = int2(0)) const {
        return base::sample_at(s, base::moved(s, coordinates, offset), 0);
    }
    template <ingot_detail::lod_option Option>
    float sample(sampler s, float2 coordinates, Option option, int2 offset = int2(0)) const {
        return base::sample_at(s, base::moved(s, coordinates, offset), 0, option);
    }
    float sample_compare(sampler s, float2 coordinates, float reference, int2 offset = int2(0)) const {
        return base::compare_at(s, base::moved(s, coordinates, offset), 0, reference);
    }
    float4 gather(sampler s, float2 coordinates, int2 offset = int2(0)) const {
        const auto found = base::gather_at(s, base::moved(s, coordinates, offset), 0);
        return float4(found.values[0], found.values[1], found.values[2], found.values[3]);
    }
    float read(uint2 coordinates, uint lod = 0) const { return base::read_at(coordinates, 0, lod); }
    uint get_width(uint lod = 0) const { return picture().size(lod).x; }
    uint get_height(uint lod = 0) const { return picture().size(lod).y; }
};

template <typename T, access a = access::sample>
class depth2d_array : public ingot_detail::texture<ingot::image_shape::image_2d_depth_array, T, a> {
    INGOT_METAL_TEXTURE_MEMBERS(image_2d_depth_array)

public:
    float sample(sampler s, float2 coordinates, uint layer, int2 offset = int2(0)) const {
        return base::sample_at(s, base::moved(s, coordinates, offset), layer);
    }
    float sample_compare(sampler s, float2 coordinates, uint layer, float reference, int2 offset = int2(0)) const {
        return base::compare_at(s, base::moved(s, coordinates, offset), layer, reference);
    }
    float read(uint2 coordinates, uint layer, uint lod = 0) const { return base::read_at(coordinates, layer, lod); }
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

}  // namespace metal
