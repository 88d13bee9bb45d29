// What is on in the window: a session with its camera, its figures, and the wishes of the panels.
#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "camera/orbit_camera.hpp"
#include "comparison/live_comparison.hpp"
#include "kernels/kernel_news.hpp"
#include "kernels/kernel_watch.hpp"
#include "notices/notices.hpp"
#include "picture/picture.hpp"
#include "presets/presets.hpp"
#include "process/own_program.hpp"
#include "rehearsal/intentions.hpp"
#include "session/session.hpp"
#include "statistics/run_statistics.hpp"

namespace ingot::shell {

/// What a session is opened with.
struct opening {
    sample_description sample;
    device_request device;
    parameter_settings parameters;
    std::optional<std::string> preset;
    uint64_t seed = 1;
    std::optional<orbit> camera = {};  ///< without it as the sample wants it
    float exposure_stops = 0.0f;
    std::optional<uint64_t> paused_at = {};
    double speed = 1.0;
    bool fixed_step = false;
};

/// Failures of the sample become notices: what ran before goes on.
class stage {
public:
    /// `program` is what rehearsals run: this one, where it is `ingot`.
    explicit stage(extent picture_size, const std::filesystem::path& program = process::own_program());

    /// Puts a sample on. Where that fails, there is a notice and what was on stays; the same goes for false.
    bool open(const opening& with);
    void close();
    session* running() { return on.get(); }

    /// What a wish may do to the next frame: take its time, so that a person should see what the window waits for.
    enum class duration { short_one, long_one };
    /// Does something after the frame that is being made, when no panel looks at the session. `doing` begins the notice where it
    /// fails: "Switching to OpenCL".
    void later(std::string doing, std::function<void()> what, duration takes = duration::short_one) {
        wishes.push_back({std::move(doing), std::move(what), takes});
    }
    void do_wishes();
    /// What the next frame will wait for, if anything.
    std::optional<std::string> waiting_for() const;
    /// What is made ready beside the frames, and since when.
    std::optional<std::pair<std::string, rehearsal::clock::time_point>> making_ready() const { return intended.waited_for(); }
    /// Is anything rehearsed, if only what nobody waits for any more?
    bool rehearsing() const { return intended.rehearsing(); }

    // These compile kernels, as presets and choices may. They are rehearsed beside the frames, and done when that went well.
    void open_later(const opening& with);
    void switch_device(const device& to);
    void switch_now(const device& to);  ///< throws
    /// To the next device that is here, after the one in use.
    void switch_to_next_device();
    void set_parameter(const std::string& name, const parameter_value& to);
    void apply(const preset& chosen);
    /// Keeps the parameters as they are as a preset of the person's own, or deletes one.
    void save_preset(const std::string& title);
    void delete_preset(const preset& own);
    void reset_parameters();
    void reset();

    /// Compiles kernel files of the sample that were edited, beside the frames, and goes on with them: state, camera and
    /// parameters stay. To be called for each frame.
    void take_edited_kernels();
    const kernel_news& edited_kernels() const { return news; }

    /// Steps a second device beside the one in use, and shows both.
    void compare_with(const device& second);
    /// With the next device that is here; ends it where one is compared with.
    void compare_or_not();
    void stop_comparing();
    void resync();
    live_comparison& comparison() { return compared; }

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
    /// Empty until the first frame was shown. Read again after a frame that was stepped or changed, but not more than four times
    /// a second, and for at most a tenth of the time: they may take longer than a step.
    const std::vector<reading>& readings() const { return read; }

private:
    struct wish {
        std::string doing;
        std::function<void()> what;
        duration takes = duration::short_one;
    };

    rehearsed_part part_on(const device& where, const parameter_settings& with) const;
    void when_compiled(const intention& of);
    void later(const intention& of);
    void take_what_is_ready();
    template <typename Action>
    bool guarded(const std::string& doing, const Action& action);
    void tell(const std::string& message);
    void clear_times();
    std::optional<device> next_device() const;
    void go_on_with(const compiled_edit& edit);
    bool left_lost_device();
    void refresh_readings();
    void load_presets();

    picture painting;
    std::unique_ptr<session> on;
    kernel_watch edits;
    kernel_news news;
    std::map<std::pair<ingot::backend, std::string>, compiled_program> good_kernels;
    orbit_camera looks_from;
    float stops = 0.0f;
    notices heard;
    live_comparison compared {heard};
    bool failed = false;
    bool drawable = true;
    bool stands_after_failure = false;
    std::vector<wish> wishes;
    intentions intended;
    std::vector<device_listing> listed;
    std::vector<preset> offered;
    run_statistics figures;
    std::vector<launch_timing> launches;  ///< of the frame that is being made
    std::vector<reading> read;
    std::chrono::steady_clock::time_point last_read;
    std::chrono::steady_clock::time_point no_reading_before;
    bool readings_stale = false;  ///< something else than a step changed them
    uint64_t read_at_frame = 0;
};

}  // namespace ingot::shell
