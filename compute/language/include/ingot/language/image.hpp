// Images: global memory that a device reads through its texture units (section 3.3.3 and Tables 15 and 16 of the thesis
// that docs/host-library.md names).
#pragma once

#include <cstdint>
#include <ingot/language/image_coordinates.hpp>
#include <ingot/language/image_encoding.hpp>
#include <ingot/language/image_functions.hpp>
#include <ingot/language/image_types.hpp>
#include <ingot/language/target_feature.hpp>
#include <limits>
#include <type_traits>
#include <utility>

namespace ingot {

/// An image in a kernel. It is a parameter of the kernel and can be passed to functions by value or by reference. It cannot
/// be stored in a variable or be chosen by a condition.
///
/// `sample_type` is the type that is read and written. It determines which images the host can pass:
///  - A vector of 1 to 4 numbers accepts images with this number of channels. With a vector1, read() returns a number.
///  - A number accepts images with any number of channels. read() then returns a vector of 4; channels that the image does
///    not have read 0, a missing fourth channel 1.
///  - Depth images have one channel, and read() returns a number. For images with depth and stencil, read() returns a
///    `std::pair<float, uint8_t>`.
/// The numbers of the sample type must be floating-point numbers if the channels of the image's format are floating-point
/// numbers or normalised integers. Otherwise they must be integers, signed or unsigned like the channels. The types are float,
/// double and integers of 8 to 64 bits. An integer or a normalised value outside of the range of the type or the format is
/// limited to this range. (Table 16 of the thesis.)
///
/// A coordinate is a number for one dimension, otherwise a vector of 2 or 3 numbers. Integer coordinates count pixels from
/// 0. Floating-point coordinates are normalised: 0 to 1 is the whole image, and the centre of pixel number i in a row of n
/// pixels is at (i + 0.5) / n. The coordinate of a cube is a direction (3 floating-point numbers), or the integers x, y and
/// the face.
///
/// Reads are defined for all coordinates:
///  - Outside of the image, `address_mode` defines which pixel is read.
///  - An unsigned integer of at least 2^31 is treated as the negative number with the same bits.
///  - NaN is treated as 0. If `address_mode` repeats the image, infinity is treated as 0, too. With the other modes, infinity
///    is outside of the image.
///  - If a layer or mip level does not exist, the nearest one that exists is read.
/// A write outside of the image has no effect. Filters follow OpenCL 1.2, section 8.2. Each face of a cube is filtered
/// without the pixels of the neighbouring faces.
template <image_shape of_shape, typename sample_type, image_access access>
class basic_image {
    using traits = detail::sample_traits<sample_type>;
    using scalar = typename traits::scalar;
    static constexpr bool is_depth = detail::is_depth(of_shape);
    static constexpr bool is_depth_stencil = detail::is_depth_stencil(of_shape);
    static constexpr bool is_array = detail::is_array(of_shape);
    static constexpr bool is_cube = detail::is_cube(of_shape);
    static constexpr bool is_buffer = of_shape == image_shape::image_1d_buffer;
    static constexpr uint32_t dimensions = detail::dimensions_of(of_shape);
    static constexpr sample_kind kind = is_depth_stencil ? sample_kind::unsigned_integer : detail::kind_of<scalar>();

    static_assert(!std::is_same_v<scalar, bool> && !std::is_same_v<scalar, long double>,
                  "an image's samples are float, double or integers of 8 to 64 bits, or vectors of them");
    static_assert(!is_depth || (std::is_floating_point_v<scalar> && traits::channels <= 1),
                  "a depth image's sample is a float: it has one channel");

public:
    /// The type of the values that read() returns and write() stores.
    using value_type = std::conditional_t<is_depth_stencil, std::pair<float, uint8_t>,
                                          std::conditional_t<is_depth || traits::channels == 1, scalar,
                                                             vector<scalar, traits::channels == 0 ? 4 : traits::channels>>>;

    explicit basic_image(const void* image) : image_(image) {}

    /// Returns the image's shape, the kind of its samples, and their number of channels.
    static constexpr image_type type() { return {of_shape, kind, channel_count()}; }
    /// The number of channels that are read and written: the number of components if the sample type is a vector, 4 if it is
    /// a number; 1 for depth images, 2 for depth and stencil.
    static constexpr uint32_t channel_count() {
        if (is_depth_stencil) return 2;
        return is_depth ? 1 : traits::channels == 0 ? 4 : traits::channels;
    }
    static constexpr bool is_readable() { return access != image_access::write; }
    static constexpr bool is_writable() { return access != image_access::read; }
    static constexpr bool is_read_only() { return access == image_access::read; }
    static constexpr bool is_write_only() { return access == image_access::write; }
    static constexpr bool is_read_write() { return access == image_access::read_write; }

    /// Returns the size of a level in pixels: a number for one dimension, otherwise a vector of 2 or 3.
    auto size(uint32_t level = 0) const {
        if constexpr (dimensions == 1)
            return ask(detail::image_query::width, level);
        else if constexpr (dimensions == 2)
            return uint2 {ask(detail::image_query::width, level), ask(detail::image_query::height, level)};
        else
            return uint3 {ask(detail::image_query::width, level), ask(detail::image_query::height, level),
                          ask(detail::image_query::depth, level)};
    }
    /// Returns the number of layers of an array, or the number of cubes of an array of cubes; 1 for an image that is not
    /// an array.
    uint32_t layers() const {
        if constexpr (!is_array) return 1;
        return ask(detail::image_query::layers, 0) / detail::faces_of(of_shape);
    }
    /// Returns the number of mip levels; always 1 on OpenCL devices, whose kernels can read only the first level.
    uint32_t levels() const { return ask(detail::image_query::levels, 0); }

    /// Reads the pixel at the coordinate, without filtering.
    template <address_mode mode = address_mode::edge, typename Coordinate>
    value_type read(const Coordinate& coordinate) const {
        static_assert(!is_array, "this image is an array: read(coordinate, layer)");
        return read_any<mode, false>(coordinate, 0, 0);
    }
    template <address_mode mode = address_mode::edge, typename Coordinate>
    value_type read(const Coordinate& coordinate, uint32_t layer) const {
        static_assert(is_array, "this image is no array: read(coordinate)");
        return read_any<mode, false>(coordinate, layer, 0);
    }
    /// Reads the pixel of a mip level. On a device whose kernels cannot read levels, a launch with an image that has
    /// several levels is an error.
    template <address_mode mode = address_mode::edge, typename Coordinate>
    value_type read_lod(const Coordinate& coordinate, uint32_t level) const {
        static_assert(!is_array, "this image is an array: read_lod(coordinate, layer, level)");
        return read_any<mode, false>(coordinate, 0, level);
    }
    template <address_mode mode = address_mode::edge, typename Coordinate>
    value_type read_lod(const Coordinate& coordinate, uint32_t layer, uint32_t level) const {
        static_assert(is_array, "this image is no array: read_lod(coordinate, level)");
        return read_any<mode, false>(coordinate, layer, level);
    }

    /// Returns the mean of the 2, 4 or 8 pixels around the coordinate, weighted by distance. At integer coordinates
    /// this is the pixel itself. CUDA devices divide the distance into 256 steps.
    template <address_mode mode = address_mode::edge, typename Coordinate>
    value_type read_linear(const Coordinate& coordinate) const {
        static_assert(!is_array, "this image is an array: read_linear(coordinate, layer)");
        return read_any<mode, true>(coordinate, 0, 0);
    }
    template <address_mode mode = address_mode::edge, typename Coordinate>
    value_type read_linear(const Coordinate& coordinate, uint32_t layer) const {
        static_assert(is_array, "this image is no array: read_linear(coordinate)");
        return read_any<mode, true>(coordinate, layer, 0);
    }
    template <address_mode mode = address_mode::edge, typename Coordinate>
    value_type read_linear_lod(const Coordinate& coordinate, uint32_t level) const {
        static_assert(!is_array, "this image is an array: read_linear_lod(coordinate, layer, level)");
        return read_any<mode, true>(coordinate, 0, level);
    }
    template <address_mode mode = address_mode::edge, typename Coordinate>
    value_type read_linear_lod(const Coordinate& coordinate, uint32_t layer, uint32_t level) const {
        static_assert(is_array, "this image is no array: read_linear_lod(coordinate, level)");
        return read_any<mode, true>(coordinate, layer, level);
    }

    /// Writes the pixel at integer coordinates. Other work-items, and on some devices the same work-item, see the new
    /// pixel only in the next launch.
    template <detail::integer_coordinate Coordinate>
    void write(const Coordinate& coordinate, const value_type& value) const {
        static_assert(!is_array, "this image is an array: write(coordinate, layer, value)");
        write_any(coordinate, 0, value);
    }
    template <detail::integer_coordinate Coordinate>
    void write(const Coordinate& coordinate, uint32_t layer, const value_type& value) const {
        static_assert(is_array, "this image is no array: write(coordinate, value)");
        write_any(coordinate, layer, value);
    }

private:
    struct place {
        int32_t x = 0, y = 0, z = 0, layer = 0;
    };

    uint32_t ask(detail::image_query query, uint32_t level) const {
        return detail::ingot_device_image_query(image_, static_cast<uint32_t>(query), level);
    }

    template <address_mode mode, bool linear, typename Coordinate>
    value_type read_any(const Coordinate& coordinates, uint32_t layer, uint32_t level) const {
        static_assert(is_readable(), "this image is write only: declare it as image_…<T>, without `true`");
        static_assert(!linear || kind == sample_kind::floating, "integers are not filtered: use read");
        using coordinate = detail::coordinate_traits<Coordinate>;
        constexpr uint32_t components = is_cube ? 3 : dimensions;
        static_assert(coordinate::components == components,
                      "the coordinate has another number of components than this image's dimensions");
        if constexpr (detail::normalised_coordinate<Coordinate>) {
            static_assert(!is_buffer, "a buffer image is read at integer coordinates only");
            return sample<mode, linear>(coordinates, layer, level);
        } else {
            static_assert(detail::integer_coordinate<Coordinate>,
                          "a coordinate is floating point, or an integer of up to 32 bits");
            static_assert(!is_buffer || mode != address_mode::border, "a buffer image has no border");
            return fetch<mode>(coordinates, layer, level);
        }
    }

    // Returns the index of the requested layer or, if it does not exist, of the last layer. Devices count each face of a cube
    // as a layer.
    static int32_t layer_index(uint32_t layer, uint32_t face, uint32_t layers) {
        const uint32_t nearest = layer < layers ? layer : layers - 1;
        return static_cast<int32_t>(is_cube ? nearest * 6 + face : nearest);
    }
    uint32_t layer_limit() const { return is_array ? layers() : 1; }

    template <address_mode mode, typename Coordinate>
    value_type fetch(const Coordinate& coordinates, uint32_t layer, uint32_t level) const {
        using coordinate = detail::coordinate_traits<Coordinate>;
        constexpr bool wraps = mode == address_mode::repeat || mode == address_mode::mirrored_repeat;
        const auto component = [&](uint32_t i, detail::image_query extent) {
            return detail::addressed<mode>(coordinate::get(coordinates, i), wraps ? ask(extent, level) : 1);
        };
        place position;
        position.x = component(0, detail::image_query::width);
        if constexpr (dimensions > 1) position.y = component(1, detail::image_query::height);
        if constexpr (dimensions > 2) position.z = component(2, detail::image_query::depth);
        uint32_t face = 0;
        if constexpr (is_cube) {
            const int32_t face_coordinate = detail::to_int32(coordinate::get(coordinates, 2));
            face = static_cast<uint32_t>(face_coordinate < 0 ? 0 : face_coordinate > 5 ? 5 : face_coordinate);
        }
        if constexpr (is_buffer) {  // address modes do not apply to buffer images on any device: limit the index here
            const auto last = static_cast<int32_t>(ask(detail::image_query::width, 0) - 1);
            position.x = position.x < 0 ? 0 : position.x > last ? last : position.x;
        }
        position.layer = layer_index(layer, face, layer_limit());
        constexpr auto outside = static_cast<uint32_t>(mode == address_mode::border ? address_mode::border : address_mode::edge);
        return texel([&](auto* destination) {
            if constexpr (kind == sample_kind::floating)
                detail::ingot_device_image_fetch_float(image_, outside, position.x, position.y, position.z, position.layer, level,
                                                       destination);
            else if constexpr (kind == sample_kind::signed_integer)
                detail::ingot_device_image_fetch_int(image_, outside, position.x, position.y, position.z, position.layer, level,
                                                     destination);
            else
                detail::ingot_device_image_fetch_uint(image_, outside, position.x, position.y, position.z, position.layer, level,
                                                      destination);
        });
    }

    template <address_mode mode, bool linear, typename Coordinate>
    value_type sample(const Coordinate& coordinates, uint32_t layer, uint32_t level) const {
        using coordinate = detail::coordinate_traits<Coordinate>;
        const auto component = [&](uint32_t i) { return static_cast<float>(coordinate::get(coordinates, i)); };
        float x = 0.0f;
        float y = 0.0f;
        float z = 0.0f;
        uint32_t face = 0;
        if constexpr (is_cube) {
            const detail::cube_place position = detail::place_on_cube({component(0), component(1), component(2)});
            face = position.face;
            x = position.x;
            y = position.y;
        } else {
            x = detail::sampled<mode>(component(0));
            if constexpr (dimensions > 1) y = detail::sampled<mode>(component(1));
            if constexpr (dimensions > 2) z = detail::sampled<mode>(component(2));
        }
        const int32_t index = layer_index(layer, face, layer_limit());
        constexpr uint32_t sampler =
            static_cast<uint32_t>(is_cube ? address_mode::edge : mode) | (linear ? detail::linear_filter : 0);
        return texel([&](auto* destination) {
            if constexpr (kind == sample_kind::floating)
                detail::ingot_device_image_sample_float(image_, sampler, x, y, z, index, level, destination);
            else if constexpr (kind == sample_kind::signed_integer)
                detail::ingot_device_image_sample_int(image_, sampler, x, y, z, index, level, destination);
            else
                detail::ingot_device_image_sample_uint(image_, sampler, x, y, z, index, level, destination);
        });
    }

    using channel =
        std::conditional_t<kind == sample_kind::floating, detail::image_float,
                           std::conditional_t<kind == sample_kind::signed_integer, detail::image_int, detail::image_uint>>;

    // Converts a channel to the scalar type. If the channel has more bits than an integer scalar, the value is limited to the
    // range of the scalar type.
    static scalar narrow(channel value) {
        if constexpr (kind != sample_kind::floating && sizeof(scalar) < sizeof(channel)) {
            constexpr auto maximum = static_cast<channel>(std::numeric_limits<scalar>::max());
            constexpr auto minimum = static_cast<channel>(std::numeric_limits<scalar>::min());
            return static_cast<scalar>(value > maximum ? maximum : value < minimum ? minimum : value);
        } else {
            return static_cast<scalar>(value);
        }
    }

    template <typename Read>
    value_type texel(Read read) const {
        channel values[4] {};
        read(&values[0]);
        if constexpr (is_depth_stencil) {
            return depth_and_stencil(static_cast<uint32_t>(values[0]), static_cast<uint32_t>(values[1]));
        } else if constexpr (std::is_same_v<value_type, scalar>) {
            return narrow(values[0]);
        } else {
            // Not a loop over `values`: devices keep an array in memory instead of registers if a loop indexes it.
            return [&]<size_t... i>(std::index_sequence<i...>) {
                return value_type(narrow(values[i])...);
            }(std::make_index_sequence<value_type::dimensions>());
        }
    }

    // Returns whether a pixel with depth and stencil is a single 32-bit number (depth_24_stencil_8). Only the CPU debug device
    // also supports depth_32_stencil_8, where the depth and the stencil are two numbers.
    bool is_one_number() const {
#if defined(INGOT_DEVICE)
        return true;
#else
        return detail::format_of(ask(detail::image_query::format, 0)).channel == channel_type::depth_24_stencil_8;
#endif
    }
    std::pair<float, uint8_t> depth_and_stencil(uint32_t first, uint32_t second) const {
        if (is_one_number()) return {static_cast<float>(first >> 8) / 16777215.0f, static_cast<uint8_t>(first)};
        return {std::bit_cast<float>(first), static_cast<uint8_t>(second)};
    }

    template <typename Coordinate>
    void write_any(const Coordinate& coordinates, uint32_t layer, const value_type& value) const {
        static_assert(is_writable(), "this image is read only: declare it as image_…<T>, without `const_`");
        using coordinate = detail::coordinate_traits<Coordinate>;
        static_assert(coordinate::components == (is_cube ? 3 : dimensions),
                      "the coordinate has another number of components than this image's dimensions");
        // Converted to an unsigned number, a negative coordinate is larger than any image.
        const auto component = [&](uint32_t i) { return static_cast<uint32_t>(coordinate::get(coordinates, i)); };
        place position {static_cast<int32_t>(component(0)), 0, 0, static_cast<int32_t>(layer)};
        if (component(0) >= ask(detail::image_query::width, 0)) return;
        if constexpr (dimensions > 1) {
            if (component(1) >= ask(detail::image_query::height, 0)) return;
            position.y = static_cast<int32_t>(component(1));
        }
        if constexpr (dimensions > 2) {
            if (component(2) >= ask(detail::image_query::depth, 0)) return;
            position.z = static_cast<int32_t>(component(2));
        }
        if constexpr (is_array)
            if (layer >= layers()) return;
        if constexpr (is_cube) {
            if (component(2) >= 6) return;
            position.layer = static_cast<int32_t>(layer * 6 + component(2));
        }
        if constexpr (is_depth_stencil) {
            const float depth = value.first >= 0.0f ? (value.first <= 1.0f ? value.first : 1.0f) : 0.0f;
            if (is_one_number())
                store(position, static_cast<uint32_t>(detail::run_time_math::rint(depth * 16777215.0f)) << 8 | value.second, 0, 0,
                      1);
            else
                store(position, std::bit_cast<uint32_t>(value.first), value.second, 0, 1);
        } else if constexpr (std::is_same_v<value_type, scalar>) {
            store(position, static_cast<channel>(value), 0, 0, 1);
        } else {
            channel values[4] {0, 0, 0, 1};
            [&]<size_t... i>(std::index_sequence<i...>) {
                ((values[i] = static_cast<channel>(value[i])), ...);
            }(std::make_index_sequence<value_type::dimensions>());
            store(position, values[0], values[1], values[2], values[3]);
        }
    }

    void store(const place& position, channel red, channel green, channel blue, channel alpha) const {
#if defined(INGOT_DEVICE)
        if (detail::target_has(detail::target_feature::stores_image_bytes)) return store_bytes(position, red, green, blue, alpha);
#endif
        if constexpr (kind == sample_kind::floating)
            detail::ingot_device_image_write_float(image_, position.x, position.y, position.z, position.layer, red, green, blue,
                                                   alpha);
        else if constexpr (kind == sample_kind::signed_integer)
            detail::ingot_device_image_write_int(image_, position.x, position.y, position.z, position.layer, red, green, blue,
                                                 alpha);
        else
            detail::ingot_device_image_write_uint(image_, position.x, position.y, position.z, position.layer, red, green, blue,
                                                  alpha);
    }

#if defined(INGOT_DEVICE)
    // Encodes the channels and writes their bytes, because writes through CUDA's surfaces do not convert to the image's
    // format. The format is known only when the kernel runs. If the sample type is a vector, the number of channels is known
    // at compile time.
    void store_bytes(const place& position, channel red, channel green, channel blue, channel alpha) const {
        const pixel_format format = detail::format_of(ask(detail::image_query::format, 0));
        const uint32_t channels = is_depth || is_depth_stencil ? 1 : traits::channels == 0 ? format.channels : traits::channels;
        const uint32_t bits = is_depth_stencil ? 32 : detail::bits_of_channel(format.channel);
        const auto encoded = [&](channel value) { return detail::encode(format.channel, value); };
        const auto put = [&](uint32_t bytes, uint32_t first, uint32_t second, uint32_t third, uint32_t fourth) {
            detail::ingot_device_image_store(image_, bytes, position.x, position.y, position.z, position.layer, first, second,
                                             third, fourth);
        };
        const uint32_t first = encoded(red);
        const uint32_t second = channels > 1 ? encoded(green) : 0;
        const uint32_t third = channels > 2 ? encoded(blue) : 0;
        const uint32_t fourth = channels > 2 ? encoded(alpha) : 0;
        const uint32_t bytes = bits / 8 * channels;
        if (bits == 32) {
            if (bytes == 4) put(4, first, 0, 0, 0);
            if (bytes == 8) put(8, first, second, 0, 0);
            if (bytes == 16) put(16, first, second, third, fourth);
        } else if (bits == 16) {
            if (bytes == 2) put(2, first, 0, 0, 0);
            if (bytes == 4) put(4, first | second << 16, 0, 0, 0);
            if (bytes == 8) put(8, first | second << 16, third | fourth << 16, 0, 0);
        } else {
            if (bytes == 1) put(1, first, 0, 0, 0);
            if (bytes == 2) put(2, first | second << 8, 0, 0, 0);
            if (bytes == 4) put(4, first | second << 8 | third << 16 | fourth << 24, 0, 0, 0);
        }
    }
#endif

    const void* image_;
};

namespace detail {
template <sample_kind kind>
using scalar_of_kind = std::conditional_t<kind == sample_kind::floating, float,
                                          std::conditional_t<kind == sample_kind::signed_integer, int32_t, uint32_t>>;
template <image_type type>
using sample_of_type = std::conditional_t<type.shape == image_shape::image_2d_depth_stencil || is_depth(type.shape), float,
                                          vector<scalar_of_kind<type.sample>, type.channels>>;
constexpr image_access writing(bool write_only) { return write_only ? image_access::write : image_access::read_write; }
}  // namespace detail

/// An image whose shape, kind of samples and number of channels are given by one image_type.
template <image_type type, bool write_only = false>
using image = basic_image<type.shape, detail::sample_of_type<type>, detail::writing(write_only)>;
template <image_type type>
using const_image = basic_image<type.shape, detail::sample_of_type<type>, image_access::read>;

// The names in Table 16 of the thesis: `const_image_2d<float4>` can only be read, `image_2d<float4>` can be read and
// written, `image_2d<float4, true>` can only be written.
#define INGOT_IMAGE_NAMES(name)                                                           \
    template <typename sample_type>                                                       \
    using const_##name = basic_image<image_shape::name, sample_type, image_access::read>; \
    template <typename sample_type, bool write_only = false>                              \
    using name = basic_image<image_shape::name, sample_type, detail::writing(write_only)>
INGOT_IMAGE_NAMES(image_1d);
INGOT_IMAGE_NAMES(image_1d_array);
INGOT_IMAGE_NAMES(image_1d_buffer);
INGOT_IMAGE_NAMES(image_2d);
INGOT_IMAGE_NAMES(image_2d_array);
INGOT_IMAGE_NAMES(image_3d);
INGOT_IMAGE_NAMES(image_cube);
INGOT_IMAGE_NAMES(image_cube_array);
#undef INGOT_IMAGE_NAMES

// Depth images, and images with depth and stencil. The sample type may be omitted: `const_image_2d_depth<>`.
#define INGOT_IMAGE_NAMES(name)                                                           \
    template <typename sample_type = float>                                               \
    using const_##name = basic_image<image_shape::name, sample_type, image_access::read>; \
    template <typename sample_type = float, bool write_only = false>                      \
    using name = basic_image<image_shape::name, sample_type, detail::writing(write_only)>
INGOT_IMAGE_NAMES(image_2d_depth);
INGOT_IMAGE_NAMES(image_2d_depth_array);
INGOT_IMAGE_NAMES(image_2d_depth_stencil);
INGOT_IMAGE_NAMES(image_cube_depth);
INGOT_IMAGE_NAMES(image_cube_depth_array);
#undef INGOT_IMAGE_NAMES

}  // namespace ingot
