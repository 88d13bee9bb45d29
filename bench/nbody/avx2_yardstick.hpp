// What a person gets from these cores by hand: the yardstick that the devices are measured against.
#pragma once

#include <ingot/language/vector.hpp>
#include <span>

namespace ingot::bench {

/// Does this machine have AVX2 and FMA?
bool has_avx2();

/// One Euler step of all pairs on all cores: eight bodies in the lanes of a vector, one reciprocal square root estimate with a
/// Newton step. Positions with gravitational parameters in w; velocities with anything in w, which stays. Only where has_avx2().
void avx2_step(std::span<const float4> bodies, std::span<float4> moved, std::span<float4> velocities, float time_step,
               float softening_squared);

}  // namespace ingot::bench
