// Tests of the camera: its projection, and how mouse, keyboard and gamepads move it.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <initializer_list>

#include "camera/camera_controls.hpp"
#include "camera/camera_text.hpp"
#include "camera/gamepads.hpp"
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
    camera.set_home(somewhere());
    camera.turn({0.0f, 0.02f});
    EXPECT_LT(on_screen(camera, near_side).y, 0.0f);  // the y coordinate of the mouse grows downwards
}

TEST(camera, a_pan_moves_the_target_exactly_with_the_mouse) {
    orbit_camera camera(somewhere());
    camera.pan({0.25f, -0.1f});
    const auto position = on_screen(camera, somewhere().target);
    // pan() takes fractions of the picture's height. on_screen() returns -1 to 1 over the picture of 160 x 100 pixels.
    EXPECT_NEAR(position.x, 2.0f * 0.25f * 100.0f / 160.0f, 1e-4f);
    EXPECT_NEAR(position.y, 2.0f * 0.1f, 1e-4f);
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

TEST(camera, looking_around_keeps_the_eye_and_moves_the_target) {
    orbit_camera camera(somewhere());
    const glm::vec3 eye = camera.eye();
    camera.look({0.2f, -0.1f});
    EXPECT_NEAR(glm::distance(camera.eye(), eye), 0.0f, 1e-5f);
    // The view turns right and up, so that the old target moves left and down on the screen.
    EXPECT_LT(on_screen(camera, somewhere().target).x, -0.01f);
    EXPECT_LT(on_screen(camera, somewhere().target).y, -0.01f);
    EXPECT_FLOAT_EQ(camera.position().distance, somewhere().distance);
}

TEST(camera, flying_goes_where_it_looks) {
    orbit_camera camera({{0.0f, 0.0f, 0.0f}, 5.0f, 0.0f, 0.0f, 0.8f});  // the eye is at z = 5 and looks along -z
    camera.fly({1.0f, 2.0f, 3.0f});
    EXPECT_NEAR(glm::distance(camera.eye(), glm::vec3(1.0f, 2.0f, 2.0f)), 0.0f, 1e-5f);
    EXPECT_NEAR(glm::distance(camera.position().target, glm::vec3(1.0f, 2.0f, -3.0f)), 0.0f, 1e-5f);
}

// The command line that the window copies must be accepted, wherever the camera is.
TEST(camera, stays_where_its_text_is_accepted) {
    orbit_camera camera({{1.0f, 2.0f, 3.0f}, 5.0f, 0.7f, 0.3f, 3.05f});  // a file of a scene may have such a field of view
    const auto expect_accepted = [&] {
        EXPECT_EQ(parse_camera(format_camera(camera.position())), camera.position()) << format_camera(camera.position());
    };
    expect_accepted();
    camera.fly({0.0f, 0.0f, 3e6f});
    expect_accepted();
    camera.zoom(-1e4f);
    camera.pan({5.0f, -7.0f});
    expect_accepted();
    camera.look({0.2f, 0.1f});
    expect_accepted();
    camera.move_to({{1e9f, 0.0f, -1e9f}, 1e-9f, 0.0f, 2.0f, 0.001f});
    expect_accepted();
}

TEST(camera, moving_elsewhere_keeps_its_home) {
    orbit_camera camera(somewhere());
    EXPECT_TRUE(camera.is_home());
    camera.move_to({{}, 2.0f, 0.0f, 9.0f, 0.8f});
    EXPECT_FALSE(camera.is_home());
    EXPECT_LT(camera.position().pitch, 1.5708f);
    camera.home();
    EXPECT_TRUE(camera.is_home());
}

class camera_controls_test : public testing::Test {
protected:
    /// Holds keys for a second.
    void hold(std::initializer_list<SDL_Scancode> keys) {
        std::array<Uint8, SDL_NUM_SCANCODES> pressed {};
        for (const SDL_Scancode each : keys) pressed[each] = 1;
        for (int i = 0; i < 60; ++i) controls_.advance(camera_, input_of_keys(pressed.data(), controls_.mode()), 1.0 / 60.0);
    }

    orbit_camera camera_ {{{0.0f, 0.0f, 0.0f}, 5.0f, 0.0f, 0.0f, 0.8f}};
    camera_controls controls_;
};

TEST_F(camera_controls_test, keys_that_are_held_fly_at_the_set_speed) {
    controls_.set_mode(camera_mode::fly);
    controls_.speed() = 0.4f;  // in a second 0.4 times the distance from the target, which stays 5
    hold({SDL_SCANCODE_W});
    EXPECT_NEAR(camera_.eye().z, 5.0f - 0.4f * 5.0f, 1e-3f);
    hold({SDL_SCANCODE_W, SDL_SCANCODE_LSHIFT});  // Shift: four times as fast, in all (1 + 4) * 0.4 * 5
    EXPECT_NEAR(camera_.eye().z, 5.0f - 5.0f * 0.4f * 5.0f, 1e-2f);
    camera_.home();
    hold({SDL_SCANCODE_D, SDL_SCANCODE_E});
    EXPECT_NEAR(camera_.eye().x, 2.0f, 1e-3f);
    EXPECT_NEAR(camera_.eye().y, 2.0f, 1e-3f);
    hold({SDL_SCANCODE_A, SDL_SCANCODE_Q});
    EXPECT_NEAR(glm::distance(camera_.eye(), glm::vec3(0.0f, 0.0f, 5.0f)), 0.0f, 1e-3f);
    camera_.home();
    controls_.advance(camera_, {.move = {0.0f, 0.0f, 1.0f}}, 1000.0);  // one long frame must not move the camera far
    EXPECT_GT(camera_.eye().z, 4.0f);
}

TEST_F(camera_controls_test, a_flat_picture_is_moved_and_zoomed_around_the_mouse_and_never_turned) {
    controls_.set_mode(camera_mode::fly);
    controls_.set_flat(true);
    EXPECT_EQ(controls_.mode(), camera_mode::flat);
    // Returns the position in the picture's plane, z = 0, that is seen at an offset from the middle.
    const auto seen_at = [this](glm::vec2 from_middle) {
        const orbit& at = camera_.position();
        const float height = 2.0f * at.distance * std::tan(0.5f * at.field_of_view);
        return glm::vec2(at.target) + glm::vec2(from_middle.x, -from_middle.y) * height;
    };
    controls_.drag(camera_, {0.25f, 0.1f}, false);
    const glm::vec2 moved = seen_at({0.25f, 0.1f});
    EXPECT_NEAR(moved.x, 0.0f, 1e-5f) << "the middle of the picture follows the mouse";
    EXPECT_NEAR(moved.y, 0.0f, 1e-5f);
    const glm::vec2 mouse {-0.3f, 0.4f};
    const glm::vec2 before = seen_at(mouse);
    controls_.wheel(camera_, 3.0f, mouse);
    EXPECT_LT(camera_.position().distance, 4.0f);
    EXPECT_NEAR(seen_at(mouse).x, before.x, 1e-4f) << "the point under the mouse stays there";
    EXPECT_NEAR(seen_at(mouse).y, before.y, 1e-4f);
    const float x = camera_.position().target.x;
    hold({SDL_SCANCODE_RIGHT});
    EXPECT_GT(camera_.position().target.x, x + 0.1f);
    EXPECT_EQ(camera_.position().yaw, 0.0f);
    EXPECT_EQ(camera_.position().pitch, 0.0f);
    controls_.set_flat(false);
    EXPECT_EQ(controls_.mode(), camera_mode::fly);
}

TEST_F(camera_controls_test, the_wheel_goes_nearer_or_sets_the_speed) {
    controls_.wheel(camera_, 2.0f);
    EXPECT_LT(camera_.position().distance, 4.0f);
    camera_.home();
    controls_.set_mode(camera_mode::fly);
    const float before = controls_.speed();
    controls_.wheel(camera_, 2.0f);
    EXPECT_FLOAT_EQ(camera_.position().distance, 5.0f);
    EXPECT_GT(controls_.speed(), before);
    controls_.wheel(camera_, 1000.0f);
    EXPECT_EQ(controls_.speed(), camera_controls::fastest);
}

TEST_F(camera_controls_test, arrows_turn_and_with_shift_move_and_plus_goes_nearer) {
    hold({SDL_SCANCODE_RIGHT});
    EXPECT_NE(camera_.position().yaw, 0.0f);
    EXPECT_EQ(camera_.position().target, glm::vec3(0.0f));
    camera_.home();
    hold({SDL_SCANCODE_RIGHT, SDL_SCANCODE_LSHIFT});
    EXPECT_EQ(camera_.position().yaw, 0.0f);
    EXPECT_GT(camera_.position().target.x, 0.1f);
    camera_.home();
    hold({SDL_SCANCODE_EQUALS});
    EXPECT_LT(camera_.position().distance, 3.0f);
    camera_.home();
    hold({SDL_SCANCODE_MINUS});
    EXPECT_GT(camera_.position().distance, 8.0f);
}

TEST_F(camera_controls_test, a_drag_turns_looks_or_shifts) {
    controls_.drag(camera_, {0.1f, 0.0f}, false);
    EXPECT_EQ(camera_.position().target, glm::vec3(0.0f));
    controls_.drag(camera_, {0.1f, 0.0f}, true);
    EXPECT_NE(camera_.position().target, glm::vec3(0.0f));
    camera_.home();
    controls_.set_mode(camera_mode::fly);
    controls_.drag(camera_, {0.1f, 0.0f}, false);
    EXPECT_NEAR(glm::distance(camera_.eye(), glm::vec3(0.0f, 0.0f, 5.0f)), 0.0f, 1e-5f);
}

/// Attaches a virtual gamepad of SDL. The test moves its sticks and triggers, and detaches it.
class gamepad_test : public testing::Test {
protected:
    gamepad_test() {
        SDL_SetHint(SDL_HINT_JOYSTICK_ALLOW_BACKGROUND_EVENTS, "1");
        SDL_InitSubSystem(SDL_INIT_GAMECONTROLLER);
        index_ =
            SDL_JoystickAttachVirtual(SDL_JOYSTICK_TYPE_GAMECONTROLLER, SDL_CONTROLLER_AXIS_MAX, SDL_CONTROLLER_BUTTON_MAX, 0);
    }
    ~gamepad_test() override {
        if (stick_) SDL_JoystickClose(stick_);
        SDL_QuitSubSystem(SDL_INIT_GAMECONTROLLER);
    }
    void pump(gamepads& gamepads) {
        SDL_Event event;
        while (SDL_PollEvent(&event) != 0) gamepads.handle(event);
    }
    void set(SDL_GameControllerAxis axis, int value) {
        if (!stick_) stick_ = SDL_JoystickOpen(index_);
        SDL_JoystickSetVirtualAxis(stick_, axis, static_cast<Sint16>(value));
    }

    int index_ = -1;
    SDL_Joystick* stick_ = nullptr;
};

TEST_F(gamepad_test, sticks_and_triggers_push_the_camera) {
    if (index_ < 0) GTEST_SKIP() << "this SDL has no virtual gamepads: " << SDL_GetError();
    gamepads pads;
    pump(pads);
    ASSERT_EQ(pads.count(), 1u);
    set(SDL_CONTROLLER_AXIS_LEFTX, 32767);
    set(SDL_CONTROLLER_AXIS_LEFTY, -32768);
    set(SDL_CONTROLLER_AXIS_RIGHTX, 16384);
    set(SDL_CONTROLLER_AXIS_RIGHTY, 2000);         // within the dead zone
    set(SDL_CONTROLLER_AXIS_TRIGGERLEFT, -32768);  // a released trigger
    set(SDL_CONTROLLER_AXIS_TRIGGERRIGHT, 32767);
    pump(pads);
    const camera_input fly = pads.input(camera_mode::fly);
    EXPECT_NEAR(fly.move.x, 1.0f, 1e-3f);
    EXPECT_NEAR(fly.move.y, 1.0f, 1e-3f);
    EXPECT_NEAR(fly.move.z, 1.0f, 1e-3f);
    EXPECT_GT(fly.turn.x, 0.05f);
    EXPECT_LT(fly.turn.x, 0.5f);  // half the deflection turns less than half as fast
    EXPECT_EQ(fly.turn.y, 0.0f);
    EXPECT_NEAR(pads.input(camera_mode::orbit).zoom, 1.0f, 1e-3f);

    orbit_camera camera;
    camera_controls controls;
    controls.set_mode(camera_mode::fly);
    const glm::vec3 before = camera.eye();
    controls.advance(camera, fly, 0.1);
    EXPECT_GT(glm::distance(camera.eye(), before), 0.01f);

    SDL_JoystickDetachVirtual(index_);
    pump(pads);
    EXPECT_EQ(pads.count(), 0u);
    EXPECT_EQ(pads.input(camera_mode::fly).move, glm::vec3(0.0f));
}

}  // namespace
}  // namespace ingot::shell
