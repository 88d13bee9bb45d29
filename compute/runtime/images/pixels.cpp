#include "pixels.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <ingot/language/half.hpp>
#include <ingot/language/image_encoding.hpp>
#include <limits>

namespace ingot::images {

namespace {

// Returns the bits of one channel. Channel 0 is in the lowest bits of the pixel. A channel of less than 8 bits lies
// within one byte; a larger channel consists of whole bytes.
uint64_t load(pixel_format format, uint32_t channel, const std::byte* pixel) {
    const uint32_t bits = detail::bits_of_channel(format.channel);
    if (bits < 8) return std::to_integer<uint64_t>(pixel[channel * bits / 8]) >> (channel * bits % 8) & ((1u << bits) - 1);
    uint64_t value = 0;
    std::memcpy(&value, pixel + size_t {channel} * bits / 8, bits / 8);
    return value;
}

void store(pixel_format format, uint32_t channel, uint64_t value, std::byte* pixel) {
    const uint32_t bits = detail::bits_of_channel(format.channel);
    if (bits >= 8) {
        std::memcpy(pixel + size_t {channel} * bits / 8, &value, bits / 8);
        return;
    }
    std::byte& place = pixel[channel * bits / 8];
    const uint32_t shift = channel * bits % 8;
    const uint32_t mask = ((1u << bits) - 1) << shift;
    place = static_cast<std::byte>((std::to_integer<uint32_t>(place) & ~mask) | (static_cast<uint32_t>(value) << shift & mask));
}

double decode_float(channel_type type, uint64_t bits) {
    // In signed formats the most negative integer also represents -1: both -128 and -127 of 8 bits do.
    const auto normalised = [](int64_t value, double scale) { return std::max(static_cast<double>(value) / scale, -1.0); };
    switch (type) {
        case channel_type::float_16:
            return static_cast<double>(detail::float_of_half(static_cast<uint16_t>(bits)));
        case channel_type::float_64:
            return std::bit_cast<double>(bits);
        case channel_type::unorm_8:
            return normalised(static_cast<int64_t>(bits), 255.0);
        case channel_type::unorm_16:
        case channel_type::depth_16:
            return normalised(static_cast<int64_t>(bits), 65535.0);
        case channel_type::snorm_8:
            return normalised(static_cast<int8_t>(bits), 127.0);
        case channel_type::snorm_16:
            return normalised(static_cast<int16_t>(bits), 32767.0);
        case channel_type::depth_24:
            return normalised(static_cast<int64_t>(bits & 0xffffffu), 16777215.0);
        default:
            return static_cast<double>(std::bit_cast<float>(static_cast<uint32_t>(bits)));
    }
}

int64_t sign_extended(uint64_t bits, uint32_t count) {
    const uint64_t sign = uint64_t {1} << (count - 1);
    return static_cast<int64_t>((bits ^ sign) - sign);
}

template <typename Values, typename Decode>
Values decode(pixel_format format, Decode of_channel) {
    Values values {0, 0, 0, 1};
    for (uint32_t i = 0; i < format.channels; ++i) values[i] = of_channel(i);
    return values;
}

// The usual formats have shortcuts: they need neither a division nor a copy whose size is not known.
constexpr std::array<double, 256> shares_of_255 = [] {
    std::array<double, 256> shares {};
    for (uint32_t i = 0; i < shares.size(); ++i) shares[i] = static_cast<double>(i) / 255.0;
    return shares;
}();

double float_at(const std::byte* bytes) {
    float number = 0;
    std::memcpy(&number, bytes, sizeof number);
    return static_cast<double>(number);
}

}  // namespace

floats decode_floats(pixel_format format, const std::byte* pixel) {
    if (format.channel == channel_type::unorm_8)
        return decode<floats>(format, [&](uint32_t i) { return shares_of_255[std::to_integer<size_t>(pixel[i])]; });
    if (format.channel == channel_type::float_32 || format.channel == channel_type::depth_32_float)
        return decode<floats>(format, [&](uint32_t i) { return float_at(pixel + size_t {i} * 4); });
    return decode<floats>(format, [&](uint32_t i) { return decode_float(format.channel, load(format, i, pixel)); });
}

signed_integers decode_signed(pixel_format format, const std::byte* pixel) {
    return decode<signed_integers>(
        format, [&](uint32_t i) { return sign_extended(load(format, i, pixel), detail::bits_of_channel(format.channel)); });
}

unsigned_integers decode_unsigned(pixel_format format, const std::byte* pixel) {
    if (format.channel == channel_type::depth_32_stencil_8) {
        const uint64_t both = load(format, 0, pixel);
        return {both & 0xffffffffu, both >> 32 & 0xffu, 0, 1};
    }
    return decode<unsigned_integers>(format, [&](uint32_t i) { return load(format, i, pixel); });
}

void encode(pixel_format format, const floats& value, std::byte* pixel) {
    for (uint32_t i = 0; i < format.channels; ++i)
        if (format.channel == channel_type::float_64)
            store(format, i, std::bit_cast<uint64_t>(value[i]), pixel);
        else
            store(format, i, detail::encode(format.channel, value[i]), pixel);
}

void encode(pixel_format format, const signed_integers& value, std::byte* pixel) {
    for (uint32_t i = 0; i < format.channels; ++i) {
        if (format.channel == channel_type::signed_64) {
            store(format, i, static_cast<uint64_t>(value[i]), pixel);
            continue;
        }
        using limits = std::numeric_limits<int32_t>;
        const auto clamped_value = static_cast<int32_t>(std::clamp<int64_t>(value[i], limits::min(), limits::max()));
        store(format, i, detail::encode(format.channel, clamped_value), pixel);
    }
}

void encode(pixel_format format, const unsigned_integers& value, std::byte* pixel) {
    if (format.channel == channel_type::depth_32_stencil_8)
        return store(format, 0, (value[0] & 0xffffffffu) | (value[1] & 0xffu) << 32, pixel);
    for (uint32_t i = 0; i < format.channels; ++i) {
        if (format.channel == channel_type::unsigned_64) {
            store(format, i, value[i], pixel);
            continue;
        }
        const auto clamped_value = static_cast<uint32_t>(std::min<uint64_t>(value[i], std::numeric_limits<uint32_t>::max()));
        store(format, i, detail::encode(format.channel, clamped_value), pixel);
    }
}

}  // namespace ingot::images
