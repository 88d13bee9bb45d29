// The Cornell box has the published geometry and colours.
#include "cornell_box.hpp"

#include <gtest/gtest.h>

#include "device_scene.hpp"
#include "spectrum.hpp"

namespace ingot::samples::pathtracer {
namespace {

double area_of(const media::scene& scene, uint32_t material) {
    double sum = 0.0;
    for (const media::triangle& each : scene.triangles) {
        if (each.material != material) continue;
        const auto corner = [&](size_t i) { return scene.vertices[each.corners[i]].position; };
        sum += 0.5 * static_cast<double>(glm::length(glm::cross(corner(1) - corner(0), corner(2) - corner(0))));
    }
    return sum;
}

TEST(cornell_box, has_the_published_size_and_lamp) {
    const media::scene box = cornell_box();
    media::validate(box);
    const media::bounding_box extent = media::compute_bounding_box(box);
    EXPECT_EQ(extent.low, glm::vec3(0.0f));
    EXPECT_EQ(extent.high, glm::vec3(556.0f, 548.8f, 559.2f));
    EXPECT_NEAR(area_of(box, 3), 130.0 * 105.0, 0.1) << "the lamp";
    EXPECT_NEAR(area_of(box, 1), 559.2 * 548.8, 1.0) << "the green wall";
    const flat_scene flat = flatten(box, {});
    EXPECT_EQ(flat.sizes.lights, 2u);  // the two triangles of the lamp
}

TEST(cornell_box, has_a_red_and_a_green_material_and_is_lit_from_above) {
    const media::scene box = cornell_box();
    const glm::vec3& green = box.materials[1].colour;
    const glm::vec3& red = box.materials[2].colour;
    EXPECT_GT(green.g, 2.5f * green.r);
    EXPECT_GT(red.r, 8.0f * red.g);
    const glm::vec3& white = box.materials[0].colour;
    EXPECT_NEAR(white.r, 0.74f, 0.02f);
    EXPECT_NEAR(white.g, 0.735f, 0.02f);
    EXPECT_NEAR(white.b, 0.74f, 0.03f);
    const glm::vec3& light = box.materials[3].emission;
    EXPECT_GT(light.r, light.g);
    EXPECT_GT(light.g, light.b);
    EXPECT_NEAR(0.2126f * light.r + 0.7152f * light.g + 0.0722f * light.b, 12.4f, 0.3f) << "near its radiance at 555 nm";
    for (const media::triangle& each : box.triangles) {
        if (each.material != 3) continue;
        const auto corner = [&](size_t i) { return box.vertices[each.corners[i]].position; };
        EXPECT_LT(glm::cross(corner(1) - corner(0), corner(2) - corner(0)).y, 0.0f) << "the lamp shines down";
    }
}

TEST(spectrum, equal_energy_is_nearly_white_and_a_line_has_its_colour) {
    const double ones[] = {1.0, 1.0};
    const spectrum equal {360.0, 470.0, ones};
    const glm::vec3 white = colour_of_light(equal);
    // Chromaticity xy = (1/3, 1/3), in sRGB's primaries.
    EXPECT_NEAR(white.r, 1.205f, 0.02f);
    EXPECT_NEAR(white.g, 0.948f, 0.02f);
    EXPECT_NEAR(white.b, 0.909f, 0.02f);
    const double line[] = {0.0, 1.0, 0.0};
    const glm::vec3 red = colour_of_light({620.0, 10.0, line});
    EXPECT_GT(red.r, 10.0f * red.g);
    const double half[] = {0.5, 0.5};
    EXPECT_NEAR(colour_of_surface({360.0, 470.0, half}, equal).g, 0.5f, 1e-5f);
    EXPECT_EQ((spectrum {400.0, 100.0, line}.at(399.0)), 0.0);
    EXPECT_EQ((spectrum {400.0, 100.0, line}.at(450.0)), 0.5);
    EXPECT_EQ((spectrum {400.0, 100.0, line}.at(600.0)), 0.0);
}

}  // namespace
}  // namespace ingot::samples::pathtracer
