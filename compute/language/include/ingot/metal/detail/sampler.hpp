// Samplers (MSL 3.0, section 2.10), and the options of samples (6.12).
#pragma once

#include <ingot/language/image_types.hpp>
#include <ingot/language/sampler_state.hpp>
#include <ingot/metal/detail/operators.hpp>

namespace metal {

enum class access { sample, read, write, read_write };
enum class component { x, y, z, w };

enum class coord { normalized, pixel };
enum class address { clamp_to_zero, clamp_to_edge, clamp_to_border, repeat, mirrored_repeat };
enum class s_address { clamp_to_zero, clamp_to_edge, clamp_to_border, repeat, mirrored_repeat };
enum class t_address { clamp_to_zero, clamp_to_edge, clamp_to_border, repeat, mirrored_repeat };
enum class r_address { clamp_to_zero, clamp_to_edge, clamp_to_border, repeat, mirrored_repeat };
enum class border_color { transparent_black, opaque_black, opaque_white };
enum class filter { nearest, linear };
enum class mag_filter { nearest, linear };
enum class min_filter { nearest, linear };
enum class mip_filter { none, nearest, linear };
enum class compare_func { never, less, less_equal, greater, greater_equal, equal, not_equal, always };

struct max_anisotropy {
    explicit constexpr max_anisotropy(int value) : ingot_value(value) {}
    int ingot_value;
};
struct lod_clamp {
    constexpr lod_clamp(float least, float greatest) : ingot_least(least), ingot_greatest(greatest) {}
    float ingot_least;
    float ingot_greatest;
};

namespace ingot_detail {
// A sampler whose properties ingotc does not support is an error: a constant expression cannot call this function.
inline void a_sampler_with_an_opaque_border_is_not_supported() {}
inline void a_sampler_with_different_addresses_for_the_axes_is_not_supported() {}
inline void a_sampler_for_pixels_cannot_repeat_and_has_no_mip_filter() {}
inline void the_filters_of_a_sampler_for_pixels_are_equal() {}
}  // namespace ingot_detail

/// How a texture is read at coordinates between and outside of its pixels. It is constexpr, or the host passes it.
struct sampler {
    template <typename... Property>
    consteval explicit sampler(Property... properties) {
        (set(properties), ...);
        if (ingot_uses_axes_ && (ingot_s != ingot_t || ingot_s != ingot_r))
            ingot_detail::a_sampler_with_different_addresses_for_the_axes_is_not_supported();
        if (ingot_is_pixel) {
            if (ingot_s == address::repeat || ingot_s == address::mirrored_repeat || ingot_mip != mip_filter::none)
                ingot_detail::a_sampler_for_pixels_cannot_repeat_and_has_no_mip_filter();
            if (ingot_min_is_linear_ != ingot_is_linear) ingot_detail::the_filters_of_a_sampler_for_pixels_are_equal();
        }
        if (ingot_border_ != border_color::transparent_black && ingot_s == address::clamp_to_border)
            ingot_detail::a_sampler_with_an_opaque_border_is_not_supported();
    }

    // The host's sampler. The values of these enumerations are those of Metal's, but for the address mode.
    explicit sampler(const ingot::sampler_state& state)
        : ingot_is_pixel(state.coordinates == ingot::sampler_coordinates::pixel),
          ingot_is_linear(state.filter == ingot::sampler_filter::linear),
          ingot_s(address_of(state.address)),
          ingot_t(ingot_s),
          ingot_r(ingot_s),
          ingot_mip(static_cast<mip_filter>(state.mip_filter)),
          ingot_compare(static_cast<compare_func>(state.comparison)),
          ingot_least_level(state.least_level),
          ingot_greatest_level(state.greatest_level),
          ingot_min_is_linear_(ingot_is_linear) {}

    bool ingot_is_pixel = false;
    bool ingot_is_linear = false;  // the filter for magnification, which a kernel uses: it has no derivatives
    address ingot_s = address::clamp_to_edge;
    address ingot_t = address::clamp_to_edge;
    address ingot_r = address::clamp_to_edge;
    mip_filter ingot_mip = mip_filter::none;
    compare_func ingot_compare = compare_func::never;
    float ingot_least_level = 0;
    float ingot_greatest_level = 1000;

private:
    static address address_of(ingot::address_mode mode) {
        switch (mode) {
            case ingot::address_mode::repeat:
                return address::repeat;
            case ingot::address_mode::mirrored_repeat:
                return address::mirrored_repeat;
            case ingot::address_mode::border:
                return address::clamp_to_zero;
            default:
                return address::clamp_to_edge;
        }
    }
    consteval void set(coord value) { ingot_is_pixel = value == coord::pixel; }
    consteval void set(address value) { ingot_s = ingot_t = ingot_r = value; }
    // An axis that is not named keeps the mode for all axes. Textures of one and two dimensions do not use all of them, so an
    // axis that is not named takes the mode of the first one.
    consteval void set(s_address value) {
        ingot_s = static_cast<address>(value);
        if (!ingot_uses_axes_) ingot_t = ingot_r = ingot_s;
        ingot_uses_axes_ = true;
    }
    consteval void set(t_address value) {
        ingot_t = static_cast<address>(value);
        if (!ingot_uses_axes_) ingot_s = ingot_t;
        ingot_r = ingot_t;
        ingot_uses_axes_ = true;
    }
    consteval void set(r_address value) {
        ingot_r = static_cast<address>(value);
        if (!ingot_uses_axes_) ingot_s = ingot_t = ingot_r;
        ingot_uses_axes_ = true;
    }
    consteval void set(border_color value) { ingot_border_ = value; }
    consteval void set(filter value) { ingot_is_linear = ingot_min_is_linear_ = value == filter::linear; }
    consteval void set(mag_filter value) { ingot_is_linear = value == mag_filter::linear; }
    consteval void set(min_filter value) { ingot_min_is_linear_ = value == min_filter::linear; }
    consteval void set(mip_filter value) { ingot_mip = value; }
    consteval void set(compare_func value) { ingot_compare = value; }
    consteval void set(max_anisotropy) {}
    consteval void set(lod_clamp value) {
        ingot_least_level = value.ingot_least;
        ingot_greatest_level = value.ingot_greatest;
    }

    bool ingot_uses_axes_ = false;
    bool ingot_min_is_linear_ = false;
    border_color ingot_border_ = border_color::transparent_black;
};

// The level of detail of a sample.
struct level {
    explicit constexpr level(float value) : ingot_value(value) {}
    float ingot_value;
};
struct bias {
    explicit constexpr bias(float value) : ingot_value(value) {}
    float ingot_value;
};
struct min_lod_clamp {
    explicit constexpr min_lod_clamp(float value) : ingot_value(value) {}
    float ingot_value;
};

// Derivatives of the coordinates, from which the level follows.
struct gradient2d {
    constexpr gradient2d(float2 x, float2 y) : ingot_x(x), ingot_y(y) {}
    float2 ingot_x;
    float2 ingot_y;
};
struct gradient3d {
    constexpr gradient3d(float3 x, float3 y) : ingot_x(x), ingot_y(y) {}
    float3 ingot_x;
    float3 ingot_y;
};
struct gradientcube {
    constexpr gradientcube(float3 x, float3 y) : ingot_x(x), ingot_y(y) {}
    float3 ingot_x;
    float3 ingot_y;
};

/// A texel, and whether its memory is there. All textures are in memory as a whole, so it always is.
template <typename T>
struct sparse_color {
    constexpr explicit sparse_color(T value, bool resident = true) : ingot_value(value), ingot_is_resident(resident) {}
    constexpr bool resident() const { return ingot_is_resident; }
    constexpr T value() const { return ingot_value; }

    T ingot_value;
    bool ingot_is_resident;
};

namespace ingot_detail {

template <typename T>
concept gradient = std::is_same_v<T, gradient2d> || std::is_same_v<T, gradient3d> || std::is_same_v<T, gradientcube>;
template <typename T>
concept lod_option = std::is_same_v<T, level> || std::is_same_v<T, bias> || std::is_same_v<T, min_lod_clamp> || gradient<T>;
// What can be combined with min_lod_clamp.
template <typename T>
concept derived_lod = std::is_same_v<T, bias> || gradient<T>;

// The offset of samples that have none.
struct no_offset {
    explicit constexpr no_offset(int) {}
};

inline void a_texture_is_written_at_level_0_only() {}
// The level of a write: the constant 0.
struct written_level {
    consteval written_level(uint value) {
        if (value != 0) a_texture_is_written_at_level_0_only();
    }
};

// A place on a face of a cube (section 6.12.6): the face of the direction, and its coordinates there.
struct place_on_cube {
    uint face;
    float2 coordinates;
};
constexpr place_on_cube face_of(float3 d) {
    const float x = d.x < 0 ? -d.x : d.x;
    const float y = d.y < 0 ? -d.y : d.y;
    const float z = d.z < 0 ? -d.z : d.z;
    const auto on = [](uint face, float s, float t, float major) {
        return place_on_cube {face, float2(s / major * 0.5f + 0.5f, t / major * 0.5f + 0.5f)};
    };
    if (x >= y && x >= z) return d.x < 0 ? on(1, d.z, -d.y, x) : on(0, -d.z, -d.y, x);
    if (y >= z) return d.y < 0 ? on(3, d.x, -d.z, y) : on(2, d.x, d.z, y);
    return d.z < 0 ? on(5, -d.x, -d.y, z) : on(4, d.x, -d.y, z);
}

}  // namespace ingot_detail

}  // namespace metal
