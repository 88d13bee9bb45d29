// What is on in the window: a session with its camera and figures, and what panels and keys do to it.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "camera/orbit_camera.hpp"
#include "comparison/live_comparison.hpp"
#include "kernels/kernel_reload.hpp"
#include "notices/notices.hpp"
#include "picture/picture.hpp"
#include "presets/presets.hpp"
#include "process/own_program.hpp"
#include "session/session.hpp"
#include "stage/deferred_actions.hpp"
#include "stage/live_readings.hpp"
#include "stage/opening.hpp"
#include "statistics/run_statistics.hpp"

namespace ingot::shell {

/// Failures of the sample become notices: what ran before goes on.
class stage {
public:
    /// `program` compiles kernels beforehand: this one, where it is `ingot`.
    explicit stage(extent picture_size, const std::filesystem::path& program = process::own_program());

    /// Puts a sample on. Where that fails, there is a notice and what was on stays; the same goes for false.
    bool open(const opening& with);
    void close();
    session* running() { return on.get(); }

    /// Does something between two frames, when no panel looks at the session. `doing` begins the notice where it fails:
    /// "Resetting".
    void later(std::string doing, std::function<void()> what) { actions.add({std::move(doing), std::move(what)}); }
    /// To be called between two frames.
    void do_deferred_actions();
    /// What the next frame will wait for, if anything.
    std::optional<std::string> waiting_for() const { return actions.next_long_one(); }
    /// What kernels are compiled for beside the frames, and since when.
    std::optional<std::pair<std::string, precompiler::clock::time_point>> making_ready() const { return actions.compiled_for(); }
    /// Are kernels being compiled, if only some that nobody waits for any more?
    bool is_compiling() const { return actions.is_compiling(); }

    // These need kernels, or may need them. They are done later, once those are compiled.
    void open_later(const opening& with);
    void switch_device(const device& to);
    void switch_to_next_device();  ///< that is here, after the one in use
    void set_parameter(const std::string& name, const parameter_value& to);
    void apply(const preset& chosen);
    void compare_with(const device& second);  ///< steps a second device beside the one in use, and shows both
    void compare_or_not();                    ///< with the next device that is here; ends a comparison that is on

    void switch_now(const device& to);  ///< throws
    void save_preset(const std::string& title);
    void delete_preset(const preset& own);
    void reset_parameters();
    void reset();
    void stop_comparing();
    void resync();
    live_comparison& comparison() { return compared; }

    /// Goes on with kernel files that were edited. To be called for each frame.
    void take_edited_kernels();
    const kernel_news& edited_kernels() const { return edited.news(); }

    void advance(double elapsed);
    /// Makes the picture as large as a window of so many pixels shows it.
    void fit(extent window_size);
    void draw();
    void show(extent window_size);
    /// After the frame was presented: takes what it took.
    void end_frame();
    picture& shown() { return painting; }
    orbit_camera& camera() { return looks_from; }
    float& exposure_stops() { return stops; }
    float exposure() const;

    notices& told() { return heard; }
    bool any_failure() const { return failed; }
    /// A step failed, and nothing has been changed since: the clock stands until a person does something.
    bool stuck() const { return stands_after_failure; }
    const std::vector<device_listing>& known_devices() const { return listed; }
    const std::vector<preset>& presets() const { return offered; }
    const std::optional<std::string>& chosen_preset() const { return figures.preset; }
    run_statistics& statistics() { return figures; }
    /// Empty until the first frame was shown.
    const std::vector<reading>& readings() const { return read.latest(); }

private:
    template <typename Action>
    bool guarded(const std::string& doing, const Action& action);
    void tell(const std::string& message);
    compilation_request kernels_on(const device& where, const parameter_settings& with) const;
    std::optional<device> next_device() const;
    bool left_lost_device();
    void has_changed();
    void clear_times();
    void load_presets();

    picture painting;
    std::unique_ptr<session> on;
    kernel_reload edited;
    orbit_camera looks_from;
    float stops = 0.0f;
    notices heard;
    live_comparison compared {heard};
    deferred_actions actions;
    bool failed = false;
    bool drawable = true;
    bool stands_after_failure = false;
    std::vector<device_listing> listed;
    std::vector<preset> offered;
    run_statistics figures;
    std::vector<launch_timing> launches;  ///< of the frame that is being made
    live_readings read;
};

}  // namespace ingot::shell
