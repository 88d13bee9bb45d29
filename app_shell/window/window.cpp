#include "window/window.hpp"

#include <epoxy/gl.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <optional>
#include <string_view>

namespace ingot::shell {

/// Counts the errors that OpenGL reported: through its debug output, or through glGetError if there is no debug output.
struct window::error_count {
    uint64_t errors = 0;
    bool by_debug_output = false;
};

namespace {

constexpr const char* alternatives =
    "'ingot run SAMPLE --headless --screenshot FILE.png' renders without a display. If this machine has a display, set the "
    "environment variable SDL_VIDEODRIVER to x11 or wayland";

/// Is this one of SDL's video drivers that show nothing? SDL selects such a driver by default if there is no display.
bool shows_nothing(std::string_view driver) { return driver == "offscreen" || driver == "dummy" || driver == "evdev"; }

// Sets XDG_RUNTIME_DIR, if it is not set, for the lifetime of this object. Without the variable, the library of Wayland,
// which SDL tries among other drivers, prints an error of its own.
class runtime_folder {
public:
    runtime_folder() : is_set_here_(std::getenv("XDG_RUNTIME_DIR") == nullptr) {
        if (is_set_here_) setenv("XDG_RUNTIME_DIR", "/nonexistent", 0);
    }
    ~runtime_folder() {
        if (is_set_here_) unsetenv("XDG_RUNTIME_DIR");
    }
    runtime_folder(const runtime_folder&) = delete;
    runtime_folder& operator=(const runtime_folder&) = delete;

private:
    bool is_set_here_;
};

void start_video(window::kind visibility) {
    std::optional<runtime_folder> wayland_folder;
    if (visibility == window::kind::visible) wayland_folder.emplace();
    const bool is_driver_given = std::getenv("SDL_VIDEODRIVER") != nullptr;
    if (visibility == window::kind::offscreen) SDL_SetHintWithPriority(SDL_HINT_VIDEODRIVER, "offscreen", SDL_HINT_OVERRIDE);
    SDL_SetHint(SDL_HINT_VIDEO_HIGHDPI_DISABLED, "0");
    SDL_SetHint(SDL_HINT_VIDEO_X11_NET_WM_BYPASS_COMPOSITOR, "0");
    if (SDL_InitSubSystem(SDL_INIT_VIDEO) != 0)
        throw window_error(visibility == window::kind::visible
                               ? fmt::format("no window can be opened: {}. {}", SDL_GetError(), alternatives)
                               : fmt::format("SDL's offscreen video driver cannot be used: {}", SDL_GetError()));
    if (visibility == window::kind::visible && !is_driver_given && shows_nothing(SDL_GetCurrentVideoDriver())) {
        SDL_QuitSubSystem(SDL_INIT_VIDEO);
        throw window_error(fmt::format("no window can be opened: this machine has no display. {}", alternatives));
    }
}

SDL_GLContext create_context(SDL_Window* window) {
    // The shell requires OpenGL 4.1 only. Later versions add debug output, and features that samples use if available.
    for (const auto [major, minor] : {std::array {4, 5}, std::array {4, 3}, std::array {4, 1}}) {
        SDL_GL_SetAttribute(SDL_GL_CONTEXT_MAJOR_VERSION, major);
        SDL_GL_SetAttribute(SDL_GL_CONTEXT_MINOR_VERSION, minor);
        if (const SDL_GLContext context = SDL_GL_CreateContext(window)) return context;
    }
    return nullptr;
}

void set_attributes() {
    SDL_GL_SetAttribute(SDL_GL_CONTEXT_PROFILE_MASK, SDL_GL_CONTEXT_PROFILE_CORE);
    SDL_GL_SetAttribute(SDL_GL_CONTEXT_FLAGS, SDL_GL_CONTEXT_DEBUG_FLAG);
    SDL_GL_SetAttribute(SDL_GL_DOUBLEBUFFER, 1);
    SDL_GL_SetAttribute(SDL_GL_RED_SIZE, 8);
    SDL_GL_SetAttribute(SDL_GL_GREEN_SIZE, 8);
    SDL_GL_SetAttribute(SDL_GL_BLUE_SIZE, 8);
}

// All errors are counted, but only the first ones are printed: an error may occur in every frame.
constexpr uint64_t max_printed_errors = 10;

void GLAPIENTRY on_message(GLenum, GLenum type, GLuint, GLenum, GLsizei length, const GLchar* text, const void* errors) {
    if (type != GL_DEBUG_TYPE_ERROR && type != GL_DEBUG_TYPE_UNDEFINED_BEHAVIOR) return;
    if (++*static_cast<uint64_t*>(const_cast<void*>(errors)) > max_printed_errors) return;
    const auto message = length < 0 ? std::string_view(text) : std::string_view(text, static_cast<size_t>(length));
    fmt::print(stderr, "ingot: OpenGL: {}\n", message);
}

}  // namespace

window::window(kind visibility, const std::string& title, extent size) : error_count_(std::make_unique<error_count>()) {
    start_video(visibility);
    set_attributes();
    const Uint32 flags = SDL_WINDOW_OPENGL | SDL_WINDOW_ALLOW_HIGHDPI |
                         (visibility == kind::visible ? SDL_WINDOW_RESIZABLE | SDL_WINDOW_SHOWN : SDL_WINDOW_HIDDEN);
    handle_ = SDL_CreateWindow(title.c_str(), SDL_WINDOWPOS_CENTERED, SDL_WINDOWPOS_CENTERED, size.width, size.height, flags);
    if (handle_) context_ = create_context(handle_);
    if (!context_) {
        const std::string answer = SDL_GetError();
        if (handle_) SDL_DestroyWindow(handle_);
        SDL_QuitSubSystem(SDL_INIT_VIDEO);
        throw window_error(fmt::format("a window with OpenGL 4.1 cannot be opened by {}: {}",
                                       visibility == kind::offscreen ? "SDL's offscreen video driver" : "the display's driver",
                                       answer));
    }
    SDL_GL_SetSwapInterval(visibility == kind::visible ? 1 : 0);
    if (epoxy_gl_version() >= 43 || epoxy_has_gl_extension("GL_KHR_debug")) {
        error_count_->by_debug_output = true;
        glEnable(GL_DEBUG_OUTPUT);
        glEnable(GL_DEBUG_OUTPUT_SYNCHRONOUS);
        glDebugMessageCallback(&on_message, &error_count_->errors);
    }
}

window::~window() {
    SDL_GL_DeleteContext(context_);
    SDL_DestroyWindow(handle_);
    SDL_QuitSubSystem(SDL_INIT_VIDEO);
}

extent window::pixels() const {
    extent size;
    SDL_GL_GetDrawableSize(handle_, &size.width, &size.height);
    return size;
}

float window::pixel_density() const {
    int units = 0;
    SDL_GetWindowSize(handle_, &units, nullptr);
    return units > 0 ? static_cast<float>(pixels().width) / static_cast<float>(units) : 1.0f;
}

float window::text_scale() const {
    constexpr float ordinary = 96.0f;
    float horizontal = 0.0f;
    const int display = SDL_GetWindowDisplayIndex(handle_);
    if (display < 0 || SDL_GetDisplayDPI(display, nullptr, &horizontal, nullptr) != 0) return pixel_density();
    // Some displays (projectors, virtual displays) report wrong densities. Round the scale to quarters, and never scale
    // down.
    const float rounded_scale = std::round(4.0f * horizontal / ordinary) / 4.0f;
    return std::max(pixel_density(), std::clamp(rounded_scale, 1.0f, 4.0f));
}

void window::fit_to_display(extent size) {
    SDL_Rect usable_area;
    if (SDL_GetDisplayUsableBounds(std::max(0, SDL_GetWindowDisplayIndex(handle_)), &usable_area) != 0) return;
    const float scale = text_scale() / pixel_density();
    // SDL's sizes do not include the title bar and the borders of the window. A twelfth of the area stays free for them.
    const auto limit_length = [scale](int length, int available) {
        return std::min(static_cast<int>(scale * static_cast<float>(length)), available - available / 12);
    };
    SDL_SetWindowSize(handle_, limit_length(size.width, usable_area.w), limit_length(size.height, usable_area.h));
    SDL_SetWindowPosition(handle_, SDL_WINDOWPOS_CENTERED, SDL_WINDOWPOS_CENTERED);
}

void window::set_title(const std::string& title) {
    if (title != SDL_GetWindowTitle(handle_)) SDL_SetWindowTitle(handle_, title.c_str());
}

void window::set_full_screen(bool full) { SDL_SetWindowFullscreen(handle_, full ? SDL_WINDOW_FULLSCREEN_DESKTOP : 0); }

bool window::is_full_screen() const { return (SDL_GetWindowFlags(handle_) & SDL_WINDOW_FULLSCREEN_DESKTOP) != 0; }

void window::present() { SDL_GL_SwapWindow(handle_); }

std::vector<uint8_t> window::read() const {
    const auto [width, height] = pixels();
    const size_t row = 3 * static_cast<size_t>(width);
    std::vector<uint8_t> rows(row * static_cast<size_t>(height));
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    for (int y = 0; y < height; ++y)
        glReadPixels(0, height - 1 - y, width, 1, GL_RGB, GL_UNSIGNED_BYTE, rows.data() + row * static_cast<size_t>(y));
    return rows;
}

std::string window::graphics_version() const {
    return fmt::format("{}, {}", reinterpret_cast<const char*>(glGetString(GL_VERSION)),
                       reinterpret_cast<const char*>(glGetString(GL_RENDERER)));
}

uint64_t window::graphics_errors() const {
    while (const GLenum code = glGetError()) {
        if (error_count_->by_debug_output) continue;  // on_message() has already counted the error
        if (++error_count_->errors > max_printed_errors) continue;
        fmt::print(stderr, "ingot: OpenGL: error 0x{:04x}\n", code);
    }
    return error_count_->errors;
}

}  // namespace ingot::shell
