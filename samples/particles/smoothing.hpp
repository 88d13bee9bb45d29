// The smoothing kernels of Müller, Charypar and Gross, "Particle-Based Fluid Simulation for Interactive Applications" (2003).
#pragma once

#include <ingot/language/math.hpp>
#include <ingot/language/vector.hpp>
#include <numbers>

namespace ingot::samples::particles {

/// The kernel poly6, a smooth bell: 315 / (64 pi h^9) (h^2 - r^2)^3.
inline float poly6(float squared_distance, float reach) {
    const float inside = reach * reach - squared_distance;
    if (inside <= 0.0f) return 0.0f;
    const float reach_3 = reach * reach * reach;
    return 315.0f / (64.0f * std::numbers::pi_v<float>) / (reach_3 * reach_3 * reach_3) * inside * inside * inside;
}

/// The spiky kernel: 15 / (pi h^6) (h - r)^3.
inline float spiky(float squared_distance, float reach) {
    const float inside = reach - sqrt(squared_distance);
    if (inside <= 0.0f) return 0.0f;
    const float reach_3 = reach * reach * reach;
    return 15.0f / std::numbers::pi_v<float> / (reach_3 * reach_3) * inside * inside * inside;
}

/// Its gradient, whose pull does not vanish where particles are close: -45 / (pi h^6) (h - r)^2 r / |r|.
inline float3 spiky_gradient(const float3& offset, float reach) {
    const float distance = sqrt(dot(offset, offset));
    if (distance >= reach || distance < 1e-6f * reach) return {0.0f, 0.0f, 0.0f};
    const float reach_3 = reach * reach * reach;
    const float inside = reach - distance;
    return offset * (-45.0f / std::numbers::pi_v<float> / (reach_3 * reach_3) * inside * inside / distance);
}

}  // namespace ingot::samples::particles
