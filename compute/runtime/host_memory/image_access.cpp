#include "image_access.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <ingot/language/half.hpp>
#include <type_traits>

namespace ingot::backends::host_memory {

namespace {

const image_level& level_of(const image& image, uint32_t level) {
    return image.levels()[std::min<size_t>(level, image.levels().size() - 1)];
}

// Returns z for a 3D image; for other images the layer, limited to the layers that exist.
uint32_t slice_of(const image& image, const image_level& level, int32_t z, int32_t layer) {
    if (image.description().shape == image_shape::image_3d) return static_cast<uint32_t>(z);
    return static_cast<uint32_t>(std::clamp<int64_t>(layer, 0, int64_t {level.extent[2]} - 1));
}

std::byte* pixel_at(const image& image, const image_level& level, uint32_t x, uint32_t y, uint32_t slice) {
    const size_t row = size_t {slice} * level.extent[1] + y;
    return level.pixels + (row * level.extent[0] + x) * bytes_per_pixel(image.description().format);
}

template <typename Values>
Values decode(pixel_format format, const std::byte* pixel) {
    if constexpr (std::is_same_v<Values, images::floats>)
        return images::decode_floats(format, pixel);
    else if constexpr (std::is_same_v<Values, images::signed_integers>)
        return images::decode_signed(format, pixel);
    else
        return images::decode_unsigned(format, pixel);
}

// The border color: 0 in each channel that the format has. As in every pixel, a missing fourth channel is 1.
template <typename Values>
Values border(pixel_format format) {
    Values values {0, 0, 0, 1};
    for (uint32_t i = 0; i < format.channels; ++i) values[i] = 0;
    return values;
}

// The pixels that a read uses in one dimension: one or two indices, and the weight of the second one. The index -1 is outside of
// the image.
struct taps {
    int64_t first = 0;
    int64_t second = 0;
    double weight = 0;
};

// Returns the index as an integer. An index outside of the image becomes -1 with mode `border`, and the nearest index inside
// with other modes. The index is limited before its conversion, because the conversion of a very large double is undefined.
int64_t index_of_pixel(double index, int64_t size, address_mode mode) {
    const auto integer = static_cast<int64_t>(std::clamp(index, -2.0, static_cast<double>(size) + 1.0));
    if (mode == address_mode::border) return integer < 0 || integer >= size ? -1 : integer;
    return std::clamp<int64_t>(integer, 0, size - 1);
}

// The same for a coordinate that is an integer.
int64_t index_of_pixel(int32_t index, uint32_t size, address_mode mode) {
    if (mode == address_mode::border) return index < 0 || int64_t {index} >= size ? -1 : index;
    return std::clamp<int64_t>(index, 0, int64_t {size} - 1);
}

taps repeated_taps(double s, int64_t size, bool linear) {
    const double u = (s - std::floor(s)) * static_cast<double>(size);
    const auto wrap_index = [&](int64_t i) { return i < 0 ? i + size : i > size - 1 ? i - size : i; };
    if (!linear) return {wrap_index(static_cast<int64_t>(std::floor(u))), 0, 0};
    const double floor = std::floor(u - 0.5);
    const auto first = static_cast<int64_t>(floor);
    return {wrap_index(first), wrap_index(first + 1), u - 0.5 - floor};
}

taps mirrored_taps(double s, int64_t size, bool linear) {
    const double u = std::fabs(s - 2.0 * std::rint(0.5 * s)) * static_cast<double>(size);
    if (!linear) return {std::min(static_cast<int64_t>(std::floor(u)), size - 1), 0, 0};
    const double floor = std::floor(u - 0.5);
    const auto first = static_cast<int64_t>(floor);
    return {std::max<int64_t>(first, 0), std::min(first + 1, size - 1), u - 0.5 - floor};
}

// Returns a coordinate that can be converted to an index: NaN becomes 0, and a coordinate far outside moves closer to the image.
// If `mode` repeats the image, infinity becomes 0, too. Kernels call detail::sampled, which does the same, so they pass such
// coordinates only if the program was compiled with -ffast-math, which removes the tests for NaN and infinity there.
double defined_coordinate(float coordinate, address_mode mode) {
    const bool repeats = mode == address_mode::repeat || mode == address_mode::mirrored_repeat;
    if (std::isnan(coordinate) || (repeats && std::isinf(coordinate))) return 0.0;
    const double value = static_cast<double>(coordinate);
    return repeats ? value : std::clamp(value, -1.0, 2.0);
}

taps taps_of(float coordinate, uint32_t extent, address_mode mode, bool linear) {
    const double s = defined_coordinate(coordinate, mode);
    const int64_t size = extent;
    if (mode == address_mode::repeat) return repeated_taps(s, size, linear);
    if (mode == address_mode::mirrored_repeat) return mirrored_taps(s, size, linear);
    const double u = s * static_cast<double>(size);
    if (!linear) return {index_of_pixel(std::floor(u), size, mode), 0, 0};
    const double floor = std::floor(u - 0.5);
    return {index_of_pixel(floor, size, mode), index_of_pixel(floor + 1.0, size, mode), u - 0.5 - floor};
}

template <typename Values>
Values pixel_or_border(const image& image, const image_level& level, int64_t x, int64_t y, int64_t slice) {
    const pixel_format format = image.description().format;
    if (x < 0 || y < 0 || slice < 0) return border<Values>(format);
    return decode<Values>(
        format, pixel_at(image, level, static_cast<uint32_t>(x), static_cast<uint32_t>(y), static_cast<uint32_t>(slice)));
}

}  // namespace

template <typename Values>
Values fetch(const image& image, uint32_t mode, int32_t x, int32_t y, int32_t z, int32_t layer, uint32_t level_index) {
    const image_level& level = level_of(image, level_index);
    const auto index = [&](int32_t coordinate, uint32_t size) { return index_of_pixel(coordinate, size, address_mode {mode}); };
    const bool is_3d = image.description().shape == image_shape::image_3d;
    const int64_t slice = is_3d ? index(z, level.extent[2]) : slice_of(image, level, 0, layer);
    return pixel_or_border<Values>(image, level, index(x, level.extent[0]), index(y, level.extent[1]), slice);
}

template <typename Values>
Values sample(const image& image, uint32_t sampler, float x, float y, float z, int32_t layer, uint32_t level_index) {
    const image_level& level = level_of(image, level_index);
    const address_mode mode {sampler & 3u};
    const bool linear = (sampler & detail::linear_filter) != 0;
    const uint32_t dimensions = detail::dimensions_of(image.description().shape);
    const taps in_x = taps_of(x, level.extent[0], mode, linear);
    const taps in_y = dimensions > 1 ? taps_of(y, level.extent[1], mode, linear) : taps {};
    taps in_z = dimensions > 2 ? taps_of(z, level.extent[2], mode, linear) : taps {};
    if (dimensions < 3) in_z.first = slice_of(image, level, 0, layer);
    if (!linear) return pixel_or_border<Values>(image, level, in_x.first, in_y.first, in_z.first);

    Values sum {};
    for (uint32_t corner = 0; corner < (1u << dimensions); ++corner) {
        const auto index_at_corner = [&](const taps& axis, uint32_t bit) {
            return corner >> bit & 1u ? axis.second : axis.first;
        };
        const auto weight = [&](const taps& axis, uint32_t bit) {
            return bit >= dimensions ? 1.0 : corner >> bit & 1u ? axis.weight : 1.0 - axis.weight;
        };
        const double share = weight(in_x, 0) * weight(in_y, 1) * weight(in_z, 2);
        const Values value =
            pixel_or_border<Values>(image, level, index_at_corner(in_x, 0), index_at_corner(in_y, 1), index_at_corner(in_z, 2));
        // Pixels with a share of 0 are skipped, because infinity times 0 would be NaN.
        if (share > 0)
            for (size_t i = 0; i < 4; ++i)
                sum[i] += static_cast<typename Values::value_type>(share * static_cast<double>(value[i]));
    }
    return sum;
}

template <typename Values>
void write(const image& image, int32_t x, int32_t y, int32_t z, int32_t layer, const Values& value) {
    const image_level& level = image.levels().front();
    images::encode(image.description().format, value,
                   pixel_at(image, level, static_cast<uint32_t>(x), static_cast<uint32_t>(y), slice_of(image, level, z, layer)));
}

namespace {

// Calls `function` with the number of each active work-item.
template <typename Function>
void for_each_active(const work_items& items, const Function& function) {
    for (uint32_t left = items.active; left != 0; left &= left - 1) function(static_cast<uint32_t>(std::countr_zero(left)));
}

template <typename Channel>
Channel operand(const work_items& items, uint32_t index, uint32_t item) {
    static_assert(sizeof(Channel) == 4);
    return std::bit_cast<Channel>(items.operands[index * items.count + item]);
}

// Stores the pixels of the active work-items, or the border where a work-item has no pixel. `decode_channel` returns a channel
// whose bytes begin at an address.
template <typename Values, typename Channel, typename Decode>
void give_pixels(const work_items& items, const std::array<const std::byte*, most_lanes>& pixels, pixel_format format,
                 size_t channel_bytes, Channel* texels, const Decode& decode_channel) {
    const Values outside = border<Values>(format);
    for (uint32_t i = 0; i < 4; ++i) {
        Channel* const texel = texels + size_t {i} * items.count;
        const auto missing = static_cast<Channel>(outside[i]);
        for_each_active(items, [&](uint32_t item) {
            const std::byte* const pixel = pixels[item];
            texel[item] =
                i < format.channels && pixel ? static_cast<Channel>(decode_channel(pixel + i * channel_bytes)) : missing;
        });
    }
}

template <typename Number>
Number number_at(const std::byte* bytes) {
    Number number;
    std::memcpy(&number, bytes, sizeof number);
    return number;
}

// The channels of 8 bits as numbers from 0 to 1.
constexpr std::array<float, 256> shares_of_255 = [] {
    std::array<float, 256> shares {};
    for (uint32_t i = 0; i < shares.size(); ++i) shares[i] = static_cast<float>(static_cast<double>(i) / 255.0);
    return shares;
}();

// Stores the pixels of the active work-items. The usual formats have loops of their own.
template <typename Values, typename Channel>
void give_pixels(const work_items& items, const std::array<const std::byte*, most_lanes>& pixels, pixel_format format,
                 Channel* texels) {
    const auto give = [&](size_t bytes, const auto& decode_channel) {
        give_pixels<Values>(items, pixels, format, bytes, texels, decode_channel);
    };
    if constexpr (std::is_same_v<Values, images::floats>) {
        switch (format.channel) {
            case channel_type::float_32:
            case channel_type::depth_32_float:
                return give(4, &number_at<float>);
            case channel_type::float_16:
                return give(2, [](const std::byte* bytes) { return ingot::detail::float_of_half(number_at<uint16_t>(bytes)); });
            case channel_type::unorm_8:
                return give(1, [](const std::byte* bytes) { return shares_of_255[std::to_integer<size_t>(*bytes)]; });
            default:
                break;
        }
    } else if constexpr (std::is_same_v<Values, images::unsigned_integers>) {
        switch (format.channel) {
            case channel_type::unsigned_32:
                return give(4, &number_at<uint32_t>);
            case channel_type::unsigned_16:
                return give(2, &number_at<uint16_t>);
            case channel_type::unsigned_8:
                return give(1, &number_at<uint8_t>);
            default:
                break;
        }
    }
    for_each_active(items, [&](uint32_t item) {
        const Values values = pixels[item] ? decode<Values>(format, pixels[item]) : border<Values>(format);
        for (uint32_t i = 0; i < 4; ++i) texels[size_t {i} * items.count + item] = static_cast<Channel>(values[i]);
    });
}

}  // namespace

template <typename Values, typename Channel>
void fetch_each(const image& image, uint32_t mode, const work_items& items, Channel* texels) {
    if (items.active == 0) return;
    const bool is_3d = image.description().shape == image_shape::image_3d;
    std::array<const std::byte*, most_lanes> pixels {};
    for_each_active(items, [&](uint32_t item) {
        const image_level& level = level_of(image, operand<uint32_t>(items, 4, item));
        const auto index = [&](uint32_t dimension) {
            return index_of_pixel(operand<int32_t>(items, dimension, item), level.extent[dimension], address_mode {mode});
        };
        const int64_t x = index(0);
        const int64_t y = index(1);
        const int64_t slice = is_3d ? index(2) : slice_of(image, level, 0, operand<int32_t>(items, 3, item));
        pixels[item] = x < 0 || y < 0 || slice < 0 ? nullptr
                                                   : pixel_at(image, level, static_cast<uint32_t>(x), static_cast<uint32_t>(y),
                                                              static_cast<uint32_t>(slice));
    });
    give_pixels<Values>(items, pixels, image.description().format, texels);
}

template <typename Values, typename Channel>
void sample_each(const image& image, uint32_t sampler, const work_items& items, Channel* texels) {
    for_each_active(items, [&](uint32_t item) {
        const auto coordinate = [&](uint32_t dimension) { return operand<float>(items, dimension, item); };
        const Values values = sample<Values>(image, sampler, coordinate(0), coordinate(1), coordinate(2),
                                             operand<int32_t>(items, 3, item), operand<uint32_t>(items, 4, item));
        for (uint32_t i = 0; i < 4; ++i) texels[size_t {i} * items.count + item] = static_cast<Channel>(values[i]);
    });
}

template <typename Values, typename Channel>
void write_each(const image& image, const work_items& items) {
    for_each_active(items, [&](uint32_t item) {
        const auto place = [&](uint32_t index) { return operand<int32_t>(items, index, item); };
        const auto channel = [&](uint32_t index) {
            return static_cast<typename Values::value_type>(operand<Channel>(items, 4 + index, item));
        };
        write(image, place(0), place(1), place(2), place(3), Values {channel(0), channel(1), channel(2), channel(3)});
    });
}

uint32_t query(const image& image, uint32_t query, uint32_t level_index) {
    const image_level& level = level_of(image, level_index);
    switch (detail::image_query {query}) {
        case detail::image_query::width:
            return level.extent[0];
        case detail::image_query::height:
            return level.extent[1];
        case detail::image_query::depth:
            return image.description().shape == image_shape::image_3d ? level.extent[2] : 1;
        case detail::image_query::layers:
            return image.description().shape == image_shape::image_3d ? 1 : level.extent[2];
        case detail::image_query::levels:
            return static_cast<uint32_t>(image.levels().size());
        case detail::image_query::format:
            return detail::number_of(image.description().format);
    }
    return 0;
}

template images::floats fetch<images::floats>(const image&, uint32_t, int32_t, int32_t, int32_t, int32_t, uint32_t);
template images::floats sample<images::floats>(const image&, uint32_t, float, float, float, int32_t, uint32_t);
template void write<images::floats>(const image&, int32_t, int32_t, int32_t, int32_t, const images::floats&);
template images::signed_integers fetch<images::signed_integers>(const image&, uint32_t, int32_t, int32_t, int32_t, int32_t,
                                                                uint32_t);
template images::signed_integers sample<images::signed_integers>(const image&, uint32_t, float, float, float, int32_t, uint32_t);
template void write<images::signed_integers>(const image&, int32_t, int32_t, int32_t, int32_t, const images::signed_integers&);
template images::unsigned_integers fetch<images::unsigned_integers>(const image&, uint32_t, int32_t, int32_t, int32_t, int32_t,
                                                                    uint32_t);
template images::unsigned_integers sample<images::unsigned_integers>(const image&, uint32_t, float, float, float, int32_t,
                                                                     uint32_t);
template void write<images::unsigned_integers>(const image&, int32_t, int32_t, int32_t, int32_t,
                                               const images::unsigned_integers&);

template void fetch_each<images::floats>(const image&, uint32_t, const work_items&, float*);
template void sample_each<images::floats>(const image&, uint32_t, const work_items&, float*);
template void write_each<images::floats, float>(const image&, const work_items&);
template void fetch_each<images::signed_integers>(const image&, uint32_t, const work_items&, int32_t*);
template void sample_each<images::signed_integers>(const image&, uint32_t, const work_items&, int32_t*);
template void write_each<images::signed_integers, int32_t>(const image&, const work_items&);
template void fetch_each<images::unsigned_integers>(const image&, uint32_t, const work_items&, uint32_t*);
template void sample_each<images::unsigned_integers>(const image&, uint32_t, const work_items&, uint32_t*);
template void write_each<images::unsigned_integers, uint32_t>(const image&, const work_items&);

}  // namespace ingot::backends::host_memory
