// Events, frames and panels of the window.
#pragma once

#include <SDL.h>

#include <chrono>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "command_line/command_line.hpp"
#include "panels/browser_panel.hpp"
#include "panels/profiler_panel.hpp"
#include "panels/sample_panel.hpp"
#include "panels/user_interface.hpp"
#include "stage/stage.hpp"

namespace ingot::shell {

class window_loop {
public:
    /// Without a size, one that suits the display.
    window_loop(std::span<const sample_description> samples, std::optional<extent> size, float ui_scale);

    stage& on_stage() { return acts; }
    const window& shown_in() const { return frame; }
    /// Switches to do on the way, by frame.
    void set_switches(std::vector<backend_switch> to) { switches = std::move(to); }

    /// Until the window is closed, or this many frames were stepped.
    void run(std::optional<uint64_t> frames);
    /// The same, with a sample to begin with. False, and at once, where it cannot be opened.
    bool run(const opening& first, std::optional<uint64_t> frames);

private:
    void run_while(const std::function<bool()>& goes_on, std::optional<uint64_t> frames);
    void take_events();
    void take_key(const SDL_KeyboardEvent& key);
    void take_session_key(SDL_Keycode key);
    void take_mouse(const SDL_Event& event);
    void drop_file(const std::string& path);
    void make_frame(double elapsed);
    void draw_panels();
    void switch_where_due();
    void save_picture();
    void save_trace();
    void draw_right_panel();

    const std::chrono::steady_clock::time_point made = std::chrono::steady_clock::now();
    std::vector<sample_description> known;
    window frame;
    user_interface interface;
    stage acts;
    browser_panel browser;
    sample_panel panel;
    profiler_panel profiler;
    bool profiler_shown = false;
    std::vector<backend_switch> switches;
    bool panels_hidden = false;
    bool keys_shown = false;
    bool closing = false;
};

}  // namespace ingot::shell
