#include "camera/gamepads.hpp"

#include <algorithm>
#include <cmath>

namespace ingot::shell {

namespace {

constexpr float dead_zone = 0.16f;  // sticks seldom stand in the very middle

/// -1 to 1; finer near the middle.
float axis(SDL_GameController* of, SDL_GameControllerAxis which) {
    const float value = std::clamp(static_cast<float>(SDL_GameControllerGetAxis(of, which)) / 32767.0f, -1.0f, 1.0f);
    const float beyond = std::max(0.0f, std::fabs(value) - dead_zone) / (1.0f - dead_zone);
    return std::copysign(beyond * beyond, value);
}

camera_push push_of(SDL_GameController* pad, camera_mode mode) {
    const glm::vec2 left {axis(pad, SDL_CONTROLLER_AXIS_LEFTX), -axis(pad, SDL_CONTROLLER_AXIS_LEFTY)};
    const float triggers = axis(pad, SDL_CONTROLLER_AXIS_TRIGGERRIGHT) - axis(pad, SDL_CONTROLLER_AXIS_TRIGGERLEFT);
    camera_push push;
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

gamepads::gamepads() : started(SDL_InitSubSystem(SDL_INIT_GAMECONTROLLER) == 0) {}

gamepads::~gamepads() {
    opened.clear();
    if (started) SDL_QuitSubSystem(SDL_INIT_GAMECONTROLLER);
}

void gamepads::handle(const SDL_Event& event) {
    if (event.type == SDL_CONTROLLERDEVICEADDED)
        if (auto* const pad = SDL_GameControllerOpen(event.cdevice.which)) opened.emplace_back(pad);
    if (event.type == SDL_CONTROLLERDEVICEREMOVED)
        std::erase_if(opened, [&](const auto& each) {
            return SDL_JoystickInstanceID(SDL_GameControllerGetJoystick(each.get())) == event.cdevice.which;
        });
}

camera_push gamepads::push(camera_mode mode) const {
    camera_push all;
    for (const auto& each : opened) all = all + push_of(each.get(), mode);
    return all;
}

}  // namespace ingot::shell
