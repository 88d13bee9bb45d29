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

/// The integral of the spiky kernel over the half of space behind a wall at a distance, and its derivative by the distance.
struct wall_share {
    float density = 0.0f;  ///< 0.5 at the wall, 0 at the reach
    float slope = 0.0f;    ///< is negative
};

/// A plane at distance z has the integral A(z) = 30 / h^6 (h q^4 / 4 - q^5 / 5) with q = h - z, by polar coordinates.
/// Its integral from d to h is (3/2 h p^5 - p^6) / h^6 with p = h - d.
inline wall_share spiky_wall(float distance, float reach) {
    const float inside = 1.0f - max(distance, 0.0f) / reach;
    if (inside <= 0.0f) return {};
    const float inside_4 = inside * inside * inside * inside;
    return {inside_4 * inside * (1.5f - inside), -inside_4 * (7.5f - 6.0f * inside) / reach};
}

}  // namespace ingot::samples::particles
