#include "window/placement.hpp"

#include <algorithm>

namespace ingot::shell {

namespace {

constexpr int hold = 80;  // so much of the upper edge must be on a display: a mouse can take it there

bool can_be_taken(const SDL_Rect& frame, const SDL_Rect& display) {
    const int width = std::min(frame.x + frame.w, display.x + display.w) - std::max(frame.x, display.x);
    return width >= std::min(hold, frame.w) && frame.y >= display.y - 8 && frame.y < display.y + display.h - hold / 2;
}

bool is_large(SDL_Window* which) {
    return (SDL_GetWindowFlags(which) & (SDL_WINDOW_MAXIMIZED | SDL_WINDOW_MINIMIZED | SDL_WINDOW_FULLSCREEN_DESKTOP)) != 0;
}

}  // namespace

std::vector<SDL_Rect> displays() {
    std::vector<SDL_Rect> all;
    for (int i = 0; i < SDL_GetNumVideoDisplays(); ++i)
        if (SDL_Rect usable; SDL_GetDisplayUsableBounds(i, &usable) == 0) all.push_back(usable);
    return all;
}

std::optional<SDL_Rect> place_today(const SDL_Rect& kept, std::span<const SDL_Rect> on) {
    if (on.empty() || kept.w < 1 || kept.h < 1) return std::nullopt;
    if (std::ranges::any_of(on, [&](const SDL_Rect& each) { return can_be_taken(kept, each); })) return kept;
    return centred(kept, on.front());
}

SDL_Rect centred(const SDL_Rect& frame, const SDL_Rect& on) {
    const int width = std::min(frame.w, on.w);
    const int height = std::min(frame.h, on.h);
    return {on.x + (on.w - width) / 2, on.y + (on.h - height) / 2, width, height};
}

void placement_watch::look(SDL_Window* at) {
    const Uint32 flags = SDL_GetWindowFlags(at);
    seen.maximised = (flags & SDL_WINDOW_MAXIMIZED) != 0;
    seen.full_screen = (flags & SDL_WINDOW_FULLSCREEN_DESKTOP) == SDL_WINDOW_FULLSCREEN_DESKTOP;
    if (is_large(at)) return;
    SDL_Rect& place = seen.place;
    SDL_GetWindowPosition(at, &place.x, &place.y);
    SDL_GetWindowSize(at, &place.w, &place.h);
    int top = 0;
    int left = 0;
    // With a title bar the position is that of what is inside of it.
    if (SDL_GetWindowBordersSize(at, &top, &left, nullptr, nullptr) == 0) {
        place.x -= left;
        place.y -= top;
    }
}

void take_place(SDL_Window* which, const placement& kept) {
    const auto all = displays();
    if (const auto place = place_today(kept.place, all)) {
        SDL_SetWindowSize(which, place->w, place->h);
        SDL_SetWindowPosition(which, place->x, place->y);
    }
    if (kept.maximised) SDL_MaximizeWindow(which);
    if (kept.full_screen) SDL_SetWindowFullscreen(which, SDL_WINDOW_FULLSCREEN_DESKTOP);
}

void move_to_next_display(SDL_Window* which) {
    const auto all = displays();
    const int now = SDL_GetWindowDisplayIndex(which);
    if (all.size() < 2 || now < 0) return;
    const SDL_Rect& next = all[(static_cast<size_t>(now) + 1) % all.size()];
    const bool full = (SDL_GetWindowFlags(which) & SDL_WINDOW_FULLSCREEN_DESKTOP) == SDL_WINDOW_FULLSCREEN_DESKTOP;
    if (full) SDL_SetWindowFullscreen(which, 0);
    SDL_Rect frame {};
    SDL_GetWindowSize(which, &frame.w, &frame.h);
    const SDL_Rect place = centred(frame, next);  // not larger than it is there
    SDL_SetWindowSize(which, place.w, place.h);
    SDL_SetWindowPosition(which, place.x, place.y);
    if (full) SDL_SetWindowFullscreen(which, SDL_WINDOW_FULLSCREEN_DESKTOP);
}

}  // namespace ingot::shell
