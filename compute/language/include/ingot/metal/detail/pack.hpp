// Functions that pack several numbers into one integer (MSL 3.0, section 6.14). The first component is in the lowest bits. The
// conversions are those of section 7.7.
#pragma once

#include <ingot/metal/detail/mathematics.hpp>

namespace metal {

namespace ingot_detail {

constexpr float of_unsigned(uint bits, uint count) {
    return static_cast<float>(bits & ((1u << count) - 1u)) / static_cast<float>((1u << count) - 1u);
}
constexpr float of_signed(uint bits, uint count) {
    const int value = static_cast<int>(bits << (32u - count)) >> (32u - count);
    const float result = static_cast<float>(value) / static_cast<float>((1u << (count - 1u)) - 1u);
    return result < -1.0f ? -1.0f : result;
}
// Rounds to the nearest integer, a half to the even one. NaN becomes 0.
constexpr uint to_unsigned(float value, uint count) {
    return static_cast<uint>(ingot::rint(ingot::saturate(value) * static_cast<float>((1u << count) - 1u)));
}
constexpr uint to_signed(float value, uint count) {
    const float limited = value < -1.0f ? -1.0f : value > 1.0f ? 1.0f : isnan(value) ? 0.0f : value;
    const float scaled = ingot::rint(limited * static_cast<float>((1u << (count - 1u)) - 1u));
    return static_cast<uint>(static_cast<int>(scaled)) & ((1u << count) - 1u);
}
constexpr float of_srgb(float value) { return value <= 0.04045f ? value / 12.92f : ingot::pow((value + 0.055f) / 1.055f, 2.4f); }
constexpr float to_srgb(float value) {
    if (!(value > 0.0f)) return 0.0f;
    if (value > 1.0f) return 1.0f;
    return value < 0.0031308f ? 12.92f * value : 1.055f * ingot::pow(value, 1.0f / 2.4f) - 0.055f;
}

}  // namespace ingot_detail

constexpr float4 unpack_unorm4x8_to_float(uint x) {
    return float4(ingot_detail::of_unsigned(x, 8), ingot_detail::of_unsigned(x >> 8, 8), ingot_detail::of_unsigned(x >> 16, 8),
                  ingot_detail::of_unsigned(x >> 24, 8));
}
constexpr float4 unpack_snorm4x8_to_float(uint x) {
    return float4(ingot_detail::of_signed(x, 8), ingot_detail::of_signed(x >> 8, 8), ingot_detail::of_signed(x >> 16, 8),
                  ingot_detail::of_signed(x >> 24, 8));
}
constexpr float4 unpack_unorm4x8_srgb_to_float(uint x) {
    const float4 linear = unpack_unorm4x8_to_float(x);
    return float4(ingot_detail::of_srgb(linear.x), ingot_detail::of_srgb(linear.y), ingot_detail::of_srgb(linear.z), linear.w);
}
constexpr float2 unpack_unorm2x16_to_float(uint x) {
    return float2(ingot_detail::of_unsigned(x, 16), ingot_detail::of_unsigned(x >> 16, 16));
}
constexpr float2 unpack_snorm2x16_to_float(uint x) {
    return float2(ingot_detail::of_signed(x, 16), ingot_detail::of_signed(x >> 16, 16));
}
constexpr float4 unpack_unorm10a2_to_float(uint x) {
    return float4(ingot_detail::of_unsigned(x, 10), ingot_detail::of_unsigned(x >> 10, 10),
                  ingot_detail::of_unsigned(x >> 20, 10), ingot_detail::of_unsigned(x >> 30, 2));
}
constexpr float3 unpack_unorm565_to_float(ushort x) {
    return float3(ingot_detail::of_unsigned(x, 5), ingot_detail::of_unsigned(static_cast<uint>(x) >> 5, 6),
                  ingot_detail::of_unsigned(static_cast<uint>(x) >> 11, 5));
}

constexpr uint pack_float_to_unorm4x8(float4 x) {
    return ingot_detail::to_unsigned(x.x, 8) | ingot_detail::to_unsigned(x.y, 8) << 8 | ingot_detail::to_unsigned(x.z, 8) << 16 |
           ingot_detail::to_unsigned(x.w, 8) << 24;
}
constexpr uint pack_float_to_snorm4x8(float4 x) {
    return ingot_detail::to_signed(x.x, 8) | ingot_detail::to_signed(x.y, 8) << 8 | ingot_detail::to_signed(x.z, 8) << 16 |
           ingot_detail::to_signed(x.w, 8) << 24;
}
constexpr uint pack_float_to_srgb_unorm4x8(float4 x) {
    return pack_float_to_unorm4x8(
        float4(ingot_detail::to_srgb(x.x), ingot_detail::to_srgb(x.y), ingot_detail::to_srgb(x.z), x.w));
}
constexpr uint pack_float_to_unorm2x16(float2 x) {
    return ingot_detail::to_unsigned(x.x, 16) | ingot_detail::to_unsigned(x.y, 16) << 16;
}
constexpr uint pack_float_to_snorm2x16(float2 x) {
    return ingot_detail::to_signed(x.x, 16) | ingot_detail::to_signed(x.y, 16) << 16;
}
constexpr uint pack_float_to_unorm10a2(float4 x) {
    return ingot_detail::to_unsigned(x.x, 10) | ingot_detail::to_unsigned(x.y, 10) << 10 |
           ingot_detail::to_unsigned(x.z, 10) << 20 | ingot_detail::to_unsigned(x.w, 2) << 30;
}
constexpr ushort pack_float_to_unorm565(float3 x) {
    return static_cast<ushort>(ingot_detail::to_unsigned(x.x, 5) | ingot_detail::to_unsigned(x.y, 6) << 5 |
                               ingot_detail::to_unsigned(x.z, 5) << 11);
}

constexpr half4 unpack_unorm4x8_to_half(uint x) { return half4(unpack_unorm4x8_to_float(x)); }
constexpr half4 unpack_snorm4x8_to_half(uint x) { return half4(unpack_snorm4x8_to_float(x)); }
constexpr half4 unpack_unorm4x8_srgb_to_half(uint x) { return half4(unpack_unorm4x8_srgb_to_float(x)); }
constexpr half2 unpack_unorm2x16_to_half(uint x) { return half2(unpack_unorm2x16_to_float(x)); }
constexpr half2 unpack_snorm2x16_to_half(uint x) { return half2(unpack_snorm2x16_to_float(x)); }
constexpr half4 unpack_unorm10a2_to_half(uint x) { return half4(unpack_unorm10a2_to_float(x)); }
constexpr half3 unpack_unorm565_to_half(ushort x) { return half3(unpack_unorm565_to_float(x)); }

constexpr uint pack_half_to_unorm4x8(half4 x) { return pack_float_to_unorm4x8(float4(x)); }
constexpr uint pack_half_to_snorm4x8(half4 x) { return pack_float_to_snorm4x8(float4(x)); }
constexpr uint pack_half_to_srgb_unorm4x8(half4 x) { return pack_float_to_srgb_unorm4x8(float4(x)); }
constexpr uint pack_half_to_unorm2x16(half2 x) { return pack_float_to_unorm2x16(float2(x)); }
constexpr uint pack_half_to_snorm2x16(half2 x) { return pack_float_to_snorm2x16(float2(x)); }
constexpr uint pack_half_to_unorm10a2(half4 x) { return pack_float_to_unorm10a2(float4(x)); }
constexpr ushort pack_half_to_unorm565(half3 x) { return pack_float_to_unorm565(float3(x)); }

}  // namespace metal
