// Moves the camera by mouse, keyboard and gamepad, in orbit around its target or in flight.
#pragma once

#include <SDL.h>

#include <glm/glm.hpp>

#include "camera/orbit_camera.hpp"

namespace ingot::shell {

/// `flat` is for flat pictures: dragging moves the picture, and the wheel enlarges it around the mouse.
enum class camera_mode { orbit, fly, flat };

/// What the keys and sticks that are held at the moment ask for. Each number is from -1 to 1.
struct camera_input {
    glm::vec3 move {0.0f};  ///< right, up, forward
    glm::vec2 turn {0.0f};  ///< right, up
    float zoom = 0.0f;      ///< towards the target
    bool fast = false;      ///< flies faster
};

/// Returns the movement for the keys that are held. `pressed` is the array of SDL_GetKeyboardState(), which is indexed
/// by the position of a key on the keyboard. In flight W, A, S, D, E and Q move the camera, the arrows turn it, and Shift
/// makes it faster. In orbit the arrows turn the camera, or move it with Shift; + and − zoom. Over a flat picture the arrows move
/// the camera.
camera_input input_of_keys(const Uint8* pressed, camera_mode mode);

/// Returns the sum of both movements, with each component limited to -1 to 1. The sum is fast if one of them is.
camera_input operator+(const camera_input& a, const camera_input& b);

/// Applies input to a camera.
class camera_controls {
public:
    camera_mode mode() const { return is_flat_ ? camera_mode::flat : mode_; }
    /// Sets the mode for scenes in space.
    void set_mode(camera_mode mode) { mode_ = mode; }
    /// Sets whether a flat picture is shown. Then the mode is `flat`.
    void set_flat(bool is_flat) { is_flat_ = is_flat; }

    /// Applies a drag of the mouse, in fractions of the picture's height. `shifts` is true for the right or middle
    /// button, or with Shift: then the camera moves instead of turning.
    void drag(orbit_camera& camera, glm::vec2 offset, bool shifts) const;
    /// Applies the mouse wheel: zooms in orbit, changes the speed in flight. A flat picture is zoomed around the mouse, whose
    /// position is `from_middle` of the picture, to the right and down, in fractions of the picture's height.
    void wheel(orbit_camera& camera, float notches, glm::vec2 from_middle = glm::vec2(0.0f));
    /// Moves, turns and zooms the camera by the keys and sticks that are held, proportionally to the elapsed time in
    /// seconds. An elapsed time above 0.1 s counts as 0.1 s, so that the camera does not leap after a delay.
    void advance(orbit_camera& camera, const camera_input& held, double elapsed) const;

    /// Limits of speed(). The speed is the distance that the camera flies in a second, as a multiple of its distance from
    /// the target.
    static constexpr float slowest = 1.0f / 64.0f;
    static constexpr float fastest = 16.0f;
    float& speed() { return speed_; }

private:
    camera_mode mode_ = camera_mode::orbit;
    bool is_flat_ = false;
    float speed_ = 0.5f;
};

}  // namespace ingot::shell
