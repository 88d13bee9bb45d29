#include "camera/camera_controls.hpp"

#include <algorithm>
#include <cmath>

namespace ingot::shell {

namespace {

constexpr float drag_per_second = 0.5f;     // a held key acts as a drag over this fraction of the picture's height each second
constexpr float notches_per_second = 8.0f;  // a held zoom key acts as this many notches of the mouse wheel each second
constexpr float fast_factor = 4.0f;
constexpr float speed_per_notch = 1.25f;
constexpr double longest_frame = 0.1;  // in seconds; longer frames count as this long, so that the camera does not leap

}  // namespace

camera_input input_of_keys(const Uint8* pressed, camera_mode mode) {
    const auto held = [pressed](SDL_Scancode key) { return pressed[key] != 0 ? 1.0f : 0.0f; };
    const auto either = [&held](SDL_Scancode key, SDL_Scancode other) { return std::max(held(key), held(other)); };
    const bool shift = either(SDL_SCANCODE_LSHIFT, SDL_SCANCODE_RSHIFT) > 0.0f;
    const glm::vec2 arrows {held(SDL_SCANCODE_RIGHT) - held(SDL_SCANCODE_LEFT), held(SDL_SCANCODE_UP) - held(SDL_SCANCODE_DOWN)};
    camera_input push;
    if (mode == camera_mode::fly) {
        push.move = {held(SDL_SCANCODE_D) - held(SDL_SCANCODE_A), held(SDL_SCANCODE_E) - held(SDL_SCANCODE_Q),
                     held(SDL_SCANCODE_W) - held(SDL_SCANCODE_S)};
        push.turn = arrows;
        push.fast = shift;
        return push;
    }
    if (shift || mode == camera_mode::flat)
        push.move = {arrows.x, arrows.y, 0.0f};
    else
        push.turn = arrows;
    push.zoom = either(SDL_SCANCODE_EQUALS, SDL_SCANCODE_KP_PLUS) - either(SDL_SCANCODE_MINUS, SDL_SCANCODE_KP_MINUS);
    return push;
}

camera_input operator+(const camera_input& a, const camera_input& b) {
    return {glm::clamp(a.move + b.move, -1.0f, 1.0f), glm::clamp(a.turn + b.turn, -1.0f, 1.0f),
            std::clamp(a.zoom + b.zoom, -1.0f, 1.0f), a.fast || b.fast};
}

void camera_controls::drag(orbit_camera& camera, glm::vec2 offset, bool shifts) const {
    if (shifts || mode() == camera_mode::flat)
        camera.pan(offset);
    else if (mode() == camera_mode::fly)
        camera.look(offset);
    else
        camera.turn(offset);
}

void camera_controls::wheel(orbit_camera& camera, float notches, glm::vec2 from_middle) {
    if (mode() == camera_mode::orbit) return camera.zoom(notches);
    if (mode() == camera_mode::flat) {
        // Pan so that the point under the mouse moves to the middle, zoom, and pan back by the same part of the picture.
        camera.pan(-from_middle);
        camera.zoom(notches);
        return camera.pan(from_middle);
    }
    speed_ = std::clamp(speed_ * std::pow(speed_per_notch, notches), slowest, fastest);
}

void camera_controls::advance(orbit_camera& camera, const camera_input& held, double elapsed) const {
    const auto seconds = static_cast<float>(std::clamp(elapsed, 0.0, longest_frame));
    const float dragged = drag_per_second * seconds;
    // turn(), look() and pan() take drags of the mouse, whose y axis points down. pan() moves the camera in the opposite
    // direction of the drag, so that the picture follows the mouse.
    if (mode() == camera_mode::fly) {
        camera.look({held.turn.x * dragged, -held.turn.y * dragged});
        const float distance = speed_ * camera.position().distance * seconds * (held.fast ? fast_factor : 1.0f);
        return camera.fly(held.move * distance);
    }
    if (mode() == camera_mode::orbit) camera.turn({held.turn.x * dragged, -held.turn.y * dragged});
    camera.pan({-held.move.x * dragged, held.move.y * dragged});
    camera.zoom((held.zoom + held.move.z) * notches_per_second * seconds);
}

}  // namespace ingot::shell
