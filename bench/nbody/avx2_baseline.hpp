// The baseline for N-body on processors: code written by hand for AVX2, with which the devices are compared.
#pragma once

#include <ingot/language/vector.hpp>
#include <span>

namespace ingot::bench {

/// Returns whether this machine supports AVX2 and FMA.
bool has_avx2();

/// Computes one semi-implicit Euler step over all pairs of bodies on all cores. Eight bodies are in the lanes of a vector.
/// The reciprocal square root is an estimate, improved by one Newton step. An element of `bodies` is the position of a body,
/// and w is its gravitational parameter (the gravitational constant times the mass). `moved_bodies` receives the new positions,
/// with the same w. `velocities` is changed; w of a velocity is not used. Requires has_avx2().
void avx2_step(std::span<const float4> bodies, std::span<float4> moved_bodies, std::span<float4> velocities, float time_step,
               float softening_squared);

}  // namespace ingot::bench
