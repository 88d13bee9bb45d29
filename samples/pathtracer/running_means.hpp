// What is kept of a pixel's samples.
#pragma once

#include <cstdint>
#include <ingot/language/vector.hpp>

#include "path.hpp"

namespace ingot::samples::pathtracer {

/// Means that are right after each sample, and the sum of squared deviations from the mean, without the cancellation of a sum of
/// squares (Welford 1962, "Note on a Method for Calculating Corrected Sums of Squares and Products").
struct running_means {
    float3 mean {};
    float3 deviation {};
    float3 albedo {};
    float3 normal {};

    /// `count` is the number of samples with this one. One that is no number, which only a surface without extent can give,
    /// counts as black.
    void add(const path_result& sample, uint32_t count) {
        const float share = 1.0f / static_cast<float>(count);
        const float3 radiance = is_finite(sample.radiance) ? sample.radiance : float3(0.0f);
        const float3 off = radiance - mean;
        mean += off * share;
        deviation += off * (radiance - mean);
        albedo += (sample.albedo - albedo) * share;
        normal += (sample.normal - normal) * share;
    }
};

}  // namespace ingot::samples::pathtracer
