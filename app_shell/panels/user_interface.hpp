// Dear ImGui in a window: its context, fonts and style, and its way to the screen.
#pragma once

#include <SDL.h>

#include "panels/fonts.hpp"
#include "panels/theme.hpp"
#include "window/window.hpp"

namespace ingot::shell {

class user_interface {
public:
    /// `scale` 0: as the display asks for.
    user_interface(const window& in, float scale, theme::look as = theme::look::dark);
    user_interface(const user_interface&) = delete;
    user_interface& operator=(const user_interface&) = delete;
    ~user_interface();

    void handle(const SDL_Event& event);
    /// Larger or smaller text, in steps; 0 is as the display asks for.
    void change_scale(int steps);
    /// What a person chose; 0 where the display decides.
    float chosen_scale() const { return scale_is_chosen ? scale : 0.0f; }
    void set_look(theme::look to);

    /// Where the keys of a person's keyboard go: to the picture, or to the controls of a panel, one after the other.
    enum class keyboard { picture, panels };
    void set_keyboard(keyboard to);
    keyboard keys_go_to() const { return keys; }
    /// To the next panel (or the one before) that can be reached with the keyboard; from the picture to the first.
    void focus_next_panel(bool backwards);

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
    float scale;
    bool scale_is_chosen;
    theme::look looks;
    keyboard keys = keyboard::picture;
    float density = 1.0f;
    bool rebuild_needed = false;
    fonts loaded;
};

}  // namespace ingot::shell
