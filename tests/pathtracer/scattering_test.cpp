// The BSDFs: sampled directions have the stated density, and no surface reflects more light than it receives.
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "bsdf.hpp"
#include "random_numbers.hpp"
#include "scene_view.hpp"

namespace ingot::samples::pathtracer {
namespace {

bsdf diffuse(float reflectance) { return {.kind = surface_kind::diffuse, .colour = float3(reflectance)}; }

bsdf gold(float alpha) {
    return {.kind = surface_kind::conductor,
            .eta = float3(0.183f, 0.422f, 1.373f),
            .k = float3(3.424f, 2.346f, 1.770f),
            .alpha = alpha,
            .specular_probability = 1.0f};
}

bsdf coated(float alpha, float metalness) {
    bsdf result {.kind = surface_kind::metal_rough, .colour = float3(0.8f, 0.4f, 0.2f) * (1.0f - metalness), .alpha = alpha};
    result.coat_reflectance = float3(0.04f);
    result.normal_reflectance = result.coat_reflectance * (1.0f - metalness) + float3(0.8f, 0.4f, 0.2f) * metalness;
    return result;
}

struct named_surface {
    std::string name;
    bsdf surface;
};

std::vector<named_surface> rough_surfaces() {
    return {{"diffuse", diffuse(0.7f)},      {"rough gold", gold(0.3f)},   {"polished gold", gold(0.05f)},
            {"plastic", coated(0.2f, 0.0f)}, {"clay", coated(1.0f, 0.0f)}, {"half metal", coated(0.4f, 0.5f)},
            {"metal", coated(0.15f, 1.0f)}};
}

const std::vector<float3> out_directions {float3(0, 0, 1), normalize(float3(0.5f, 0.2f, 0.8f)),
                                          normalize(float3(-0.9f, 0.1f, 0.25f))};

// Integrates a function of the direction over the upper hemisphere.
template <typename Value>
double over_hemisphere(const Value& value) {
    constexpr int cosine_steps = 700;
    constexpr int azimuth_steps = 700;
    double sum = 0.0;
    for (int i = 0; i < cosine_steps; ++i)
        for (int j = 0; j < azimuth_steps; ++j) {
            // Finer steps of the cosine near the normal than near the horizon: cosine = 1 - t², so
            // |d cosine| = 2t dt.
            const double t = (i + 0.5) / cosine_steps;
            const double cosine = 1.0 - t * t;
            const double sine = std::sqrt(1.0 - cosine * cosine);
            const double angle = 2.0 * 3.14159265358979 * (j + 0.5) / azimuth_steps;
            const float3 direction {static_cast<float>(sine * std::cos(angle)), static_cast<float>(sine * std::sin(angle)),
                                    static_cast<float>(cosine)};
            sum += value(direction) * 2.0 * t;
        }
    return sum * 2.0 * 3.14159265358979 / (cosine_steps * azimuth_steps);
}

TEST(scattering, densities_integrate_to_the_share_of_samples_above_the_surface) {
    for (named_surface each : rough_surfaces())
        for (const float3& out : out_directions) {
            set_specular_probability(each.surface, out.z);
            const double whole = over_hemisphere(
                [&](const float3& in) { return static_cast<double>(evaluate_bsdf(each.surface, out, in).density); });
            // Some facets reflect to below the surface. These samples have no direction and do not count.
            int above = 0;
            constexpr int count = 20'000;
            for (uint32_t i = 0; i < count; ++i) {
                random_sequence random {5, i, 0};
                above += sample_bsdf(each.surface, out, random.next()).density > 0.0f ? 1 : 0;
            }
            EXPECT_NEAR(whole, static_cast<double>(above) / count, 0.02) << each.name << ", out " << out.z;
        }
}

TEST(scattering, the_mean_weight_of_the_samples_is_the_reflectance) {
    for (named_surface each : rough_surfaces())
        for (const float3& out : out_directions) {
            set_specular_probability(each.surface, out.z);
            const double reflected = over_hemisphere(
                [&](const float3& in) { return static_cast<double>(evaluate_bsdf(each.surface, out, in).value.x); });
            double mean = 0.0;
            constexpr uint32_t count = 40'000;
            for (uint32_t i = 0; i < count; ++i) {
                random_sequence random {6, i, 0};
                const bsdf_sample next = sample_bsdf(each.surface, out, random.next());
                if (next.density > 0.0f) mean += static_cast<double>(next.weight.x) / count;
            }
            EXPECT_NEAR(mean, reflected, 0.015) << each.name << ", out " << out.z;
            EXPECT_LE(reflected, 1.001) << each.name << " gives more light than it gets";
        }
}

TEST(scattering, bsdfs_are_reciprocal) {
    for (const named_surface& each : rough_surfaces()) {
        const float3 a = out_directions[1];
        const float3 b = out_directions[2];
        // evaluate_bsdf() returns the BSDF times the cosine of its last argument.
        const float forward = evaluate_bsdf(each.surface, a, b).value.y / b.z;
        const float back = evaluate_bsdf(each.surface, b, a).value.y / a.z;
        EXPECT_NEAR(forward, back, 1e-4f * fmax(1.0f, forward)) << each.name;
    }
}

TEST(scattering, nothing_comes_from_below) {
    for (const named_surface& each : rough_surfaces()) {
        EXPECT_EQ(evaluate_bsdf(each.surface, float3(0, 0, 1), float3(0, 0.6f, -0.8f)).density, 0.0f) << each.name;
        EXPECT_EQ(evaluate_bsdf(each.surface, float3(0, 0.6f, -0.8f), float3(0, 0, 1)).density, 0.0f) << each.name;
    }
}

TEST(fresnel, has_its_known_values) {
    // At normal incidence the reflectance of glass is ((1.5 - 1) / (1.5 + 1))² = 0.04, from either side.
    EXPECT_NEAR(dielectric_reflectance(1.0f, 1.0f / 1.5f), 0.04f, 1e-6f);
    EXPECT_NEAR(dielectric_reflectance(1.0f, 1.5f), 0.04f, 1e-6f);
    EXPECT_NEAR(dielectric_reflectance(0.0f, 1.0f / 1.5f), 1.0f, 1e-6f);
    EXPECT_EQ(dielectric_reflectance(0.5f, 1.5f), 1.0f) << "total reflection: the critical angle's cosine is 0.745";
    // A metal without absorption is a dielectric.
    for (const float cosine : {0.1f, 0.5f, 0.9f})
        EXPECT_NEAR(conductor_reflectance(cosine, 1.5f, 0.0f), dielectric_reflectance(cosine, 1.0f / 1.5f), 1e-5f);
    // The reflectance of a metal at normal incidence is ((eta - 1)² + k²) / ((eta + 1)² + k²).
    EXPECT_NEAR(conductor_reflectance(1.0f, 0.2f, 3.9f), (0.64f + 15.21f) / (1.44f + 15.21f), 1e-5f);
}

TEST(glass, follows_snell_and_keeps_all_light) {
    const bsdf glass {.kind = surface_kind::dielectric, .colour = float3(1.0f), .index_ratio = 1.0f / 1.5f};
    const float3 out = normalize(float3(0.6f, 0.0f, 0.8f));
    // The third random number chooses: the sample is a reflection if the number is less than the reflectance.
    const bsdf_sample transmission = sample_bsdf(glass, out, float4(0.5f, 0.5f, 0.999f, 0.5f));
    ASSERT_TRUE(transmission.is_transmission);
    EXPECT_NEAR(-transmission.direction.x, out.x / 1.5f, 1e-6f);
    EXPECT_LT(transmission.direction.z, 0.0f);
    EXPECT_EQ(transmission.weight.x, 1.0f);
    const bsdf_sample reflected = sample_bsdf(glass, out, float4(0.5f, 0.5f, 0.0f, 0.5f));
    EXPECT_FALSE(reflected.is_transmission);
    EXPECT_NEAR(reflected.density + transmission.density, 1.0f, 1e-6f);
}

}  // namespace
}  // namespace ingot::samples::pathtracer
