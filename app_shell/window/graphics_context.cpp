#include "window/graphics_context.hpp"

#include <fmt/format.h>

#include <array>

#include "window/window.hpp"

namespace ingot::shell {

SDL_GLContext create_graphics_context(SDL_Window* in) {
    // Drawing needs 4.1 only; 4.5 gives debug output and what samples may use where it is there.
    for (const auto [major, minor] : {std::array {4, 5}, std::array {4, 3}, std::array {4, 1}}) {
        SDL_GL_SetAttribute(SDL_GL_CONTEXT_MAJOR_VERSION, major);
        SDL_GL_SetAttribute(SDL_GL_CONTEXT_MINOR_VERSION, minor);
        if (const SDL_GLContext created = SDL_GL_CreateContext(in)) return created;
    }
    return nullptr;
}

separate_context::separate_context() {
    SDL_Window* const before_in = SDL_GL_GetCurrentWindow();
    const SDL_GLContext before = SDL_GL_GetCurrentContext();
    hidden = SDL_CreateWindow("", 0, 0, 16, 16, SDL_WINDOW_OPENGL | SDL_WINDOW_HIDDEN);
    if (hidden) graphics = create_graphics_context(hidden);
    const std::string answer = SDL_GetError();
    SDL_GL_MakeCurrent(before_in, before);
    if (graphics) return;
    if (hidden) SDL_DestroyWindow(hidden);
    throw window_error(fmt::format("a second OpenGL context cannot be made: {}", answer));
}

separate_context::~separate_context() {
    SDL_GL_DeleteContext(graphics);
    SDL_DestroyWindow(hidden);
}

void separate_context::make_current() const {
    if (SDL_GL_MakeCurrent(hidden, graphics) != 0)
        throw window_error(fmt::format("OpenGL cannot be used in a second thread: {}", SDL_GetError()));
}

void separate_context::leave() const { SDL_GL_MakeCurrent(hidden, nullptr); }

}  // namespace ingot::shell
