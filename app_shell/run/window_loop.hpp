// Events, frames and panels of the window.
#pragma once

#include <SDL.h>

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "camera/camera_controls.hpp"
#include "camera/gamepads.hpp"
#include "command_line/command_line.hpp"
#include "panels/browser_panel.hpp"
#include "panels/kernel_panel.hpp"
#include "panels/profiler_panel.hpp"
#include "panels/sample_panel.hpp"
#include "panels/transport.hpp"
#include "panels/user_interface.hpp"
#include "run/window_capture.hpp"
#include "settings/sample_memories.hpp"
#include "settings/window_settings.hpp"
#include "stage/stage.hpp"

namespace ingot::shell {

/// How the window is opened.
struct window_wishes {
    std::optional<extent> size = {};  ///< without it, as it was kept, or as it suits the display
    float ui_scale = 0.0f;            ///< 0: as it was kept, or as the display asks for
    std::optional<theme::look> look = {};
    bool fresh = false;  ///< nothing of what was kept at earlier starts
    bool keeps = true;   ///< false for a run of so many frames: it neither reads nor writes what is kept
    std::optional<video_target> video = {};
    frame_rate video_rate = {};
};

class window_loop {
public:
    window_loop(std::span<const sample_description> samples, const window_wishes& as);

    stage& on_stage() { return acts; }
    const window& shown_in() const { return frame; }
    /// What the window remembers of samples.
    sample_memories& memory() { return memories; }
    /// A picture or a video could not be written.
    bool capture_failed() const { return capture.failed(); }
    /// Switches to do on the way, by frame.
    void set_switches(std::vector<backend_switch> to) { switches = std::move(to); }

    /// Until the window is closed, or this many frames were stepped.
    void run(std::optional<uint64_t> frames);
    /// The same, with a sample to begin with. False, and at once, where it cannot be opened.
    bool run(const opening& first, std::optional<uint64_t> frames);

private:
    // window_loop.cpp
    void run_while(const std::function<bool()>& goes_on, std::optional<uint64_t> frames);
    void make_frame(double elapsed);
    void draw_panels();
    void draw_panels_of_sample();
    void switch_where_due();
    bool figures_shown() const;
    void show_or_hide_figures();
    float draw_right_panel();
    void save_trace();
    void copy_command();
    void open(const sample_description& which);
    void open_neighbour(int by);
    void leave();
    std::map<int, orbit>& bookmarks();
    void keep_layout();
    void wish(transport_wish what);

    // window_input.cpp
    void take_events();
    void take_event(const SDL_Event& event);
    void take_key(const SDL_KeyboardEvent& key);
    bool take_control_key(SDL_Keycode which);
    bool take_window_key(const SDL_KeyboardEvent& key);
    void take_session_key(SDL_Keycode key, Uint16 modifiers);
    void take_time_key(SDL_Keycode key);
    void take_camera_key(SDL_Keycode key);
    void take_pad_button(Uint8 button);
    void take_mouse(const SDL_Event& event);
    void move_camera(double elapsed);
    void go_back();
    void drop_file(const std::string& path);
    void load_presets_file(const std::filesystem::path& file);

    const std::chrono::steady_clock::time_point made = std::chrono::steady_clock::now();
    std::vector<sample_description> known;
    window_wishes asked;
    window_settings layout;
    window frame;
    user_interface interface;
    stage acts;
    window_capture capture {acts, frame};
    sample_memories memories;
    placement_watch place;
    camera_controls camera_moves;
    gamepads pads;
    browser_panel browser;
    sample_panel panel;
    kernel_panel kernels;
    profiler_panel profiler;
    bool profiler_shown = false;
    bool figures_over_others = false;
    std::vector<backend_switch> switches;
    bool keys_shown = false;
    bool closing = false;
};

}  // namespace ingot::shell
