// Where a window stands among the displays, to be kept between starts.
#pragma once

#include <SDL.h>

#include <optional>
#include <span>
#include <vector>

namespace ingot::shell {

struct placement {
    /// In the desktop's coordinates, as it is when neither maximised nor full screen; empty: none yet.
    SDL_Rect place {0, 0, 0, 0};
    bool maximised = false;
    bool full_screen = false;
};

/// The usable parts of all displays (without task bars), in SDL's order.
std::vector<SDL_Rect> displays();

/// A kept place as it fits the displays of today: as it was where enough of its upper edge is on one of them, to be taken hold
/// of; else in the middle of the first, and not larger than that. Nothing where there is no display or no kept place.
std::optional<SDL_Rect> place_today(const SDL_Rect& kept, std::span<const SDL_Rect> on);

/// In the middle of a display, and not larger than it.
SDL_Rect centred(const SDL_Rect& frame, const SDL_Rect& on);

/// Keeps up with a window: what it looks like now, and where it was before it was maximised or full screen.
class placement_watch {
public:
    /// To be called for each frame.
    void look(SDL_Window* at);
    const placement& latest() const { return seen; }

private:
    placement seen;
};

/// Puts a window where it was.
void take_place(SDL_Window* which, const placement& kept);

/// Moves a window to the middle of the next display, full screen or not. Does nothing where there is only one.
void move_to_next_display(SDL_Window* which);

}  // namespace ingot::shell
