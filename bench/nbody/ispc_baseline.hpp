// The second baseline for N-body on processors: a kernel for ispc, where the build has found ispc.
#pragma once

#include <ingot/language/vector.hpp>
#include <span>

namespace ingot::bench {

/// Was the program built with ispc?
bool has_ispc();

/// Computes the same step as avx2_step(). Throws std::logic_error without has_ispc().
void ispc_step(std::span<const float4> bodies, std::span<float4> moved_bodies, std::span<float4> velocities, float time_step,
               float softening_squared);

}  // namespace ingot::bench
