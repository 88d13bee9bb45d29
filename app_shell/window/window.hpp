// An SDL window with an OpenGL context. For a run without a window, SDL's offscreen driver provides the context.
#pragma once

#include <SDL.h>

#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace ingot::shell {

/// Thrown if no window or no OpenGL context could be opened. what() states the reason; if the reason is that no display can
/// be used, it also states the alternatives.
class window_error : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// Width and height, in pixels if nothing else is stated.
struct extent {
    int width = 0;
    int height = 0;
    friend bool operator==(const extent&, const extent&) = default;
};

/// The program's only window, with a current OpenGL context.
class window {
public:
    enum class kind { visible, offscreen };
    /// Opens the window. `size` is in SDL's units: on a high-density display, the framebuffer has more pixels. Throws
    /// window_error.
    window(kind visibility, const std::string& title, extent size);
    window(const window&) = delete;
    window& operator=(const window&) = delete;
    ~window();

    SDL_Window* handle() const { return handle_; }
    SDL_GLContext context() const { return context_; }
    /// Size of the framebuffer in pixels. On a high-density display it is larger than the window's size in SDL's units.
    extent pixels() const;
    /// Number of pixels per unit of mouse coordinates.
    float pixel_density() const;
    /// Scale of text relative to a display with 96 pixels per inch.
    float text_scale() const;

    /// Resizes the window to `size` times text_scale(), and centres it. Its width and height are at most 11/12 of those of
    /// the display's usable area, so that the title bar and the borders also fit.
    void fit_to_display(extent size);
    void set_title(const std::string& title);
    void set_full_screen(bool full);
    bool is_full_screen() const;
    void present();

    /// Reads the contents of the default framebuffer; call it before present(). Returns three bytes per pixel (sRGB),
    /// the top row first.
    std::vector<uint8_t> read() const;

    /// "4.5 (Core Profile) Mesa 22.3.6, llvmpipe …"
    std::string graphics_version() const;
    /// Number of errors that OpenGL has reported so far. The first ten are also written to standard error.
    uint64_t graphics_errors() const;

private:
    struct error_count;

    SDL_Window* handle_ = nullptr;
    SDL_GLContext context_ = nullptr;
    std::unique_ptr<error_count> error_count_;
};

}  // namespace ingot::shell
