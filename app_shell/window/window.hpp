// An SDL window with an OpenGL context; without a display the same through SDL's offscreen driver.
#pragma once

#include <SDL.h>

#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace ingot::shell {

/// No window could be opened; what() says why and how to go on.
class window_error : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

struct extent {
    int width = 0;
    int height = 0;
    friend bool operator==(const extent&, const extent&) = default;
};

class window {
public:
    enum class kind { visible, offscreen };
    window(kind how, const std::string& title, extent size);
    window(const window&) = delete;
    window& operator=(const window&) = delete;
    ~window();

    SDL_Window* handle() const { return opened; }
    SDL_GLContext context() const { return graphics; }
    /// In pixels of the picture, which on a display of high density are more than the window's own units.
    extent pixels() const;
    /// Pixels for each unit of the mouse's coordinates.
    float pixel_density() const;
    /// How much larger than on an ordinary display (96 pixels an inch) text must be drawn.
    float text_scale() const;

    /// Becomes as large as `size` on an ordinary display: larger where text must be, and not larger than the display.
    void take_comfortable_size(extent size);
    void set_title(const std::string& title);
    void set_full_screen(bool full);
    bool full_screen() const;
    void present();

    /// What has been drawn into the window's own framebuffer, before it is presented: sRGB, RGB, the top row first.
    std::vector<uint8_t> read() const;

    /// "4.5 (Core Profile) Mesa 22.3.6, llvmpipe …"
    std::string graphics_version() const;
    /// How many errors OpenGL has reported so far; the first ones are written to stderr.
    uint64_t graphics_errors() const;

private:
    struct messages;

    SDL_Window* opened = nullptr;
    SDL_GLContext graphics = nullptr;
    std::unique_ptr<messages> reported;
};

}  // namespace ingot::shell
