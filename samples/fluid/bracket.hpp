// Interpolation along one direction of a grid.
#pragma once

#include <cstdint>
#include <ingot/language/math.hpp>

namespace ingot::samples::fluid {

/// A position between points with integer coordinates, limited to points 0 … last.
struct bracket {
    uint32_t first = 0;
    uint32_t second = 0;
    float share = 0.0f;
};

inline bracket bracket_of(float position, uint32_t last) {
    const float limited = clamp(position, 0.0f, static_cast<float>(last));
    const auto first = static_cast<uint32_t>(limited);
    return {first, min(first + 1, last), limited - static_cast<float>(first)};
}

/// Takes the first transport's value where a corrected one lies beyond its surroundings. To limit it instead would leave ripples
/// along thin lines of ink.
inline float4 within_or(const float4& wanted, const float4& least, const float4& most, const float4& otherwise) {
    const auto one = [](float value, float smallest, float largest, float other) {
        return value < smallest || value > largest ? other : value;
    };
    return {one(wanted.x, least.x, most.x, otherwise.x), one(wanted.y, least.y, most.y, otherwise.y),
            one(wanted.z, least.z, most.z, otherwise.z), one(wanted.w, least.w, most.w, otherwise.w)};
}

}  // namespace ingot::samples::fluid
