// Compares the picture that kernels compute with the one that OpenGL draws of the same bodies.
#include "picture/picture.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <numeric>
#include <vector>

#include "bodies.hpp"
#include "camera/orbit_camera.hpp"
#include "every_device.hpp"
#include "palette.hpp"
#include "point_cloud.hpp"
#include "point_picture.hpp"
#include "sky.hpp"
#include "window/window.hpp"

namespace ingot::samples {

namespace {

using pixels = std::vector<uint8_t>;

/// Bodies, and how they are seen.
struct seen_bodies {
    bodies shown;
    orbit camera;
    shell::extent size {320, 180};
    point_style style {.middle_speed = 0.6f, .distance = 4.6f};

    /// Draws into the canvas of a picture, and returns the bytes of its pixels.
    template <typename function>
    pixels drawn_by(const function& draw) const {
        const shell::orbit_camera view(camera);
        shell::picture picture(size);
        draw(picture.begin(view.view(), view.projection(size.width, size.height)));
        return picture.read(1.0f);
    }
    std::vector<float4> points() const {
        std::vector<float4> all;
        for (size_t i = 0; i < shown.count(); ++i) {
            const float3 place(shown.positions[i]);
            all.push_back({place, static_cast<float>(i % 100) / 50.0f});
        }
        return all;
    }
};

pixels drawn_by_opengl(const seen_bodies& seen, const device& device, queue& queue) {
    const sky stars;
    point_cloud cloud(device);
    cloud.set_lights(lights_of(seen.shown));
    {
        auto destination = cloud.acquire(queue);
        destination->write(queue, seen.points());
        destination.release();
    }
    return seen.drawn_by([&](const canvas& canvas) {
        stars.draw(canvas);
        cloud.draw(canvas, seen.style);
    });
}

pixels drawn_by_kernels(const seen_bodies& seen, const device& device, queue& queue) {
    point_picture computed(device, queue);
    computed.set_lights(queue, lights_of(seen.shown));
    computed.points_to_write().write(queue, seen.points());
    return seen.drawn_by([&](const canvas& canvas) { computed.draw(queue, canvas, seen.style); });
}

class nbody_picture : public ingot::testing::every_device {
protected:
    /// Expects that kernels and OpenGL draw the same, up to the 16-bit numbers of OpenGL's canvas.
    void expect_same(const seen_bodies& seen, const char* what) {
        const pixels expected = drawn_by_opengl(seen, device_, queue_);
        const pixels found = drawn_by_kernels(seen, device_, queue_);
        ASSERT_EQ(found.size(), expected.size());
        EXPECT_GT(std::ranges::count_if(expected, [](uint8_t value) { return value > 60; }), 1000)
            << what << ": an empty picture";
        std::vector<int> differences;
        for (size_t i = 0; i < found.size(); ++i) differences.push_back(std::abs(int {found[i]} - int {expected[i]}));
        const double mean = std::accumulate(differences.begin(), differences.end(), 0.0) / static_cast<double>(found.size());
        EXPECT_LT(mean, 0.25) << what;
        EXPECT_LE(std::ranges::max(differences), 12) << what;
    }

    shell::window hidden_ {shell::window::kind::offscreen, "nbody", {64, 64}};
};

TEST_P(nbody_picture, by_kernels_is_that_by_opengl) {
    seen_bodies galaxies {.shown = colliding_galaxies(3000, 1), .camera = {.distance = 4.6f, .yaw = 0.3f, .pitch = 0.9f}};
    expect_same(galaxies, "galaxies");
    galaxies.style.is_coloured_by_speed = true;
    galaxies.style.size = 1.7f;
    expect_same(galaxies, "coloured by speed, larger points");
    galaxies.size = {299, 203};
    galaxies.camera.target = {0.7f, 0.0f, 0.2f};
    expect_same(galaxies, "an odd size, aside");
    galaxies.camera.distance = 0.3f;
    expect_same(galaxies, "among the bodies");
    expect_same({.shown = ring_system(1000, 1), .camera = {.distance = 4.0f, .yaw = 0.5f, .pitch = 0.42f}}, "without haze");
}

// Spots that reach a tile are added in the same order in every run.
TEST_P(nbody_picture, by_kernels_is_the_same_in_every_run) {
    const seen_bodies seen {.shown = plummer_sphere(4000, 1), .camera = {.distance = 3.6f, .yaw = 0.4f, .pitch = 0.25f}};
    const pixels first = drawn_by_kernels(seen, device_, queue_);
    for (int i = 0; i < 3; ++i) EXPECT_EQ(drawn_by_kernels(seen, device_, queue_), first);
}

INGOT_TEST_ON_EVERY_DEVICE(nbody_picture);

}  // namespace

}  // namespace ingot::samples
