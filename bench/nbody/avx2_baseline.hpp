// The baseline for N-body on processors: code written by hand for AVX2, with which the devices are compared.
#pragma once

#include <ingot/language/vector.hpp>
#include <span>

namespace ingot::bench {

/// Returns whether this machine supports AVX2 and FMA.
bool has_avx2();

/// Computes one semi-implicit Euler step over all pairs on all cores: eight bodies in the lanes of a vector, and a
/// reciprocal square root by an estimate with one Newton step. Positions have gravitational parameters in w; w of a
/// velocity is not changed. Requires has_avx2().
void avx2_step(std::span<const float4> bodies, std::span<float4> moved_bodies, std::span<float4> velocities, float time_step,
               float softening_squared);

}  // namespace ingot::bench
