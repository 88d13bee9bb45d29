// The statistics of a pixel's samples: means of radiance, albedo and normal, and the variance of the radiance.
#pragma once

#include <cstdint>
#include <ingot/language/vector.hpp>

#include "path.hpp"

namespace ingot::samples::pathtracer {

/// The means of the samples so far, and the sum of squared deviations from the mean. The method has smaller rounding errors
/// than the difference of two sums (Welford 1962, "Note on a Method for Calculating Corrected Sums of Squares and
/// Products").
struct running_means {
    float3 mean {};
    float3 deviation {};  ///< sum of squared deviations from the mean; divided by (samples - 1) it is the variance
    float3 albedo {};
    float3 normal {};

    /// Adds a sample; `count` is the number of samples including this one. Only a triangle without area can produce a
    /// radiance that is not finite; it counts as black.
    void add(const path_result& sample, uint32_t count) {
        const float share = 1.0f / static_cast<float>(count);
        const float3 radiance = is_finite(sample.radiance) ? sample.radiance : float3(0.0f);
        const float3 difference = radiance - mean;
        mean += difference * share;
        deviation += difference * (radiance - mean);
        albedo += (sample.albedo - albedo) * share;
        normal += (sample.normal - normal) * share;
    }
};

}  // namespace ingot::samples::pathtracer
