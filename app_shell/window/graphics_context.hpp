// OpenGL contexts, and one for another thread.
#pragma once

#include <SDL.h>

namespace ingot::shell {

/// The context that the shell and its samples draw with, current in this thread; null where none can be made.
SDL_GLContext create_graphics_context(SDL_Window* in);

/// A context that shares nothing with the window's: for work in one other thread. While a window is open.
class separate_context {
public:
    /// In the window's thread, whose context stays current. Throws window_error.
    separate_context();
    separate_context(const separate_context&) = delete;
    separate_context& operator=(const separate_context&) = delete;
    /// In the window's thread; no other thread has it current any more.
    ~separate_context();

    /// In the thread that calls. Throws window_error.
    void make_current() const;
    void leave() const;

private:
    SDL_Window* hidden = nullptr;
    SDL_GLContext graphics = nullptr;
};

}  // namespace ingot::shell
