// Pigments and how they take light, shared by the kernels and the host.
#pragma once

#include <array>
#include <ingot/language/vector.hpp>

namespace ingot::samples::fluid {

/// The three pigments of a palette, in linear light.
struct ink_palette {
    /// The colour of the light that a pigment scatters, in xyz.
    std::array<float4, 3> scattered {};
    /// What a pigment absorbs of red, green and blue, in xyz, relative to the density.
    std::array<float4, 3> absorbed {};
};

inline float3 rgb(const float4& colour) { return {colour.x, colour.y, colour.z}; }

/// What ink absorbs of red, green and blue.
inline float3 absorption_of(const ink_palette& palette, const float3& ink) {
    return rgb(palette.absorbed[0]) * ink.x + rgb(palette.absorbed[1]) * ink.y + rgb(palette.absorbed[2]) * ink.z;
}

/// The light that ink scatters, times its concentration.
inline float3 scattering_of(const ink_palette& palette, const float3& ink) {
    return rgb(palette.scattered[0]) * ink.x + rgb(palette.scattered[1]) * ink.y + rgb(palette.scattered[2]) * ink.z;
}

/// e^-x for x >= 0, up to 0.002. Much faster than exp() on processors without an instruction for it, and the same on every
/// device.
inline float decay(float x) { return 1.0f / (1.0f + x * (1.0f + x * (0.48f + 0.235f * x))); }
inline float3 decay(const float3& x) { return {decay(x.x), decay(x.y), decay(x.z)}; }

/// The colour of hot fluid: red, orange, yellow.
inline float3 glow_of(float heat) { return float3(1.0f, 0.32f * heat, 0.07f * heat * heat) * (heat * heat); }

}  // namespace ingot::samples::fluid
