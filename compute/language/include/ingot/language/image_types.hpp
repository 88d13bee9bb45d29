// The types of images: shape, access, and pixel format (section 3.3.3 and Table 15 of the thesis that
// docs/host-library.md names). They are the same on the host and on every device.
#pragma once

#include <cstdint>
#include <ingot/language/vector.hpp>
#include <type_traits>

namespace ingot {

/// The shapes of images: those in Table 15 of the thesis, except the multisampled ones.
enum class image_shape : uint32_t {
    image_1d,
    image_1d_array,
    image_1d_buffer,
    image_2d,
    image_2d_array,
    image_2d_depth,
    image_2d_depth_array,
    image_2d_depth_stencil,
    image_3d,
    image_cube,
    image_cube_array,
    image_cube_depth,
    image_cube_depth_array,
};
inline constexpr uint32_t image_shape_count = 13;

/// The access of a kernel to an image.
enum class image_access : uint32_t { read = 1, write = 2, read_write = 3 };

/// The pixel that is read at coordinates outside of an image.
enum class address_mode : uint32_t {
    edge,             ///< the nearest pixel of the image
    repeat,           ///< the image is repeated in each direction
    mirrored_repeat,  ///< the image is repeated, and every second copy is mirrored
    border,           ///< a pixel whose channels are all 0; only a fourth channel that the format does not have reads 1
};

/// The type of number that a kernel reads and writes.
enum class sample_kind : uint32_t { floating, signed_integer, unsigned_integer };

/// The number format of one channel, or of a whole pixel of depth and stencil.
enum class channel_type : uint32_t {
    unsigned_2,
    unsigned_4,
    unsigned_8,
    unsigned_16,
    unsigned_32,
    unsigned_64,
    signed_2,
    signed_4,
    signed_8,
    signed_16,
    signed_32,
    signed_64,
    float_16,
    float_32,
    float_64,
    unorm_8,   ///< 0 to 255 read as 0 to 1
    unorm_16,  ///< 0 to 65535 read as 0 to 1
    snorm_8,   ///< -127 to 127 read as -1 to 1; -128 also reads as -1
    snorm_16,
    depth_16,            ///< same as unorm_16
    depth_24,            ///< 24 bits in the low three of four bytes, read as 0 to 1
    depth_32_float,      ///< same as float_32
    depth_24_stencil_8,  ///< one 32-bit number: depth in the upper 24 bits, stencil in the lower 8 (OpenGL's UNSIGNED_INT_24_8)
    depth_32_stencil_8,  ///< a float and 32 bits with the stencil in the lower 8 (OpenGL's FLOAT_32_UNSIGNED_INT_24_8_REV)
};
inline constexpr uint32_t channel_type_count = 24;

/// The format of a pixel: one to four channels of one type; depth formats have one.
struct pixel_format {
    channel_type channel = channel_type::unorm_8;
    uint32_t channels = 4;
    friend constexpr bool operator==(const pixel_format&, const pixel_format&) = default;
};

/// The complete type of an image in a kernel: `image<image_type {image_shape::image_2d, sample_kind::floating, 4}>`.
/// It is more general than a pixel_format, because a kernel that reads floating-point numbers can read images of
/// several formats.
struct image_type {
    image_shape shape = image_shape::image_2d;
    sample_kind sample = sample_kind::floating;
    uint32_t channels = 4;
    friend constexpr bool operator==(const image_type&, const image_type&) = default;
};

namespace detail {

constexpr bool is_array(image_shape shape) {
    return shape == image_shape::image_1d_array || shape == image_shape::image_2d_array ||
           shape == image_shape::image_2d_depth_array || shape == image_shape::image_cube_array ||
           shape == image_shape::image_cube_depth_array;
}
constexpr bool is_cube(image_shape shape) {
    return shape == image_shape::image_cube || shape == image_shape::image_cube_array || shape == image_shape::image_cube_depth ||
           shape == image_shape::image_cube_depth_array;
}
constexpr bool is_depth_stencil(image_shape shape) { return shape == image_shape::image_2d_depth_stencil; }
constexpr bool is_depth(image_shape shape) {
    return shape == image_shape::image_2d_depth || shape == image_shape::image_2d_depth_array ||
           shape == image_shape::image_cube_depth || shape == image_shape::image_cube_depth_array;
}
/// Returns the number of dimensions of the image; for a cube, of one face.
constexpr uint32_t dimensions_of(image_shape shape) {
    if (shape == image_shape::image_1d || shape == image_shape::image_1d_array || shape == image_shape::image_1d_buffer) return 1;
    return shape == image_shape::image_3d ? 3 : 2;
}
constexpr uint32_t faces_of(image_shape shape) { return is_cube(shape) ? 6 : 1; }

constexpr bool is_unsigned(channel_type type) { return type <= channel_type::unsigned_64; }
constexpr bool is_signed(channel_type type) { return type >= channel_type::signed_2 && type <= channel_type::signed_64; }
constexpr bool is_depth(channel_type type) {
    return type == channel_type::depth_16 || type == channel_type::depth_24 || type == channel_type::depth_32_float;
}
constexpr bool is_depth_stencil(channel_type type) {
    return type == channel_type::depth_24_stencil_8 || type == channel_type::depth_32_stencil_8;
}
/// Returns the kind of number that a device returns for channels of this type. Pixels with depth and stencil are returned as
/// the 32-bit numbers in which they are stored.
constexpr sample_kind sample_of(channel_type type) {
    if (is_unsigned(type) || is_depth_stencil(type)) return sample_kind::unsigned_integer;
    return is_signed(type) ? sample_kind::signed_integer : sample_kind::floating;
}

constexpr uint32_t bits_of_channel(channel_type type) {
    switch (type) {
        case channel_type::unsigned_2:
        case channel_type::signed_2:
            return 2;
        case channel_type::unsigned_4:
        case channel_type::signed_4:
            return 4;
        case channel_type::unsigned_8:
        case channel_type::signed_8:
        case channel_type::unorm_8:
        case channel_type::snorm_8:
            return 8;
        case channel_type::unsigned_16:
        case channel_type::signed_16:
        case channel_type::float_16:
        case channel_type::unorm_16:
        case channel_type::snorm_16:
        case channel_type::depth_16:
            return 16;
        case channel_type::unsigned_64:
        case channel_type::signed_64:
        case channel_type::float_64:
        case channel_type::depth_32_stencil_8:
            return 64;
        default:
            return 32;
    }
}

template <typename T>
struct sample_traits {};
template <typename T>
    requires std::is_arithmetic_v<T>
struct sample_traits<T> {
    using scalar = T;
    static constexpr uint32_t channels = 0;  // unknown, so four channels are read
};
template <typename T, size_t N>
struct sample_traits<vector<T, N>> {
    using scalar = T;
    static constexpr uint32_t channels = N;
};

template <typename T>
constexpr sample_kind kind_of() {
    if (std::is_floating_point_v<T>) return sample_kind::floating;
    return std::is_signed_v<T> ? sample_kind::signed_integer : sample_kind::unsigned_integer;
}

}  // namespace detail

/// Returns the number of bytes of one pixel in host memory. The first channel is in the lowest bits, and a pixel fills
/// whole bytes.
constexpr uint32_t bytes_per_pixel(pixel_format format) {
    return (detail::bits_of_channel(format.channel) * format.channels + 7) / 8;
}

}  // namespace ingot
