// The position and size of the window on the displays, which are saved between program runs.
#pragma once

#include <SDL.h>

#include <optional>
#include <span>
#include <vector>

namespace ingot::shell {

/// Position, size and state of a window.
struct placement {
    /// Position and size in desktop coordinates while the window is neither maximised nor full screen. Empty if
    /// unknown.
    SDL_Rect frame {0, 0, 0, 0};
    bool is_maximised = false;
    bool is_full_screen = false;

    friend bool operator==(const placement& a, const placement& b) {
        return SDL_RectEquals(&a.frame, &b.frame) == SDL_TRUE && a.is_maximised == b.is_maximised &&
               a.is_full_screen == b.is_full_screen;
    }
};

/// Returns the usable areas of all displays (without task bars), in SDL's order.
std::vector<SDL_Rect> displays();

/// Fits a saved placement to the displays that are connected now. Returns it unchanged if enough of the window's upper
/// edge lies on a display for the user to drag the window. Otherwise centres the window on the first display, and
/// shrinks it if it is larger than the display. Returns nothing if there is no display or no saved placement.
std::optional<SDL_Rect> fit_to_displays(const SDL_Rect& frame, std::span<const SDL_Rect> areas);

/// Returns `frame` centred on a display, and no larger than the display.
SDL_Rect centred(const SDL_Rect& frame, const SDL_Rect& area);

/// Tracks the placement of a window: its current state, and its position before it was maximised or full screen.
class placement_watch {
public:
    /// Reads the window's current placement. Call it once per frame.
    void update(SDL_Window* window);
    const placement& latest() const { return latest_; }

private:
    placement latest_;
};

/// Restores a saved placement.
void restore_placement(SDL_Window* window, const placement& placement);

/// Moves a window to the middle of the next display; a full-screen window stays full screen. Does nothing if there is
/// only one display.
void move_to_next_display(SDL_Window* window);

}  // namespace ingot::shell
