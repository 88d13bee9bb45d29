// Gamepads, as many as are plugged in: sticks and triggers move the camera.
#pragma once

#include <SDL.h>

#include <memory>
#include <vector>

#include "camera/camera_controls.hpp"

namespace ingot::shell {

class gamepads {
public:
    /// Where SDL has none here, there are none; a window goes without.
    gamepads();
    gamepads(const gamepads&) = delete;
    gamepads& operator=(const gamepads&) = delete;
    ~gamepads();

    /// Gamepads that are plugged in and out.
    void handle(const SDL_Event& event);
    size_t count() const { return opened.size(); }

    /// What all of them push together. Left stick: moves. Right stick: turns. Triggers: nearer and farther, or down and up where
    /// the camera flies.
    camera_push push(camera_mode mode) const;

private:
    struct closer {
        void operator()(SDL_GameController* which) const { SDL_GameControllerClose(which); }
    };
    bool started = false;
    std::vector<std::unique_ptr<SDL_GameController, closer>> opened;
};

}  // namespace ingot::shell
