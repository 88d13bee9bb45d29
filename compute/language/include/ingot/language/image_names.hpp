// The names of image shapes, sample kinds and pixel formats, for archives and error messages.
#pragma once

#include <array>
#include <ingot/language/image_types.hpp>
#include <optional>
#include <string>
#include <string_view>

namespace ingot {

namespace detail {
inline constexpr std::array<std::string_view, image_shape_count> shape_names {
    "image_1d",         "image_1d_array",       "image_1d_buffer",        "image_2d", "image_2d_array",
    "image_2d_depth",   "image_2d_depth_array", "image_2d_depth_stencil", "image_3d", "image_cube",
    "image_cube_array", "image_cube_depth",     "image_cube_depth_array"};
inline constexpr std::array<std::string_view, channel_type_count> channel_names {
    "unsigned_2", "unsigned_4", "unsigned_8", "unsigned_16",    "unsigned_32",        "unsigned_64",
    "signed_2",   "signed_4",   "signed_8",   "signed_16",      "signed_32",          "signed_64",
    "float_16",   "float_32",   "float_64",   "unorm_8",        "unorm_16",           "snorm_8",
    "snorm_16",   "depth_16",   "depth_24",   "depth_32_float", "depth_24_stencil_8", "depth_32_stencil_8"};
inline constexpr std::array<std::string_view, 3> sample_names {"floating", "signed_integer", "unsigned_integer"};

template <typename Enumeration, size_t count>
constexpr std::string_view name_in(const std::array<std::string_view, count>& names, Enumeration value) {
    const auto index = static_cast<size_t>(value);
    return index < count ? names[index] : std::string_view("unknown");
}
}  // namespace detail

constexpr std::string_view to_string(image_shape shape) { return detail::name_in(detail::shape_names, shape); }
constexpr std::string_view to_string(channel_type type) { return detail::name_in(detail::channel_names, type); }
constexpr std::string_view to_string(sample_kind kind) { return detail::name_in(detail::sample_names, kind); }

/// Returns the name of a format, for example "unorm_8 x 4". Names of depth formats have no number of channels.
inline std::string to_string(pixel_format format) {
    std::string text(to_string(format.channel));
    if (!detail::is_depth(format.channel) && !detail::is_depth_stencil(format.channel))
        text += " x " + std::to_string(format.channels);
    return text;
}

/// Returns the shape with this name, or nothing if there is none.
constexpr std::optional<image_shape> shape_from(std::string_view name) {
    for (uint32_t i = 0; i < image_shape_count; ++i)
        if (detail::shape_names[i] == name) return image_shape {i};
    return std::nullopt;
}

}  // namespace ingot
