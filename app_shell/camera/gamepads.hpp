// All gamepads that are plugged in. Sticks and triggers move the camera.
#pragma once

#include <SDL.h>

#include <memory>
#include <vector>

#include "camera/camera_controls.hpp"

namespace ingot::shell {

/// Opens gamepads when they are plugged in and adds up their input.
class gamepads {
public:
    /// If SDL does not support gamepads on this machine, count() stays 0.
    gamepads();
    gamepads(const gamepads&) = delete;
    gamepads& operator=(const gamepads&) = delete;
    ~gamepads();

    /// Opens and closes gamepads as they are plugged in and out.
    void handle(const SDL_Event& event);
    size_t count() const { return controllers_.size(); }

    /// Returns the sum of the input of all gamepads, with each number limited to -1 to 1. The left stick moves and the right
    /// stick turns the camera. The triggers zoom; in flight the left trigger moves the camera down and the right trigger
    /// moves it up. Pressing the left stick makes the flight faster.
    camera_input input(camera_mode mode) const;

private:
    struct closer {
        void operator()(SDL_GameController* controller) const { SDL_GameControllerClose(controller); }
    };
    bool is_initialised_ = false;
    std::vector<std::unique_ptr<SDL_GameController, closer>> controllers_;
};

}  // namespace ingot::shell
