// A running sample: loads it on a device, steps it, draws it, and switches it to another device while it runs.
#pragma once

#include <functional>
#include <ingot/runtime/kernel_replacement.hpp>
#include <ingot/runtime/timeline.hpp>
#include <ingot/sample/sample.hpp>
#include <ingot/sample/strokes.hpp>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "clock/clock.hpp"
#include "session/device_choice.hpp"
#include "session/parameter_settings.hpp"

namespace ingot::shell {

/// Kernels that a session runs instead of those of a kernel file that is built into the process.
struct kernel_variant {
    std::string file;  ///< "nbody.kernels.cpp"
    compiled_program kernels;
};

/// A sample that runs on a device, with its clock and parameters. A function that throws leaves the session as it was
/// before the call, except that advance() and follow() restore the clock but not the sample's state.
class session {
public:
    /// Creates the sample, sets its parameters, loads it on the device and resets it. Needs a current OpenGL context. With
    /// `variants` this session runs other kernels than the other sessions of the process. Throws error if such kernels do not fit
    /// the sample.
    session(const sample_description& description, const device& device, const parameter_settings& values, uint64_t seed,
            clock::pace pace, std::vector<kernel_variant> variants = {});

    const sample_description& description() const { return description_; }
    const device& current_device() const { return loaded_->target; }
    sample& loaded_sample() const { return *loaded_->object; }
    std::vector<parameter_base*> parameters() const { return loaded_->object->parameters(); }
    /// Returns the names and values of all parameters.
    parameter_settings settings() const;
    clock& time() { return clock_; }
    const clock& time() const { return clock_; }
    uint64_t seed() const { return seed_; }

    /// Advances the clock and steps the sample. Returns the tick, or nothing if the clock is paused and no single
    /// step was requested.
    std::optional<tick> advance(double elapsed);
    /// Steps by a tick of another session and takes over that session's clock.
    void follow(const session& leader, const tick& tick);
    /// Takes over the state and the clock of another session. The parameters of both should be equal.
    void copy_from(const session& other);
    void draw(const canvas& canvas);

    /// Continues on another device. Creates a second object of the sample, loads it on the device and restores the
    /// state; then the second object replaces the first. Returns false if the state could not be read, for example
    /// because the current device was lost; then the sample starts again from frame 0.
    bool switch_device(const device& device);

    /// Counts the restarts from frame 0: by reset(), by apply(), and by switches without the state.
    uint64_t restart_count() const { return restart_count_; }

    /// Restarts from frame 0 with the same seed.
    void reset();
    /// Sets one parameter and calls sample::parameter_changed() if the value has changed.
    void set_parameter(parameter_base& parameter, const parameter_value& value);
    /// Sets the given parameters, sets all others to their defaults, and restarts.
    void apply(const parameter_settings& values);

    /// Ends the step within which the sample is, if there is one, without regard to the time that it takes.
    void end_step() const;
    bool is_within_step() const { return loaded_->object->is_within_step(); }
    /// The number of steps that have ended since the start.
    uint64_t ended_steps() const { return clock_.frames() - (is_within_step() ? 1 : 0); }
    /// The names of the parameters that were changed after the first step, in the order of the changes, without the mouse's tool.
    const std::vector<std::string>& later_changes() const { return later_changes_; }
    /// Did some of the steps since the start run on another device?
    bool was_switched() const { return was_switched_; }

    state save() const { return loaded_->object->save(); }
    /// Returns the times of the launches since the last call, and passes them to sample::kernels_timed() if there are any.
    std::vector<launch_timing> take_timings();
    /// Returns the times of the copies since the last call.
    std::vector<transfer_timing> take_transfer_timings() { return loaded_->commands.take_transfer_timings(); }
    /// Returns the times of sharing with OpenGL since the last call.
    std::vector<sharing_timing> take_sharing_timings() { return loaded_->commands.take_sharing_timings(); }
    /// Returns the commands that have ended since the last call, with their begin and end. Does not wait; take_timings() and
    /// finish() wait for the commands.
    std::vector<timeline_entry> take_timeline() { return ingot::take_timeline(loaded_->commands); }
    /// Waits until the device has executed all commands of the sample. Throws if one of them failed.
    void finish() { loaded_->commands.finish(); }

private:
    /// The order of the members matters: the resources of the sample are freed before the queue and the device.
    struct loaded {
        loaded(const sample_description& description, const device& device, const parameter_settings& values);
        device target;
        queue commands;
        std::unique_ptr<sample> object;
    };

    /// Puts the variants in place on a device while the returned objects exist. A sample may make programs in any call.
    std::vector<temporary_replacement> own_kernels(const device& device) const;
    std::vector<temporary_replacement> own_kernels() const { return own_kernels(current_device()); }
    void restart();
    std::optional<state> try_save() const;
    void restore_after_failure(const parameter_settings& values, const state& saved_state);

    std::vector<kernel_variant> variants_;
    sample_description description_;
    std::unique_ptr<loaded> loaded_;
    clock clock_;
    uint64_t restart_count_ = 0;
    std::vector<std::string> later_changes_;
    bool was_switched_ = false;
    uint64_t seed_;
};

/// What happened in a run, so that another run of the same sample with the same parameters has the same states.
struct session_past {
    step_lengths steps;                 ///< of the first steps; the following ones have the clock's own lengths
    std::vector<drawn_stroke> strokes;  ///< of the mouse, in their steps
};

/// Repeats the past of another run in a session that is at its start.
void repeat_past(session& session, const session_past& past);

/// Opens a session on the first of `candidates` on which the sample can be loaded. If sample::load() throws, calls `report`
/// with the reason and tries the next device. Throws std::runtime_error if loading fails on the last device, and
/// device_unavailable if there are no candidates. All other exceptions are passed on at once, and so is a parameter_error of
/// sample::load(), because every device would reject the parameters.
std::unique_ptr<session> open_session(const sample_description& description, std::span<const device> candidates,
                                      const parameter_settings& values, uint64_t seed, clock::pace pace,
                                      const std::function<void(const std::string&)>& report);

}  // namespace ingot::shell
