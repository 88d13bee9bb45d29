#include "avx2_baseline.hpp"

#include <immintrin.h>

#include <algorithm>
#include <array>
#include <cstddef>

#include "all_cores.hpp"

namespace ingot::bench {

namespace {

// The number of vectors, with eight bodies each, whose accelerations the inner loop updates at once. The instructions for one
// vector depend on each other. While an instruction waits for its operands, the processor executes instructions for the other
// vector. More than two vectors would need more registers than AVX2 has.
constexpr size_t vectors = 2;
constexpr size_t lanes = 8;
constexpr size_t block = vectors * lanes;

struct block_of_bodies {
    std::array<std::array<float, block>, 3> position;
    std::array<std::array<float, block>, 3> acceleration;
};

[[gnu::target("avx2,fma"), gnu::always_inline]] inline __m256 rsqrt_with_newton_step(__m256 value) {
    const __m256 estimate = _mm256_rsqrt_ps(value);
    // Newton step for 1/sqrt(value): estimate / 2 * (3 - value * estimate * estimate).
    const __m256 correction = _mm256_fnmadd_ps(_mm256_mul_ps(value, estimate), estimate, _mm256_set1_ps(3.0f));
    return _mm256_mul_ps(_mm256_mul_ps(estimate, _mm256_set1_ps(0.5f)), correction);
}

[[gnu::target("avx2,fma")]] void accelerate(block_of_bodies& targets, std::span<const float4> bodies, float softening_squared) {
    const __m256 softening = _mm256_set1_ps(softening_squared);
    __m256 x[vectors];
    __m256 y[vectors];
    __m256 z[vectors];
    __m256 sum_x[vectors];
    __m256 sum_y[vectors];
    __m256 sum_z[vectors];
    for (size_t v = 0; v < vectors; ++v) {
        x[v] = _mm256_loadu_ps(&targets.position[0][v * lanes]);
        y[v] = _mm256_loadu_ps(&targets.position[1][v * lanes]);
        z[v] = _mm256_loadu_ps(&targets.position[2][v * lanes]);
        sum_x[v] = sum_y[v] = sum_z[v] = _mm256_setzero_ps();
    }
    for (const float4& body : bodies) {
        const __m256 body_x = _mm256_set1_ps(body.x);
        const __m256 body_y = _mm256_set1_ps(body.y);
        const __m256 body_z = _mm256_set1_ps(body.z);
        const __m256 body_w = _mm256_set1_ps(body.w);
#pragma GCC unroll 8
        for (size_t v = 0; v < vectors; ++v) {
            const __m256 offset_x = _mm256_sub_ps(body_x, x[v]);
            const __m256 offset_y = _mm256_sub_ps(body_y, y[v]);
            const __m256 offset_z = _mm256_sub_ps(body_z, z[v]);
            const __m256 distance_squared = _mm256_fmadd_ps(
                offset_x, offset_x, _mm256_fmadd_ps(offset_y, offset_y, _mm256_fmadd_ps(offset_z, offset_z, softening)));
            const __m256 inverse = rsqrt_with_newton_step(distance_squared);
            const __m256 scale = _mm256_mul_ps(_mm256_mul_ps(body_w, inverse), _mm256_mul_ps(inverse, inverse));
            sum_x[v] = _mm256_fmadd_ps(offset_x, scale, sum_x[v]);
            sum_y[v] = _mm256_fmadd_ps(offset_y, scale, sum_y[v]);
            sum_z[v] = _mm256_fmadd_ps(offset_z, scale, sum_z[v]);
        }
    }
    for (size_t v = 0; v < vectors; ++v) {
        _mm256_storeu_ps(&targets.acceleration[0][v * lanes], sum_x[v]);
        _mm256_storeu_ps(&targets.acceleration[1][v * lanes], sum_y[v]);
        _mm256_storeu_ps(&targets.acceleration[2][v * lanes], sum_z[v]);
    }
}

void advance_range(std::span<const float4> bodies, std::span<float4> moved_bodies, std::span<float4> velocities, float time_step,
                   float softening_squared, size_t first, size_t last) {
    for (size_t start = first; start < last; start += block) {
        const size_t count = std::min(block, last - start);
        block_of_bodies targets {};
        for (size_t i = 0; i < count; ++i) {
            for (size_t axis = 0; axis < 3; ++axis) targets.position[axis][i] = bodies[start + i][axis];
        }
        accelerate(targets, bodies, softening_squared);
        for (size_t i = 0; i < count; ++i) {
            float4& velocity = velocities[start + i];
            moved_bodies[start + i] = bodies[start + i];
            for (size_t axis = 0; axis < 3; ++axis) {
                velocity[axis] += targets.acceleration[axis][i] * time_step;
                moved_bodies[start + i][axis] += velocity[axis] * time_step;
            }
        }
    }
}

}  // namespace

bool has_avx2() { return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"); }

void avx2_step(std::span<const float4> bodies, std::span<float4> moved_bodies, std::span<float4> velocities, float time_step,
               float softening_squared) {
    on_all_cores(bodies.size(), block, [=](size_t first, size_t last) {
        advance_range(bodies, moved_bodies, velocities, time_step, softening_squared, first, last);
    });
}

}  // namespace ingot::bench
