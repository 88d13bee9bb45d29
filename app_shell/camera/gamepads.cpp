#include "camera/gamepads.hpp"

#include <algorithm>
#include <cmath>

namespace ingot::shell {

namespace {

constexpr float dead_zone = 0.16f;  // sticks at rest are rarely exactly centred

/// Returns the position of an axis, -1 to 1. It is 0 in the dead zone, and squared outside it, so that small movements
/// have finer control.
float axis(SDL_GameController* controller, SDL_GameControllerAxis axis_number) {
    const float value =
        std::clamp(static_cast<float>(SDL_GameControllerGetAxis(controller, axis_number)) / 32767.0f, -1.0f, 1.0f);
    const float deflection = std::max(0.0f, std::fabs(value) - dead_zone) / (1.0f - dead_zone);
    return std::copysign(deflection * deflection, value);
}

camera_input push_of(SDL_GameController* pad, camera_mode mode) {
    const glm::vec2 left {axis(pad, SDL_CONTROLLER_AXIS_LEFTX), -axis(pad, SDL_CONTROLLER_AXIS_LEFTY)};
    const float triggers = axis(pad, SDL_CONTROLLER_AXIS_TRIGGERRIGHT) - axis(pad, SDL_CONTROLLER_AXIS_TRIGGERLEFT);
    camera_input push;
    push.turn = {axis(pad, SDL_CONTROLLER_AXIS_RIGHTX), -axis(pad, SDL_CONTROLLER_AXIS_RIGHTY)};
    if (mode == camera_mode::fly) {
        push.move = {left.x, triggers, left.y};
    } else {
        push.move = {left.x, left.y, 0.0f};
        push.zoom = triggers;
    }
    push.fast = SDL_GameControllerGetButton(pad, SDL_CONTROLLER_BUTTON_LEFTSTICK) != 0;
    return push;
}

}  // namespace

gamepads::gamepads() : is_initialised_(SDL_InitSubSystem(SDL_INIT_GAMECONTROLLER) == 0) {}

gamepads::~gamepads() {
    controllers_.clear();
    if (is_initialised_) SDL_QuitSubSystem(SDL_INIT_GAMECONTROLLER);
}

void gamepads::handle(const SDL_Event& event) {
    if (event.type == SDL_CONTROLLERDEVICEADDED)
        if (auto* const pad = SDL_GameControllerOpen(event.cdevice.which)) controllers_.emplace_back(pad);
    if (event.type == SDL_CONTROLLERDEVICEREMOVED)
        std::erase_if(controllers_, [&](const auto& each) {
            return SDL_JoystickInstanceID(SDL_GameControllerGetJoystick(each.get())) == event.cdevice.which;
        });
}

camera_input gamepads::input(camera_mode mode) const {
    camera_input all;
    for (const auto& each : controllers_) all = all + push_of(each.get(), mode);
    return all;
}

}  // namespace ingot::shell
