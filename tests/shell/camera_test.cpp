// The camera: what it looks at, and how the mouse moves it.
#include <gtest/gtest.h>

#include <cmath>

#include "camera/orbit_camera.hpp"

namespace ingot::shell {
namespace {

orbit somewhere() { return {{1.0f, 2.0f, 3.0f}, 5.0f, 0.7f, 0.3f, 0.8f}; }

glm::vec4 on_screen(const orbit_camera& camera, glm::vec3 point) {
    const glm::vec4 clip = camera.projection(160, 100) * camera.view() * glm::vec4(point, 1.0f);
    return clip / clip.w;
}

TEST(camera, has_its_target_in_the_middle) {
    const orbit_camera camera(somewhere());
    const auto middle = on_screen(camera, somewhere().target);
    EXPECT_NEAR(middle.x, 0.0f, 1e-5f);
    EXPECT_NEAR(middle.y, 0.0f, 1e-5f);
}

TEST(camera, a_drag_moves_what_is_in_front_with_the_mouse) {
    orbit_camera camera(somewhere());
    const glm::vec3 eye = glm::vec3(glm::inverse(camera.view())[3]);
    const glm::vec3 near_side = somewhere().target + 0.2f * (eye - somewhere().target);
    camera.turn({0.02f, 0.0f});
    EXPECT_GT(on_screen(camera, near_side).x, 0.0f);
    camera.place(somewhere());
    camera.turn({0.0f, 0.02f});
    EXPECT_LT(on_screen(camera, near_side).y, 0.0f);  // the mouse's y goes down
}

TEST(camera, a_pan_moves_the_target_exactly_with_the_mouse) {
    orbit_camera camera(somewhere());
    camera.pan({0.25f, -0.1f});
    const auto moved = on_screen(camera, somewhere().target);
    EXPECT_NEAR(moved.x, 2.0f * 0.25f * 100.0f / 160.0f, 1e-4f);
    EXPECT_NEAR(moved.y, 2.0f * 0.1f, 1e-4f);
}

TEST(camera, never_goes_over_the_pole_or_through_the_target) {
    orbit_camera camera(somewhere());
    for (int i = 0; i < 1000; ++i) {
        camera.turn({0.1f, 0.1f});
        camera.zoom(3.0f);
    }
    EXPECT_LT(camera.position().pitch, 1.5708f);
    EXPECT_GT(camera.position().distance, 0.0f);
    EXPECT_TRUE(std::isfinite(camera.view()[3].x));
    camera.home();
    EXPECT_FLOAT_EQ(camera.position().distance, 5.0f);
}

}  // namespace
}  // namespace ingot::shell
