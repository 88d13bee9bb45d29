// The Dear ImGui context of a window: fonts, style, input events and drawing.
#pragma once

#include <SDL.h>

#include <deque>
#include <optional>
#include <set>

#include "panels/fonts.hpp"
#include "panels/outside_characters.hpp"
#include "panels/panel_picture.hpp"
#include "panels/theme.hpp"
#include "window/window.hpp"

namespace ingot::shell {

/// Owns the Dear ImGui context of the program's window. All panels are made between begin_frame() and end_frame():
///
///     interface.begin_frame();
///     do draw_panels();
///     while (interface.begin_again());
///     interface.end_frame();
class user_interface {
public:
    /// `scale` is the scale of text and controls; 0 uses the scale that suits the display (window::text_scale).
    user_interface(const window& window, float scale, theme::look look = theme::look::dark);
    user_interface(const user_interface&) = delete;
    user_interface& operator=(const user_interface&) = delete;
    ~user_interface();

    /// Passes an event to the panels. If a key is pressed and released within one frame, the release and all later keys and
    /// texts wait for the next frame, so that the panels see that the key was down; likewise if it is pressed again.
    void handle(const SDL_Event& event);
    /// Changes the scale of text and controls by `steps` times 0.125, within 0.5 to 4. With 0, returns to the scale that
    /// suits the display.
    void change_scale(int steps);
    /// The scale that the user chose; 0 if the scale follows the display.
    float chosen_scale() const { return scale_is_chosen_ ? scale_ : 0.0f; }
    void set_look(theme::look look);

    /// Which part of the window the keyboard controls: the picture (camera, clock), or the controls of a panel.
    enum class keyboard { picture, panels };
    void set_keyboard(keyboard target);
    keyboard keyboard_target() const { return keyboard_target_; }
    /// Gives the keyboard to the next panel from left to right, or to the previous one if `backwards`. If the picture has
    /// the keyboard, the first or the last panel gets it.
    void focus_next_panel(bool backwards);

    /// Closes a list or another popup that a panel has opened, as Esc does. Returns false if there is none.
    bool close_popup();

    void begin_frame();
    /// Begins the frame again if the contents of a panel have another size than the panel, or if a panel is new: Dear ImGui lays
    /// such a panel out one frame late, and a slow frame would show it cut off for long. No time passes until then, and what the
    /// mouse and the keyboard did counts only once. Returns true if the panels must be made again, at most twice in a frame.
    bool begin_again();
    void end_frame();   ///< completes the picture of the panels
    void draw() const;  ///< draws that picture over the window's default framebuffer
    panel_picture& picture() { return *picture_; }

    /// Is this position, in the coordinates of the mouse, over a panel? Then events of the mouse are not for the picture. Unlike
    /// Dear ImGui's own answer, this one does not depend on where the mouse was when the last frame began.
    static bool is_over_panel(int x, int y);
    /// Is a text field being edited? Then keys are not shortcuts.
    bool takes_text() const { return ImGui::GetIO().WantTextInput; }

    const fonts& loaded_fonts() const { return fonts_; }
    /// The size of one design pixel (at 96 pixels per inch) in Dear ImGui's coordinates.
    float unit() const { return scale_ / density_; }

private:
    void rebuild();
    void pass_on(const SDL_Event& event);
    void pass_on_waiting_keys();
    void focus_requested_panel();
    void take_mouse_from_events();

    const window& window_;
    float scale_;
    bool scale_is_chosen_;
    theme::look look_;
    keyboard keyboard_target_ = keyboard::picture;
    float density_ = 1.0f;
    bool rebuild_needed_ = false;
    outside_characters outside_characters_;
    fonts fonts_;
    std::optional<panel_picture> picture_;
    std::set<SDL_Scancode> changed_in_frame_;  ///< keys that were pressed or released for the next frame
    std::deque<SDL_Event> waiting_keys_;       ///< events of keys and texts for the next frame
    std::optional<ImVec2> pressed_at_;         ///< where the mouse was pressed for the next frame
    int repetitions_ = 0;                      ///< of the frame, by begin_again()
    /// Requests of focus_next_panel(), which the next frame carries out: 1 for the next panel, -1 for the previous one.
    int requested_panel_ = 0;
};

}  // namespace ingot::shell
