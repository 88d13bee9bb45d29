// Rendered images: compared with analytic results, and on every device with the CPU debug device.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "denoiser.hpp"
#include "every_device.hpp"
#include "lights.hpp"
#include "pictures.hpp"
#include "shapes.hpp"

namespace ingot::samples::pathtracer {
namespace {

using ingot::testing::every_device;

class render_on : public every_device {};

TEST_P(render_on, a_furnace_has_the_same_light_everywhere) {
    for (const float reflectance : {0.0f, 0.5f, 0.8f}) {
        const test_picture settings {.size = 8, .samples = 2048, .bounces = 1000};
        const accumulation actual = render(device_, furnace(reflectance, 0.25f), settings);
        const double expected = 0.25 / (1.0 - static_cast<double>(reflectance));
        metrics::estimate exact = estimate_of(actual, settings.size);
        const metrics::estimate estimate = exact;
        exact.mean.assign(exact.mean.size(), expected);
        exact.variance.assign(exact.variance.size(), 0.0);
        exact.renders = 1.0e9;
        const metrics::z_test_result result = metrics::z_test(exact, estimate, {.block_size = 1});
        EXPECT_TRUE(result.passed) << "reflectance " << reflectance << ": z " << result.largest_z << " at " << result.largest_x
                                   << ", " << result.largest_y << ", " << result.rejected_blocks << " pixels rejected, bias "
                                   << result.bias_probability;
        double mean = 0.0;
        for (const float4& each : actual.means) mean += static_cast<double>(each.y) / static_cast<double>(actual.means.size());
        EXPECT_NEAR(mean / expected, 1.0, 0.01) << "reflectance " << reflectance;
    }
}

TEST_P(render_on, each_bounce_adds_its_own_light) {
    for (const uint32_t bounces : {0u, 1u, 3u}) {
        const accumulation actual = render(device_, furnace(0.5f, 1.0f), {.size = 8, .samples = 256, .bounces = bounces});
        double mean = 0.0;
        for (const float4& each : actual.means) mean += static_cast<double>(each.x) / static_cast<double>(actual.means.size());
        // The walls emit 1 and reflect half: the sum of 0.5^k for k from 0 to `bounces`.
        EXPECT_NEAR(mean, 2.0 - std::pow(0.5, bounces), 0.02) << bounces << " bounces";
    }
}

TEST_P(render_on, a_white_ball_in_white_light_cannot_be_seen) {
    staged_scene staged;
    staged.scene.materials = {{.name = "white", .kind = media::surface::diffuse}};
    add_sphere(staged.scene, glm::vec3(0.0f), 1.0f, 3, 0);
    staged.scene.viewpoints = {{"front", glm::vec3(0.0f, 0.0f, 4.0f), glm::vec3(0.0f), 0.6f}};
    staged.environment.picture = media::picture(4, 2);
    for (media::pixel& each : staged.environment.picture.pixels) each = {0.5f, 0.5f, 0.5f, 1.0f};
    const accumulation actual = render(device_, staged, {.size = 16, .samples = 64, .bounces = 100});
    double mean = 0.0;
    for (const float4& each : actual.means) {
        EXPECT_NEAR(each.x, 0.5f, 0.06f);
        mean += static_cast<double>(each.x) / static_cast<double>(actual.means.size());
    }
    EXPECT_NEAR(mean, 0.5, 0.003);
}

TEST_P(render_on, glass_and_mirrors_in_white_light_cannot_be_seen_either) {
    for (const bool glass : {true, false}) {
        staged_scene staged;
        staged.scene.materials = {
            {.name = "clear", .kind = glass ? media::surface::dielectric : media::surface::conductor, .roughness = 0.0f}};
        // With such a large k, the conductor reflects all light.
        if (!glass) staged.scene.materials[0].k = glm::vec3(1.0e4f);
        add_sphere(staged.scene, glm::vec3(0.0f), 1.0f, 3, 0);
        staged.scene.viewpoints = {{"front", glm::vec3(0.0f, 0.0f, 4.0f), glm::vec3(0.0f), 0.6f}};
        staged.environment.picture = media::picture(1, 1);
        staged.environment.picture.pixels[0] = {1.0f, 1.0f, 1.0f, 1.0f};
        const accumulation actual = render(device_, staged, {.size = 16, .samples = 16, .bounces = 1000});
        for (const float4& each : actual.means) EXPECT_NEAR(each.y, 1.0f, 0.12f) << (glass ? "glass" : "mirror");
    }
}

// A square lamp straight above a floor: the irradiance below its centre is known (Howell, A Catalog of Radiation Heat
// Transfer Configuration Factors, B-3, for a rectangle with a corner above the element; the lamp is four such rectangles).
TEST_P(render_on, a_lamp_above_a_floor_gives_the_light_of_its_configuration_factor) {
    staged_scene staged;
    staged.scene.materials = {
        {.name = "floor", .kind = media::surface::diffuse, .colour = glm::vec3(0.5f)},
        {.name = "lamp", .kind = media::surface::diffuse, .colour = glm::vec3(0.0f), .emission = glm::vec3(3.0f)}};
    add_quad(staged.scene, {glm::vec3(-9, 0, 9), glm::vec3(9, 0, 9), glm::vec3(9, 0, -9), glm::vec3(-9, 0, -9)}, 0);
    add_quad(staged.scene, {glm::vec3(-1, 2, -1), glm::vec3(1, 2, -1), glm::vec3(1, 2, 1), glm::vec3(-1, 2, 1)}, 1);
    staged.scene.viewpoints = {{"near", glm::vec3(0.0f, 0.2f, 0.02f), glm::vec3(0.0f), 0.02f}};
    const accumulation actual = render(device_, staged, {.size = 8, .samples = 256, .bounces = 1});
    const double a = 0.5;  // half the side divided by the height
    const double factor = 4.0 * (a / std::sqrt(1.0 + a * a) * std::atan(a / std::sqrt(1.0 + a * a))) / std::numbers::pi;
    double mean = 0.0;
    for (const float4& each : actual.means) mean += static_cast<double>(each.x) / static_cast<double>(actual.means.size());
    EXPECT_NEAR(mean, 0.5 * 3.0 * factor, 0.005);  // reflectance of the floor · radiance of the lamp · factor
}

TEST_P(render_on, an_environment_gives_the_light_of_its_integral_over_the_hemisphere) {
    // A small bright sun and a dim sky over a floor. The expected irradiance is summed over the upper hemisphere, with the
    // light that environment_at() returns for many directions.
    staged_scene staged;
    staged.scene.materials = {{.name = "floor", .kind = media::surface::diffuse, .colour = glm::vec3(1.0f)}};
    add_quad(staged.scene, {glm::vec3(-9, 0, 9), glm::vec3(9, 0, 9), glm::vec3(9, 0, -9), glm::vec3(-9, 0, -9)}, 0);
    staged.scene.viewpoints = {{"near", glm::vec3(0.0f, 1.0f, 0.1f), glm::vec3(0.0f), 0.1f}};
    media::picture sky(32, 16);
    for (media::pixel& each : sky.pixels) each = {0.2f, 0.2f, 0.2f, 1.0f};
    sky.at(9, 3) = {200.0f, 200.0f, 200.0f, 1.0f};
    staged.environment = {sky, 0.7f, 1.0f};
    const flat_scene flat = flatten(staged.scene, staged.environment);
    scene_view scene;
    scene.environment = buffer<const float4>(flat.environment.data());
    scene.sizes = flat.sizes;
    double irradiance = 0.0;
    double density_sum = 0.0;
    constexpr int steps = 600;
    for (int i = 0; i < 2 * steps; ++i)
        for (int j = 0; j < steps; ++j) {
            const double y = 1.0 - (i + 0.5) / steps;
            const double azimuth = 2.0 * std::numbers::pi * (j + 0.5) / steps;
            const double sine = std::sqrt(1.0 - y * y);
            const float4 light = environment_at(scene, {static_cast<float>(sine * std::cos(azimuth)), static_cast<float>(y),
                                                        static_cast<float>(sine * std::sin(azimuth))});
            const double solid_angle = 2.0 * std::numbers::pi / (static_cast<double>(steps) * steps);
            if (y > 0.0) irradiance += static_cast<double>(light.x) * y * solid_angle;
            density_sum += static_cast<double>(light.w) * solid_angle;
        }
    EXPECT_NEAR(density_sum, 1.0, 0.01) << "the densities of all directions";
    const accumulation actual = render(device_, staged, {.size = 8, .samples = 512, .bounces = 1});
    double mean = 0.0;
    for (const float4& each : actual.means) mean += static_cast<double>(each.x) / static_cast<double>(actual.means.size());
    EXPECT_NEAR(mean / (irradiance / std::numbers::pi), 1.0, 0.01);
}

TEST_P(render_on, opacity_and_the_alpha_of_a_texture_let_light_pass) {
    staged_scene staged;
    media::texture half {.name = "left half", .width = 2, .height = 1, .texels = {{255, 255, 255, 255}, {255, 255, 255, 0}}};
    half.wrap_u = half.wrap_v = media::texture_wrapping::clamp;
    staged.scene.textures = {half};
    staged.scene.materials = {
        {.name = "veil", .kind = media::surface::diffuse, .colour = glm::vec3(0.0f), .uses_opacity = true, .opacity = 0.25f},
        {.name = "cut",
         .kind = media::surface::diffuse,
         .colour = glm::vec3(0.0f),
         .uses_opacity = true,
         .opacity_cutoff = 0.5f}};
    staged.scene.materials[1].colour_texture = 0;
    add_quad(staged.scene, {glm::vec3(-9, -9, 0), glm::vec3(9, -9, 0), glm::vec3(9, 9, 0), glm::vec3(-9, 9, 0)}, 0);
    staged.scene.viewpoints = {{"front", glm::vec3(0.0f, 0.0f, 4.0f), glm::vec3(0.0f), 0.6f}};
    staged.environment.picture = media::picture(1, 1);
    staged.environment.picture.pixels[0] = {1.0f, 1.0f, 1.0f, 1.0f};
    const test_picture settings {.size = 8, .samples = 256};
    double mean = 0.0;
    for (const float4& each : render(device_, staged, settings).means)
        mean += static_cast<double>(each.x) / (settings.size * settings.size);
    EXPECT_NEAR(mean, 0.75, 0.02);
    for (media::triangle& each : staged.scene.triangles) each.material = 1;
    const accumulation cut = render(device_, staged, settings);
    for (uint32_t y = 0; y < settings.size; ++y)
        for (uint32_t x = 0; x < settings.size; ++x)
            EXPECT_NEAR(cut.means[y * settings.size + x].x, x < settings.size / 2 ? 0.0f : 1.0f, 0.02f) << x;
}

TEST_P(render_on, the_denoised_picture_is_nearer_to_the_reference) {
    const test_picture settings {.size = 64, .samples = 8};
    static const accumulation reference =
        render(find_device(backend::cpu_debug), make_scene("cornell"), {.size = 64, .samples = 250, .seed = 5});
    const staged_scene staged = make_scene("cornell");
    const device_scene scene(device_, flatten(staged.scene, staged.environment));
    const media::viewpoint& viewpoint = staged.scene.viewpoints.front();
    renderer tracer(device_);
    denoiser cleaner(device_);
    tracer.begin(queue_, {.width = settings.size,
                          .height = settings.size,
                          .camera = camera_from(viewpoint.eye, viewpoint.target, viewpoint.field_of_view, 1.0f)});
    tracer.add_samples(queue_, scene, settings.samples);
    const std::vector<float4> noisy = tracer.means().read(queue_);
    const std::vector<float4> clean = cleaner.filter(queue_, tracer).read(queue_);
    double noisy_error = 0.0;
    double clean_error = 0.0;
    double noisy_light = 0.0;
    double clean_light = 0.0;
    // Compare only the rows below the lamp. At the lamp's edge a pixel's value depends on how much of the pixel the lamp
    // covers, which the filter cannot know.
    for (size_t i = clean.size() / 4; i < clean.size(); ++i) {
        const auto squared_error = [&](const float4& pixel) {
            return std::pow(static_cast<double>(pixel.y - reference.means[i].y), 2.0);
        };
        noisy_error += squared_error(noisy[i]);
        clean_error += squared_error(clean[i]);
        noisy_light += static_cast<double>(noisy[i].y);
        clean_light += static_cast<double>(clean[i].y);
    }
    EXPECT_LT(clean_error, 0.35 * noisy_error);
    EXPECT_NEAR(clean_light / noisy_light, 1.0, 0.03) << "the filter must not add or remove light";
}

TEST_P(render_on, is_an_estimate_of_the_same_picture_as_the_long_reference) {
    const test_picture long_one {.size = 20, .samples = 1500, .seed = 99};
    const test_picture short_one {.size = 20, .samples = 256, .seed = 1};
    static const metrics::estimate reference =
        estimate_of(render(find_device(backend::cpu_debug), make_scene("cornell"), long_one), long_one.size);
    const accumulation actual = render(device_, make_scene("cornell"), short_one);
    const metrics::z_test_result result = metrics::z_test(reference, estimate_of(actual, short_one.size));
    EXPECT_TRUE(result.passed) << result.rejected_blocks << " of " << result.blocks << " blocks rejected, z " << result.largest_z
                               << ", bias " << result.bias_probability;
    // The z-test must fail for an image that is 2 % brighter.
    metrics::estimate brighter = estimate_of(actual, short_one.size);
    for (double& each : brighter.mean) each *= 1.02;
    EXPECT_FALSE(metrics::z_test(reference, brighter).passed);
}

TEST_P(render_on, renders_nearly_the_same_pixels_as_the_cpu_debug_device) {
    const test_picture settings {.size = 24, .samples = 4};
    static const accumulation reference = render(find_device(backend::cpu_debug), make_scene("spheres"), settings);
    const accumulation actual = render(device_, make_scene("spheres"), settings);
    size_t same = 0;
    for (size_t i = 0; i < actual.means.size(); ++i)
        same += std::abs(actual.means[i].y - reference.means[i].y) <= 1e-3f * (0.01f + reference.means[i].y) ? 1 : 0;
    // Where the two devices round differently, a path may take another branch, and the pixels differ. This is rare.
    EXPECT_GT(same, actual.means.size() * 9 / 10);
}

TEST_P(render_on, renders_nearly_the_same_pixels_through_both_hierarchies) {
    for (const char* const name : {"cornell", "spheres"}) {
        const test_picture settings {.size = 24, .samples = 4};
        const staged_scene staged = make_scene(name);
        const flat_scene flat = flatten(staged.scene, staged.environment);
        const media::viewpoint& viewpoint = staged.scene.viewpoints.front();
        const accumulation binary = render(device_, hierarchy_kind::binary, flat, viewpoint, settings);
        const accumulation wide = render(device_, hierarchy_kind::wide, flat, viewpoint, settings);
        size_t same = 0;
        for (size_t i = 0; i < binary.means.size(); ++i)
            same += std::abs(wide.means[i].y - binary.means[i].y) <= 1e-3f * (0.01f + binary.means[i].y) ? 1 : 0;
        EXPECT_GT(same, binary.means.size() * 97 / 100) << name;
    }
}

TEST_P(render_on, does_not_depend_on_how_samples_are_divided_among_calls) {
    const staged_scene staged = make_scene("cornell");
    const device_scene scene(device_, flatten(staged.scene, staged.environment));
    const media::viewpoint& viewpoint = staged.scene.viewpoints.front();
    const render_settings settings {
        .width = 19,
        .height = 13,
        .camera = camera_from(viewpoint.eye, viewpoint.target, viewpoint.field_of_view, 19.0f / 13.0f)};
    renderer at_once(device_);
    at_once.begin(queue_, settings);
    at_once.add_samples(queue_, scene, 6);
    renderer in_parts(device_);
    in_parts.begin(queue_, settings);
    for (const uint32_t count : {1u, 2u, 3u}) in_parts.add_samples(queue_, scene, count);
    const std::vector<float4> expected = at_once.means().read(queue_);
    const std::vector<float4> actual = in_parts.means().read(queue_);
    for (size_t i = 0; i < actual.size(); ++i) ASSERT_TRUE(all(actual[i] == expected[i])) << i;
}

INGOT_TEST_ON_EVERY_DEVICE(render_on);

}  // namespace
}  // namespace ingot::samples::pathtracer
