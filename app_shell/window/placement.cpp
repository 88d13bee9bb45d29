#include "window/placement.hpp"

#include <algorithm>

namespace ingot::shell {

namespace {

// The user must be able to drag the window: at least this width of its upper edge must lie on a display.
constexpr int least_width_on_display = 80;

bool can_be_dragged(const SDL_Rect& frame, const SDL_Rect& display) {
    const int width = std::min(frame.x + frame.w, display.x + display.w) - std::max(frame.x, display.x);
    return width >= std::min(least_width_on_display, frame.w) && frame.y >= display.y - 8 &&
           frame.y < display.y + display.h - least_width_on_display / 2;
}

bool has_temporary_size(SDL_Window* window) {
    return (SDL_GetWindowFlags(window) & (SDL_WINDOW_MAXIMIZED | SDL_WINDOW_MINIMIZED | SDL_WINDOW_FULLSCREEN_DESKTOP)) != 0;
}

}  // namespace

std::vector<SDL_Rect> displays() {
    std::vector<SDL_Rect> all;
    for (int i = 0; i < SDL_GetNumVideoDisplays(); ++i)
        if (SDL_Rect usable; SDL_GetDisplayUsableBounds(i, &usable) == 0) all.push_back(usable);
    return all;
}

std::optional<SDL_Rect> fit_to_displays(const SDL_Rect& frame, std::span<const SDL_Rect> area) {
    if (area.empty() || frame.w < 1 || frame.h < 1) return std::nullopt;
    if (std::ranges::any_of(area, [&](const SDL_Rect& each) { return can_be_dragged(frame, each); })) return frame;
    return centred(frame, area.front());
}

SDL_Rect centred(const SDL_Rect& frame, const SDL_Rect& area) {
    const int width = std::min(frame.w, area.w);
    const int height = std::min(frame.h, area.h);
    return {area.x + (area.w - width) / 2, area.y + (area.h - height) / 2, width, height};
}

void placement_watch::update(SDL_Window* window) {
    const Uint32 flags = SDL_GetWindowFlags(window);
    latest_.is_maximised = (flags & SDL_WINDOW_MAXIMIZED) != 0;
    latest_.is_full_screen = (flags & SDL_WINDOW_FULLSCREEN_DESKTOP) == SDL_WINDOW_FULLSCREEN_DESKTOP;
    if (has_temporary_size(window)) return;
    SDL_Rect& place = latest_.frame;
    SDL_GetWindowPosition(window, &place.x, &place.y);
    SDL_GetWindowSize(window, &place.w, &place.h);
    int top = 0;
    int left = 0;
    // SDL reports the position of the client area. Subtract the borders to get the position of the whole window.
    if (SDL_GetWindowBordersSize(window, &top, &left, nullptr, nullptr) == 0) {
        place.x -= left;
        place.y -= top;
    }
}

void restore_placement(SDL_Window* window, const placement& placement) {
    const auto all = displays();
    if (const auto place = fit_to_displays(placement.frame, all)) {
        SDL_SetWindowSize(window, place->w, place->h);
        SDL_SetWindowPosition(window, place->x, place->y);
    }
    if (placement.is_maximised) SDL_MaximizeWindow(window);
    if (placement.is_full_screen) SDL_SetWindowFullscreen(window, SDL_WINDOW_FULLSCREEN_DESKTOP);
}

void move_to_next_display(SDL_Window* window) {
    const auto all = displays();
    const int display = SDL_GetWindowDisplayIndex(window);
    if (all.size() < 2 || display < 0) return;
    const SDL_Rect& next = all[(static_cast<size_t>(display) + 1) % all.size()];
    const bool full = (SDL_GetWindowFlags(window) & SDL_WINDOW_FULLSCREEN_DESKTOP) == SDL_WINDOW_FULLSCREEN_DESKTOP;
    if (full) SDL_SetWindowFullscreen(window, 0);
    SDL_Rect frame {};
    SDL_GetWindowSize(window, &frame.w, &frame.h);
    const SDL_Rect place = centred(frame, next);  // shrinks the window if the next display is smaller
    SDL_SetWindowSize(window, place.w, place.h);
    SDL_SetWindowPosition(window, place.x, place.y);
    if (full) SDL_SetWindowFullscreen(window, SDL_WINDOW_FULLSCREEN_DESKTOP);
}

}  // namespace ingot::shell
