// What all textures have in common (MSL 3.0, sections 2.9 and 6.12). They are images of the C++ language. texture.hpp undefines
// the macros.
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
    // The level that options ask for. Without derivatives, a sample in a kernel is of level 0 (section 6.12).
    float level_of() const { return 0.0f; }
    template <typename... Rest>
    float level_of(level first, Rest...) const {
        return first.ingot_value;
    }
    template <typename... Rest>
    float level_of(bias first, Rest... rest) const {
        return first.ingot_value + level_of(rest...);
    }
    template <typename... Rest>
    float level_of(min_lod_clamp first, Rest... rest) const {
        return metal::max(level_of(rest...), first.ingot_value);
    }
    template <gradient G, typename... Rest>
    float level_of(G first, Rest...) const {
        if constexpr (std::is_same_v<G, gradientcube>) {
            // A face is 2 wide where the largest coordinate is 1.
            const float pixels = 0.5f * static_cast<float>(picture().size(0).x);
            return ingot::log2(pixels * metal::max(metal::length(first.ingot_x), metal::length(first.ingot_y)));
        } else {
            const auto pixels = size_of_level<decltype(first.ingot_x)>();
            return ingot::log2(metal::max(metal::length(first.ingot_x * pixels), metal::length(first.ingot_y * pixels)));
        }
    }
    // The same within the limits of the sampler and the texture.
    template <typename... Options>
    float clamped_level(sampler s, Options... options) const {
        const float last = static_cast<float>(picture().levels() - 1);
        const float wanted = metal::clamp(level_of(options...), s.ingot_least_level, s.ingot_greatest_level);
        return s.ingot_mip == mip_filter::none ? 0.0f : metal::clamp(wanted, 0.0f, last);
    }

    template <typename... Options>
    texel sample_at(sampler s, place coordinates, uint layer, Options... options) const {
        static_assert(can_sample, "only a texture with access::sample can be sampled (MSL 3.0, section 6.12)");
        if (s.ingot_is_pixel) coordinates = coordinates / size_of_level<place>();
        const float lod = clamped_level(s, options...);
        const bool blends_levels = s.ingot_mip == mip_filter::linear;
        const float below = blends_levels ? ingot::floor(lod) : ingot::rint(lod);
        const bool reads_two = is_real && blends_levels && lod > below;
        // Both levels are read at one place of the code: with a sampler of the host it is a long switch, which PoCL inlines.
        texel result = texel(0);
        for (uint i = 0; i < (reads_two ? 2 : 1); ++i) {
            const texel found = sample_one(s, coordinates, layer, static_cast<uint>(below) + i);
            result = i == 0 ? found : texel(result + (found - result) * static_cast<T>(lod - below));
        }
        return result;
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
    four_texels gather_in_mode(float2 coordinates, uint layer, uint lod) const {
        const float2 corner = coordinates * size_of_level<float2>(lod) - 0.5f;
        const float2 first = metal::floor(corner);
        const int2 low = int2(first);
        const auto one = [&](int x, int y) {
            const uint2 pixel(static_cast<uint>(low.x + x), static_cast<uint>(low.y + y));
            if constexpr (is_array)
                return converted(picture().template read_lod<mode>(image_place(pixel), layer, lod));
            else
                return converted(picture().template read_lod<mode>(image_place(pixel), lod));
        };
        return {{one(0, 1), one(1, 1), one(1, 0), one(0, 0)}, corner - first};
    }
    four_texels gather_at(sampler s, float2 coordinates, uint layer, uint lod = 0) const {
        static_assert(can_sample, "only a texture with access::sample can be sampled (MSL 3.0, section 6.12)");
        if (s.ingot_is_pixel) coordinates = coordinates / size_of_level<float2>();
        switch (s.ingot_s) {
            case address::repeat:
                return gather_in_mode<ingot::address_mode::repeat>(coordinates, layer, lod);
            case address::mirrored_repeat:
                return gather_in_mode<ingot::address_mode::mirrored_repeat>(coordinates, layer, lod);
            case address::clamp_to_edge:
                return gather_in_mode<ingot::address_mode::edge>(coordinates, layer, lod);
            default:
                return gather_in_mode<ingot::address_mode::border>(coordinates, layer, lod);
        }
    }
    static vec<T, 4> gathered(const four_texels& found, enum component c) {
        const int i = static_cast<int>(c);
        return vec<T, 4>(found.values[0][i], found.values[1][i], found.values[2][i], found.values[3][i]);
    }
    static float4 gathered_depth(const four_texels& found) {
        return float4(found.values[0], found.values[1], found.values[2], found.values[3]);
    }
    // A pixel of a face for read_at(). A face that does not exist is outside of the texture.
    static uint3 on_face(uint2 coordinates, uint face) { return face < 6 ? uint3(coordinates, face) : uint3(~0u); }
    // The pixels around a place on a face of a cube. Pixels of other faces are not read: those at the edge stand for them.
    four_texels gather_on_face(float3 direction, uint layer, uint lod = 0) const {
        static_assert(can_sample, "only a texture with access::sample can be sampled (MSL 3.0, section 6.12)");
        const place_on_cube on = face_of(direction);
        const float size = static_cast<float>(picture().size(lod).x);
        const float2 corner = on.coordinates * size - 0.5f;
        const float2 first = metal::floor(corner);
        const int2 low = int2(first);
        const auto one = [&](int x, int y) {
            const int2 pixel = metal::clamp(low + int2(x, y), int2(0), int2(static_cast<int>(size) - 1));
            return read_at(uint3(uint2(pixel), on.face), layer, lod);
        };
        return {{one(0, 1), one(1, 1), one(1, 0), one(0, 0)}, corner - first};
    }

    // Each pixel is compared, and the results are filtered (section 6.12).
    static float4 each_compared(sampler s, const four_texels& found, float reference) {
        const auto one = [&](int i) { return passes(s.ingot_compare, reference, found.values[i]) ? 1.0f : 0.0f; };
        return float4(one(0), one(1), one(2), one(3));
    }
    static float compared_and_filtered(sampler s, const four_texels& found, float reference) {
        const float4 passed = each_compared(s, found, reference);
        const float2 w = found.weights;
        if (!s.ingot_is_linear) {
            const bool right = w.x >= 0.5f;
            const bool below = w.y >= 0.5f;
            return below ? (right ? passed.y : passed.x) : (right ? passed.z : passed.w);
        }
        return (passed.w * (1 - w.x) + passed.z * w.x) * (1 - w.y) + (passed.x * (1 - w.x) + passed.y * w.x) * w.y;
    }
    template <typename... Options>
    uint compared_level(sampler s, Options... options) const {
        return static_cast<uint>(ingot::rint(clamped_level(s, options...)));
    }
    template <typename... Options>
    float compare_at(sampler s, float2 coordinates, uint layer, float reference, Options... options) const {
        return compared_and_filtered(s, gather_at(s, coordinates, layer, compared_level(s, options...)), reference);
    }
    template <typename... Options>
    float compare_on_face(sampler s, float3 direction, uint layer, float reference, Options... options) const {
        return compared_and_filtered(s, gather_on_face(direction, layer, compared_level(s, options...)), reference);
    }

public:
    // ingotc passes the image by this pointer.
    const void* ingot_image;

    uint get_num_mip_levels() const { return dimensions == 1 ? 0 : picture().levels(); }

    /// Makes this thread's writes visible to its later reads (section 6.12.17). They are in the order of the program already.
    void fence() const {
        static_assert(a == access::read_write, "only a texture with access::read_write has fence() (MSL 3.0, section 6.12.17)");
    }
    /// The level of a sample without options, which has no derivatives.
    float calculate_clamped_lod(sampler s, place) const { return clamped_level(s); }
    float calculate_unclamped_lod(sampler, place) const { return 0.0f; }
};

}  // namespace ingot_detail

// A macro for what a texture's functions have in common, because the members of a base class that is a template are not visible
// by their names alone.
#define INGOT_METAL_TEXTURE_MEMBERS(shape)                               \
    using base = ingot_detail::texture<ingot::image_shape::shape, T, a>; \
    using typename base::texel;                                          \
    using base::picture;

// Declares the forms of a function that samples: without options, with one, and with one and min_lod_clamp. The offset is the
// last argument of each.
#define INGOT_METAL_LIST(...) __VA_ARGS__
#define INGOT_METAL_SAMPLE(result, name, function, offset_type, parameters, arguments)                                   \
    result name(INGOT_METAL_LIST parameters, offset_type offset = offset_type(0)) const {                                \
        return result(function(INGOT_METAL_LIST arguments, offset));                                                     \
    }                                                                                                                    \
    template <ingot_detail::lod_option O>                                                                                \
    result name(INGOT_METAL_LIST parameters, O option, offset_type offset = offset_type(0)) const {                      \
        return result(function(INGOT_METAL_LIST arguments, offset, option));                                             \
    }                                                                                                                    \
    template <ingot_detail::derived_lod O>                                                                               \
    result name(INGOT_METAL_LIST parameters, O option, min_lod_clamp least, offset_type offset = offset_type(0)) const { \
        return result(function(INGOT_METAL_LIST arguments, offset, least, option));                                      \
    }
// The same for the function that also states whether the memory is there.
#define INGOT_METAL_SAMPLES(name, function, offset_type, parameters, arguments)   \
    INGOT_METAL_SAMPLE(texel, name, function, offset_type, parameters, arguments) \
    INGOT_METAL_SAMPLE(sparse_color<texel>, sparse_##name, function, offset_type, parameters, arguments)
// Declares read() and sparse_read().
#define INGOT_METAL_READ(number, parameters, arguments)                                                                      \
    texel read(INGOT_METAL_LIST parameters, number lod = 0) const { return base::read_at(INGOT_METAL_LIST arguments, lod); } \
    sparse_color<texel> sparse_read(INGOT_METAL_LIST parameters, number lod = 0) const {                                     \
        return sparse_color<texel>(base::read_at(INGOT_METAL_LIST arguments, lod));                                          \
    }
#define INGOT_METAL_WRITE(parameters, arguments)                                                   \
    void write(texel color, INGOT_METAL_LIST parameters, ingot_detail::written_level = 0u) const { \
        base::write_at(color, INGOT_METAL_LIST arguments);                                         \
    }

}  // namespace metal
