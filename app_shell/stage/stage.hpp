// The running sample of the window, with its camera, measurements, comparison and notices.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <ingot/installation/installation.hpp>
#include <ingot/sample/sample.hpp>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "camera/orbit_camera.hpp"
#include "comparison/live_comparison.hpp"
#include "kernels/fix_trial.hpp"
#include "kernels/kernel_reload.hpp"
#include "notices/notices.hpp"
#include "picture/picture.hpp"
#include "presets/presets.hpp"
#include "session/device_choice.hpp"
#include "session/parameter_settings.hpp"
#include "session/session.hpp"
#include "stage/deferred_actions.hpp"
#include "stage/live_statistics.hpp"
#include "statistics/run_statistics.hpp"

namespace ingot::shell {

/// How to open a sample: its device, parameters, camera and clock.
struct open_request {
    sample_description sample;
    device_request device;
    parameter_settings parameters;
    std::optional<std::string> preset;
    uint64_t seed = 1;
    std::optional<orbit> camera = {};  ///< absent: the sample's initial camera
    float exposure_stops = 0.0f;
    std::optional<uint64_t> paused_at = {};
    double speed = 1.0;
    bool fixed_step = false;
    session_past past = {};
    /// The values to which the parameters are reset if there is no preset: those with which the sample starts on this device.
    /// Parameters that are not among them are reset to their defaults.
    parameter_settings start = {};
    /// If given, some of the parameters are those of an earlier run. If the sample cannot be opened with them, for example
    /// because a file was deleted, it is opened with these instead, and a notice says so.
    std::optional<parameter_settings> without_saved = {};
};

/// Owns the running session, and performs the actions that panels and keys request. Failures of the sample become
/// notices; after a failed action the session continues as before.
class stage {
public:
    /// `program` is run in a child process to compile kernels in advance; it must understand `run` as `ingot` does.
    explicit stage(extent picture_size, const std::filesystem::path& program = installation::program_file());

    /// Opens a sample. On failure adds a notice, keeps the previous sample and returns false.
    bool open(const open_request& request);
    void close();
    /// Returns the running session, or null.
    session* running() { return session_.get(); }

    /// Calls `action` between two frames, when no panel uses the session. `doing`, such as "Resetting", begins the
    /// notice if it fails.
    void defer(std::string doing, std::function<void()> action) { actions_.add({std::move(doing), std::move(action)}); }
    /// Runs the actions that are ready. Call this between two frames.
    void run_deferred_actions();
    /// Returns the description of the first slow action that is ready, if any. The next frame waits until the action has run.
    std::optional<std::string> next_slow_action() const { return actions_.next_slow_action(); }
    /// Returns the description of the action whose kernels are being compiled in a child process, and when the compilation
    /// started.
    std::optional<std::pair<std::string, precompiler::clock::time_point>> pending_compilation() const {
        return actions_.pending_compilation();
    }
    /// Returns true while kernels are being compiled, even if no action requires them any more.
    bool is_compiling() const { return actions_.is_compiling(); }

    /// Sets the part of the window's width that the panels leave free. The next draw() puts the picture into its middle.
    void set_uncovered(const uncovered_part& part) { uncovered_ = part; }
    /// Draws the picture as files contain it, without regard to panels. Does nothing if it is drawn so already.
    void draw_for_file();
    /// The distance of the picture's middle from the middle of the window, to the right, as a share of the window's width.
    float picture_shift() const { return 0.5f * (uncovered().left + uncovered().right) - 0.5f; }
    /// The middle of the picture at `share` of the window's width, as a share too. A comparison can have two pictures side by
    /// side.
    float middle_of_picture_at(float share, int window_width) const;
    /// The factor by which a flat picture is smaller than without panels. A scene is smaller if panels, or the other picture of a
    /// comparison, leave a part that is higher than wide.
    float picture_scale() const;
    /// The projection of the canvas: that of the camera, moved by picture_shift() and scaled by picture_scale().
    glm::mat4 projection() const;

    // These actions may require kernels. They run after the kernels are compiled.
    void open_later(const open_request& request);
    void switch_device(const device& device);
    void switch_to_next_device();  ///< to the device that follows the current one
    void set_parameter(const std::string& name, const parameter_value& value);
    void apply(const preset& preset);
    void compare_with(const device& second);  ///< runs the sample on a second device too and shows both
    void toggle_comparison();                 ///< starts a comparison with the next device, or ends the comparison

    void switch_now(const device& device);  ///< throws on failure
    void save_preset(const std::string& title);
    void delete_preset(const preset& own);
    void reset_parameters();  ///< sets all parameters to reset_value()
    /// Returns the value to which a parameter is reset: that of the preset that was chosen last, or with which the sample has
    /// started, or the default.
    parameter_value reset_value(const parameter_base& parameter) const;
    void reset();
    void seek(double time);  ///< to a time of the sample's timeline
    void end_comparison();
    void resync();
    live_comparison& comparison() { return comparison_; }

    /// Reloads kernel files that were edited. Call this once for each frame.
    void take_edited_kernels();
    const kernel_news& edited_kernels() const { return kernel_reload_.news(); }

    /// Compiles a fix of a kernel file of the sample in the background, and then compares the session with one on the same device
    /// that runs the fixed kernels.
    void try_fix(const kernel_fix& fix);
    /// Takes a fix that has been compiled. Call this once for each frame.
    void take_compiled_fix();
    /// What became of the last fix; nothing if it runs, or if there was none.
    const std::optional<fix_news>& tried_fix() const { return fix_news_; }
    void forget_tried_fix() { fix_news_.reset(); }

    /// Returns the choice that says what the left mouse button does over the picture now; null if the mouse moves the camera.
    const choice* mouse_tool() const;
    /// Selects the next value of the sample's mouse tool, and returns it. Returns nothing if the sample has none.
    std::optional<std::string> choose_next_mouse_tool();
    /// Passes to the sample what the mouse has drawn.
    void mouse_drawn(std::span<const mouse_stroke> strokes);
    /// Has the mouse drawn since the start, in a sample that keeps no strokes (sample::strokes)?
    bool has_lost_strokes() const { return session_ && restart_of_lost_strokes_ == session_->restart_count(); }

    /// Runs the steps that are due. If a step fails, switches to another device if the current one was lost; otherwise
    /// pauses the clock.
    void advance(double elapsed);
    /// Resizes the picture to the size at which a window of this size shows it: half of the width that panels leave free if two
    /// devices are compared side by side.
    void resize_picture(extent window_size);
    void draw();  ///< draws the sample into the picture, and a compared session into its own picture
    /// Would show() show what it has shown last? False if that is not known.
    bool shows_the_same(extent window_size) const;
    void show(extent window_size);  ///< draws the picture, or the comparison of both pictures, into the window
    /// Collects the measurements of the frame. Call this after the frame was presented.
    void end_frame();
    picture& drawn_picture() { return picture_; }
    orbit_camera& camera() { return camera_; }
    float& exposure_stops() { return exposure_stops_; }
    float exposure() const;

    notices& notice_list() { return notices_; }
    /// Returns true if any action, step, drawing or measurement has failed since the stage was created.
    bool has_failed() const { return has_failed_; }
    /// Returns true if a step failed, which pauses the clock, and since then no action has succeeded and no edited kernels
    /// were loaded.
    bool is_stuck() const { return is_stuck_; }
    const std::vector<device_listing>& known_devices() const { return known_devices_; }
    const std::vector<preset>& presets() const { return presets_; }
    const std::optional<std::string>& chosen_preset() const { return statistics_.preset; }
    run_statistics& statistics() { return statistics_; }
    /// The latest statistics of the sample. Empty until the first frame was shown.
    const std::vector<statistic>& sample_statistics() const { return live_statistics_.latest(); }

private:
    template <typename Action>
    bool try_or_notify(const std::string& doing, const Action& action);
    void notify(const std::string& message);
    compilation_request kernels_on(const device& device, const parameter_settings& settings) const;
    void put_line_beside_panels();
    std::optional<device> next_device() const;
    bool switch_from_lost_device();
    void allow_retry();
    void clear_times();
    std::unique_ptr<session> open_with(const open_request& request);
    void forget_statistics();
    void load_presets();
    bool has_parameters_of(const preset& preset) const;
    void recognise_preset();
    uncovered_part uncovered() const;
    bool is_side_by_side() const;

    picture picture_;
    uncovered_part uncovered_;
    std::unique_ptr<session> session_;
    kernel_reload kernel_reload_;
    fix_trial fix_trial_;
    std::optional<fix_news> fix_news_;
    orbit_camera camera_;
    float exposure_stops_ = 0.0f;
    notices notices_;
    live_comparison comparison_ {notices_};
    deferred_actions actions_;
    bool has_failed_ = false;
    bool can_draw_ = true;
    bool is_stuck_ = false;
    // The sample's number of restarts when the mouse drew last, if the sample keeps no strokes.
    std::optional<uint64_t> restart_of_lost_strokes_;
    double sample_milliseconds_ = 0.0;  // which the sample used for the last picture
    std::vector<device_listing> known_devices_;
    std::vector<preset> presets_;
    parameter_settings reset_values_;  ///< of the parameters that are not reset to their defaults
    run_statistics statistics_;
    std::vector<launch_timing> launches_;  ///< launches of the current frame
    live_statistics live_statistics_;
};

}  // namespace ingot::shell
