// How mouse, keyboard and gamepad move the camera: around its point, or flying.
#pragma once

#include <SDL.h>

#include <glm/glm.hpp>

#include "camera/orbit_camera.hpp"

namespace ingot::shell {

enum class camera_mode { orbit, fly };

/// What is held at the moment: keys, sticks. Each from -1 to 1.
struct camera_push {
    glm::vec3 move {0.0f};  ///< to the right, up, ahead
    glm::vec2 turn {0.0f};  ///< to the right, up
    float zoom = 0.0f;      ///< nearer
    bool fast = false;
};

/// What the keys that are held push, by their place on the keyboard (`pressed` as SDL_GetKeyboardState gives it). WASD with Q and
/// E moves where the camera flies; arrows turn, with Shift they move; + and − go nearer and farther.
camera_push push_of_keys(const Uint8* pressed, camera_mode mode);

camera_push operator+(const camera_push& a, const camera_push& b);

class camera_controls {
public:
    camera_mode mode() const { return moves; }
    void set_mode(camera_mode to) { moves = to; }

    /// A drag of the mouse, in fractions of the picture's height; `shifts` with the right or middle button, or with Shift.
    void drag(orbit_camera& camera, glm::vec2 by, bool shifts) const;
    /// Nearer and farther; how fast it flies where it does.
    void wheel(orbit_camera& camera, float notches);
    /// What is held moves the camera, evenly in time.
    void advance(orbit_camera& camera, const camera_push& held, double elapsed) const;

    /// Flying: how many of the camera's distances it goes in a second.
    static constexpr float slowest = 1.0f / 64.0f;
    static constexpr float fastest = 16.0f;
    float& speed() { return flies; }

private:
    camera_mode moves = camera_mode::orbit;
    float flies = 0.5f;
};

}  // namespace ingot::shell
