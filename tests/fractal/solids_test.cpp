// Distances to the fractals in space, and the rays that are traced with them.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <random>

#include "distance_estimates.hpp"
#include "every_device.hpp"
#include "heat_map.hpp"
#include "renderer.hpp"

namespace ingot::samples::fractal {
namespace {

TEST(distances, powers_of_angles_need_no_trigonometry) {
    for (const uint32_t power : {1u, 2u, 3u, 8u, 13u, 16u})
        for (const float angle : {0.0f, 0.3f, 1.5f, 3.0f, -2.0f}) {
            const float2 result = complex_power({std::cos(angle), std::sin(angle)}, power);
            EXPECT_NEAR(result.x, std::cos(static_cast<double>(angle) * power), 1e-5);
            EXPECT_NEAR(result.y, std::sin(static_cast<double>(angle) * power), 1e-5);
            EXPECT_NEAR(real_power(0.9f, power), std::pow(0.9, power), 1e-6);
        }
}

// Points of White and Nylander's definition in spherical coordinates: does the orbit of `c` stay near the origin?
bool is_in_bulb(const double (&c)[3], uint32_t power, int iterations) {
    double z[3] {c[0], c[1], c[2]};
    for (int i = 0; i < iterations; ++i) {
        const double radius = std::hypot(z[0], z[1], z[2]);
        if (radius > 2.0) return false;
        const double polar = power * std::acos(radius > 0.0 ? z[1] / radius : 1.0);
        const double azimuth = power * std::atan2(z[2], z[0]);
        const double size = std::pow(radius, power);
        z[0] = size * std::sin(polar) * std::cos(azimuth) + c[0];
        z[1] = size * std::cos(polar) + c[1];
        z[2] = size * std::sin(polar) * std::sin(azimuth) + c[2];
    }
    return true;
}

// No point within a step of sphere tracing from a point outside belongs to the bulb: otherwise rays would pass through its
// surface.
TEST(distances, are_lower_bounds) {
    std::mt19937 random(5);
    std::uniform_real_distribution<double> coordinate(-1.3, 1.3);
    std::normal_distribution<double> direction;
    int tested = 0;
    int inside = 0;
    for (int i = 0; i < 4000; ++i) {
        const double point[3] {coordinate(random), coordinate(random), coordinate(random)};
        const solid_shape shape {.iterations = 12, .power = 8};
        const float distance = mandelbulb_distance({float(point[0]), float(point[1]), float(point[2])}, shape).distance;
        if (is_in_bulb(point, 8, 12)) {
            EXPECT_LT(distance, 0.02f);
            ++inside;
            continue;
        }
        for (int j = 0; j < 20; ++j) {
            const double step[3] {direction(random), direction(random), direction(random)};
            const double scale = 0.85 * distance / std::hypot(step[0], step[1], step[2]);
            const double near[3] {point[0] + scale * step[0], point[1] + scale * step[1], point[2] + scale * step[2]};
            ++tested;
            EXPECT_FALSE(is_in_bulb(near, 8, 40)) << point[0] << ' ' << point[1] << ' ' << point[2] << " distance " << distance;
        }
    }
    EXPECT_GT(tested, 10'000);
    EXPECT_GT(inside, 100);
}

// With a slice of 0 and points of the plane of the real axis and the first imaginary one, the quaternions are complex numbers.
TEST(distances, of_the_julia_set_contain_that_of_complex_numbers) {
    int inside = 0;
    for (int y = -20; y <= 20; ++y)
        for (int x = -20; x <= 20; ++x) {
            float2 z {0.07f * static_cast<float>(x), 0.07f * static_cast<float>(y)};
            const float distance = julia_distance({z.x, z.y, 0.0f}, {.iterations = 40}).distance;
            int i = 0;
            for (; i < 40 && z.x * z.x + z.y * z.y < 16.0f; ++i) z = complex_product(z, z) + float2(-0.2f, 0.8f);
            if (i == 40) ++inside;
            if (i == 40) {
                EXPECT_LT(distance, 1e-5f) << x << ' ' << y;
            } else if (i < 20) {
                EXPECT_GT(distance, 1e-4f) << x << ' ' << y;
            }
        }
    EXPECT_GT(inside, 10);
}

TEST(heat_maps, grow_brighter) {
    float before = -1.0f;
    for (int i = 0; i <= 100; ++i) {
        const float brightness = dot(heat_colour(static_cast<float>(i) / 100.0f), float3(0.2126f, 0.7152f, 0.0722f));
        EXPECT_GT(brightness, before);
        before = brightness;
    }
    EXPECT_EQ(share_of_range(10, 10, 500), 0.0f);
    EXPECT_EQ(share_of_range(500, 10, 500), 1.0f);
    EXPECT_EQ(share_of_range(7, 7, 7), 0.0f);
    EXPECT_LT(share_of_range(50, 10, 500), share_of_range(100, 10, 500));
}

class solids : public testing::every_device {
protected:
    // A view from z = 3 along the z axis.
    static fractal_view view_of(solid_kind kind, uint32_t width, uint32_t height) {
        fractal_view view {.width = width, .height = height, .solid = kind, .camera = {}, .tracing = {}, .plane = {}};
        view.camera = {
            .eye = {0.0f, 0.0f, 3.0f}, .right = {0.5f, 0.0f, 0.0f}, .up = {0.0f, 0.5f, 0.0f}, .forward = {0.0f, 0.0f, -1.0f}};
        view.tracing.pixel_size = 1.0f / static_cast<float>(height);
        view.tracing.bound = 2.0f;
        return view;
    }
    accumulation render(const fractal_view& view, uint32_t samples) {
        const device_buffer<orbit_point> no_reference(device_, 1);
        renderer pixels {fractal_kernels(device_)};
        pixels.begin(queue_, view);
        pixels.add_samples(queue_, no_reference, samples);
        return pixels.read(queue_);
    }
};

// Rays through the corners miss the bounding ball, so they see the sky and evaluate nothing.
TEST_P(solids, are_seen_in_front_of_the_sky) {
    for (const solid_kind kind : {solid_kind::mandelbulb, solid_kind::julia}) {
        fractal_view view = view_of(kind, 17, 17);
        view.camera.right = {1.0f, 0.0f, 0.0f};
        view.camera.up = {0.0f, 1.0f, 0.0f};
        const accumulation picture = render(view, 1);
        EXPECT_EQ(picture.steps.front(), 0u);
        EXPECT_EQ(picture.steps.back(), 0u);
        EXPECT_GT(picture.steps[8 * 17 + 8], 10u);
        const float3 sky = sky_light(normalize(float3(-16.0f / 17.0f, 16.0f / 17.0f, -1.0f)));
        EXPECT_NEAR(picture.means.front().x, sky.x, 1e-4f);
        EXPECT_NEAR(picture.means.front().z, sky.z, 1e-4f);
    }
}

// The means do not depend on how the samples are divided into launches.
TEST_P(solids, are_the_same_in_pieces) {
    const fractal_view view = view_of(solid_kind::mandelbox, 19, 11);
    const accumulation whole = render(view, 3);
    const device_buffer<orbit_point> no_reference(device_, 1);
    renderer pieces {fractal_kernels(device_)};
    pieces.begin(queue_, view);
    while (pieces.samples() < 3) pieces.add_rows(queue_, no_reference, 2);
    const accumulation actual = pieces.read(queue_);
    EXPECT_EQ(actual.steps, whole.steps);
    for (size_t i = 0; i < whole.means.size(); ++i) ASSERT_TRUE(all(actual.means[i] == whole.means[i])) << i;
}

INGOT_TEST_ON_EVERY_DEVICE(solids);

TEST(sample_offsets, begin_in_the_centre_and_fill_the_pixel) {
    EXPECT_TRUE(all(sample_offset(0) == float2(0.0f)));
    int quadrants[4] {};
    for (uint32_t i = 0; i < 64; ++i) {
        const float2 offset = sample_offset(i);
        EXPECT_LE(std::max(std::abs(offset.x), std::abs(offset.y)), 0.5f);
        ++quadrants[(offset.x < 0.0f ? 1 : 0) + (offset.y < 0.0f ? 2 : 0)];
    }
    for (const int count : quadrants) EXPECT_NEAR(count, 16, 2);
}

}  // namespace
}  // namespace ingot::samples::fractal
