// The main loop of the window: events, frames and panels.
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
#include "panels/statistics_panel.hpp"
#include "panels/transport.hpp"
#include "panels/user_interface.hpp"
#include "run/window_capture.hpp"
#include "settings/sample_settings_store.hpp"
#include "settings/window_settings_store.hpp"
#include "stage/stage.hpp"

namespace ingot::shell {

/// Options for opening the window.
struct window_options {
    std::optional<extent> size = {};  ///< absent: the saved size, or a size that suits the display
    float ui_scale = 0.0f;            ///< 0: the saved scale, or the scale of the display
    std::optional<theme::look> look = {};
    bool fresh = false;    ///< begins with the default settings
    bool persists = true;  ///< false for a run with --frames, which neither reads nor saves settings
    std::optional<video_target> video = {};
    frame_rate video_rate = {};
    std::vector<std::string> problems = {};  ///< what the window reports when it opens
};

/// Owns the window, its panels and the running sample, and runs frames until the window is closed.
class window_loop {
public:
    window_loop(std::span<const sample_description> samples, const window_options& options);

    stage& current_stage() { return stage_; }
    const window& main_window() const { return window_; }
    /// Settings of samples that are saved between runs.
    sample_settings_store& settings_store() { return settings_store_; }
    /// Shows in the window, and prints on stderr, why a file with settings cannot be read or written.
    void report_settings_problem(const std::string& problem);
    /// Returns true if a picture or a video could not be written.
    bool capture_failed() const { return capture_.has_failed(); }
    /// Returns the request that opens a sample as it was left: with its saved parameters. If the device is a processor, they are
    /// on top of those of the preset that starts there (preset::starts_on_cpu).
    open_request request_to_open(const sample_description& sample, const device_request& device);
    /// Sets the switches of the backend that the loop makes. The list must be sorted by frame.
    void set_backend_switches(std::vector<backend_switch> requested) { backend_switches_ = std::move(requested); }

    /// Runs until the window is closed or the program receives a stop signal. If `frames` is given, the run also ends
    /// when the sample has stepped this many frames, or when a step has failed.
    void run(std::optional<uint64_t> frames);
    /// Opens a sample first, then runs as the function above does. If the sample cannot be opened, ends and returns false.
    bool run(const open_request& first, std::optional<uint64_t> frames);

    /// What is left of the video of a run that a signal stopped (video_writer::kept_part).
    const std::string& kept_part_of_video() const { return kept_part_of_video_; }

private:
    // Defined in window_loop.cpp.
    void run_while(const std::function<bool()>& goes_on, std::optional<uint64_t> frames);
    void make_frame(double elapsed);
    void run_requested_changes();
    bool has_other_window();
    static void rest_after(std::chrono::steady_clock::time_point start_of_frame);
    void draw_panels();
    void draw_panels_of_sample();
    void switch_backend_if_due();
    bool has_room_for_kernels(float right_width) const;
    bool statistics_are_shown() const;
    bool has_covered_picture();
    void toggle_statistics();
    void toggle_profiler();
    float draw_right_panel();
    uncovered_part find_uncovered_part(float right_width);
    void save_trace();
    void copy_command();
    void copy_link();
    void copy_text(const std::string& text, const std::string& remarks);
    extent window_size() const;
    void open_pasted_link();
    void open_link(const std::string& text);
    std::optional<preset> start_preset(const sample_description& sample, const device_request& device) const;
    void open_later(const open_request& request);
    void open(const sample_description& sample);
    void open_neighbour(int offset);
    void close_sample();
    std::function<void(const std::string&)> settings_reporter();
    std::map<int, orbit>& bookmarks();
    void save_layout();
    void handle(transport_action action);
    void show_mode(std::string word);
    void toggle_kernels();

    // Defined in window_input.cpp.
    void handle_events();
    void handle_late_events();
    static bool has_waiting_input();
    bool is_tab_for_picture(const SDL_Event& event);
    void handle_event(const SDL_Event& event);
    void handle_key(const SDL_KeyboardEvent& key);
    void handle_control_key(SDL_Keycode pressed_key, uint16_t modifiers);
    bool handle_window_key(const SDL_KeyboardEvent& key);
    void handle_session_key(SDL_Keycode key, Uint16 modifiers);
    void handle_time_key(SDL_Keycode key);
    void handle_camera_key(SDL_Keycode key);
    void handle_gamepad_button(Uint8 button);
    void handle_mouse(const SDL_Event& event);
    glm::vec2 share_of_window(glm::ivec2 place) const;
    void draw_with_mouse();
    void move_camera(double elapsed);
    void go_back();
    void handle_dropped_file(const std::string& path);
    void load_presets_file(const std::filesystem::path& file);

    const std::chrono::steady_clock::time_point created_at_ = std::chrono::steady_clock::now();
    std::vector<sample_description> samples_;
    window_options options_;
    std::vector<std::string> settings_problems_;  ///< what the constructor reports when the window is open
    window_settings_store layout_store_;
    window_settings layout_at_start_;  ///< includes what the command line sets
    window_settings layout_;
    window window_;
    user_interface interface_;
    stage stage_;
    window_capture capture_ {stage_, window_};
    sample_settings_store settings_store_;
    placement_watch placement_watch_;
    camera_controls camera_controls_;
    gamepads gamepads_;
    browser_panel browser_;
    sample_panel sample_panel_;
    kernel_panel kernels_;
    profiler_panel profiler_;
    statistics_panel statistics_panel_;
    bool profiler_shown_ = false;
    uncovered_part uncovered_;  ///< what the panels of the last frame left free
    // Becomes true when the user opens the statistics panel, and false when the user closes it. If it is true, the panel is
    // shown in a narrow window too.
    bool statistics_may_cover_panels_ = false;
    bool was_comparing_ = false;  ///< in the last frame
    std::vector<backend_switch> backend_switches_;
    bool key_list_shown_ = false;
    bool drags_picture_ = false;                 ///< whether the mouse button was pressed over the picture last
    std::optional<glm::vec2> drawing_at_;        ///< where the mouse draws on the picture, in shares of the window
    std::vector<mouse_stroke> mouse_strokes_;    ///< what it has drawn since the last frame
    std::optional<sample_description> opening_;  ///< the sample that was opened last
    std::optional<std::string> announced_;       ///< the slow action that the last frame announced
    std::string mode_word_;                      ///< names the mode that a key has set
    std::chrono::steady_clock::time_point mode_set_at_;
    bool closing_ = false;
    steady::time_point exposed_at_ = steady::now();  ///< when the latest event said that the window is shown, moved or resized
    uint32_t inputs_ = 0;      // events of the keyboard and the mouse since the last frame of a sample
    std::string kept_part_of_video_;
};

}  // namespace ingot::shell
