// Encodes channels of up to 32 bits as images store them (OpenCL 1.2, section 8.3). Values are rounded to nearest, ties to
// even. Integers and normalised values are limited to the range of the format. A number that is too large for float_16 becomes
// infinite. NaN is encoded as 0 in a normalised format.
#pragma once

#include <bit>
#include <concepts>
#include <cstdint>
#include <ingot/language/half.hpp>
#include <ingot/language/image_types.hpp>
#include <ingot/language/math.hpp>

namespace ingot::detail {

/// Returns `value` times `scale`, rounded and limited to the range from `minimum` to `scale`.
template <std::floating_point T>
inline uint32_t normalised_bits(T value, T scale, T minimum) {
    const T scaled = value * scale;
    const T clamped_value = scaled >= minimum ? (scaled <= scale ? scaled : scale) : (scaled < minimum ? minimum : T(0));
    return static_cast<uint32_t>(static_cast<int32_t>(run_time_math::rint(clamped_value)));
}

/// Returns the bits of a floating-point channel. T is float on devices and double on the CPU debug device.
template <std::floating_point T>
inline uint32_t encode(channel_type type, T value) {
    switch (type) {
        case channel_type::unorm_8:
            return normalised_bits(value, T(255), T(0));
        case channel_type::unorm_16:
        case channel_type::depth_16:
            return normalised_bits(value, T(65535), T(0));
        case channel_type::snorm_8:
            return normalised_bits(value, T(127), T(-127)) & 0xffu;
        case channel_type::snorm_16:
            return normalised_bits(value, T(32767), T(-32767)) & 0xffffu;
        case channel_type::depth_24:
            return normalised_bits(value, T(16777215), T(0));
        case channel_type::float_16:
            if constexpr (sizeof(T) == sizeof(float))
                return half_bits(value);
            else
                return half_bits(rounded_to_odd(value));
        default:
            return std::bit_cast<uint32_t>(static_cast<float>(value));
    }
}

/// Returns the bits of an integer channel. The value is limited to the range of the channel type.
constexpr uint32_t encode(channel_type type, int32_t value) {
    const uint32_t bits = bits_of_channel(type);
    if (bits >= 32) return static_cast<uint32_t>(value);
    const int32_t maximum = static_cast<int32_t>((1u << (bits - 1)) - 1);
    const int32_t clamped_value = value > maximum ? maximum : value < -maximum - 1 ? -maximum - 1 : value;
    return static_cast<uint32_t>(clamped_value) & ((1u << bits) - 1);
}

constexpr uint32_t encode(channel_type type, uint32_t value) {
    const uint32_t bits = bits_of_channel(type);
    if (bits >= 32) return value;
    const uint32_t maximum = (1u << bits) - 1;
    return value > maximum ? maximum : value;
}

}  // namespace ingot::detail
