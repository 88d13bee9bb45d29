// The colours of a heat map.
#pragma once

#include <cstdint>
#include <ingot/language/math.hpp>
#include <ingot/language/vector.hpp>

namespace ingot::samples::fractal {

/// Returns the place of a number of steps in a range, 0 to 1, on a logarithmic scale of the steps beyond the smallest number.
inline float share_of_range(uint32_t steps, uint32_t smallest, uint32_t largest) {
    if (largest <= smallest || steps <= smallest) return 0.0f;
    // ingot: keep the host's logarithm can differ in the last bit, and then the largest number would not be at 1
    const auto logarithm = [](uint32_t count) { return log2(1.0f + static_cast<float>(count)); };
    return min(logarithm(steps - smallest) / logarithm(largest - smallest), 1.0f);
}

/// Returns the colour for 0 (nearly black) over violet, red and orange to 1 (pale yellow), in linear light. The brightness grows
/// steadily, so the map is also readable without colours. The values are those of the colour map 'inferno' (Smith and van der
/// Walt 2015, matplotlib) at five places.
constexpr float3 heat_colour(float heat) {
    constexpr float3 colours[] {{0.0001f, 0.0001f, 0.0011f},
                                {0.0935f, 0.0048f, 0.1545f},
                                {0.4963f, 0.0385f, 0.0887f},
                                {0.9498f, 0.2739f, 0.0031f},
                                {0.9735f, 1.0000f, 0.3720f}};
    const float place = clamp(heat, 0.0f, 1.0f) * 4.0f;
    const auto first = static_cast<uint32_t>(min(place, 3.0f));
    const float share = place - static_cast<float>(first);
    return colours[first] + (colours[first + 1] - colours[first]) * share;
}

}  // namespace ingot::samples::fractal
