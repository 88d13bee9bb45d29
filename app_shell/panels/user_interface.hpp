// Dear ImGui in a window: its context, fonts and style, and its way to the screen.
#pragma once

#include <SDL.h>

#include "panels/fonts.hpp"
#include "window/window.hpp"

namespace ingot::shell {

class user_interface {
public:
    /// `scale` 0: as the display asks for.
    user_interface(const window& in, float scale);
    user_interface(const user_interface&) = delete;
    user_interface& operator=(const user_interface&) = delete;
    ~user_interface();

    void handle(const SDL_Event& event);
    /// Larger or smaller text, in steps; 0 is as at the start.
    void change_scale(int steps);

    void begin_frame();
    void end_frame();  ///< draws into the window's own framebuffer

    /// Is the mouse over a panel; is text being typed.
    bool takes_mouse() const { return ImGui::GetIO().WantCaptureMouse; }
    bool takes_text() const { return ImGui::GetIO().WantTextInput; }

    const fonts& faces() const { return loaded; }
    /// The size of one pixel of the design, in Dear ImGui's coordinates.
    float unit() const { return scale / density; }

private:
    void rebuild();
    static void take_mouse_from_events();

    const window& shown_in;
    float initial_scale;
    float scale;
    float density = 1.0f;
    bool rebuild_needed = false;
    fonts loaded;
};

}  // namespace ingot::shell
