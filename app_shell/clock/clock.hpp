// The clock of a running sample. In the window it follows real time unless fixed steps are requested; without a window it
// always advances in fixed steps.
#pragma once

#include <cstdint>
#include <functional>
#include <ingot/sample/sample.hpp>
#include <optional>
#include <utility>

#include "clock/step_lengths.hpp"

namespace ingot::shell {

/// Counts frames and seconds, and decides how many steps are run for each picture and how long each step is. A frame is
/// one step of the sample. The number of frames is the number of pictures only if the speed is 1.
class clock {
public:
    /// Duration of a fixed step, and of a single step of a paused clock, in seconds, unless set_step() sets another one.
    static constexpr double fixed_step = 1.0 / 60.0;
    /// Longest step of real time, in seconds: after a delay a simulation continues slowly instead of leaping.
    static constexpr double longest_step = 1.0 / 20.0;
    /// Shortest step of real time, in seconds, if the time has advanced at all.
    static constexpr double shortest_step = 1.0 / 10'000.0;
    /// Limits of tick::budget, the time that the sample may use for a step, in seconds. In real time the budget is a
    /// third of the time since the last picture, or twice the part of it that the sample did not use if that is more, clamped to
    /// these limits. The lower limit lets a sample make progress even if this time is short; the upper limit keeps the window
    /// responsive.
    static constexpr double smallest_budget = 1.0 / 40.0;
    static constexpr double largest_budget = 1.0 / 10.0;
    /// For so many seconds of real time after an input the budget is shorter, so that the picture follows the mouse. A sample
    /// that refines its picture shows a coarser one meanwhile.
    static constexpr double answering_time = 0.4;
    static constexpr double answering_budget = 1.0 / 160.0;

    enum class pace { real, fixed };  ///< a step takes the real time since the last picture, or always step() seconds
    explicit clock(pace initial_pace) : pace_(initial_pace) {}
    void set_pace(pace new_pace) { pace_ = new_pace; }
    pace current_pace() const { return pace_; }

    /// Sets the duration of a fixed step. Initially it is `fixed_step`.
    void set_step(double seconds_of_step) { step_seconds_ = seconds_of_step; }
    double step() const { return step_seconds_; }

    /// Returns the tick of the next frame. `elapsed` is the real time since the last picture, in seconds; all steps of one
    /// picture get the same value. Returns nothing if the clock is paused and no single step was requested.
    ///
    /// The length of a step of real time is a whole number of milliseconds, of tenths of them if it is shorter than 2 ms, and the
    /// same as the last one as long as the clock is at most a quarter of a step away from real time. So the list of the lengths
    /// is short.
    std::optional<tick> advance(double elapsed);
    /// Returns the last tick again, with the budget of the present, for a sample that is within its step.
    tick continue_step(double elapsed);

    /// The lengths of the steps since the start.
    const step_lengths& past_steps() const { return past_steps_; }
    /// Makes the first steps as long as those of another run, until reset(). The following ones have the clock's own lengths.
    void repeat(step_lengths lengths) { repeated_ = std::move(lengths); }

    /// Sets whether ticks of real time have a finite budget. While two devices are compared, the budget is infinite:
    /// otherwise each device would do a different amount of work.
    void limit_work(bool is_limited) { has_budget_ = is_limited; }
    /// Sets what ticks with a finite budget have as tick::has_waiting_input. Ticks whose budget is short because of an input have
    /// none: with a moving mouse an input always waits, and nothing would go on.
    void set_input_check(std::function<bool()> has_waiting_input) { has_waiting_input_ = std::move(has_waiting_input); }

    /// Tells the clock how many seconds of the time since the last picture the sample did not use, because the window was drawn
    /// or nothing was done. If that takes most of the time, the sample may use more.
    void note_other_work(double seconds) { other_work_ = seconds; }

    /// The person has just pressed a key, or moved the mouse, in a way that may change the picture.
    void note_input() { answers_for_ = answering_time; }
    /// Is the budget short because of an input?
    bool is_answering() const { return answers_for_ > 0.0; }

    void set_paused(bool paused) { is_paused_ = paused; }
    bool is_paused() const { return is_paused_; }
    /// Requests one fixed step from a paused clock.
    void single_step() { single_step_requested_ = true; }
    /// Pauses after this number of frames, or at the next advance() if more frames have already passed.
    void pause_at(uint64_t frame) { pause_frame_ = frame; }
    /// The frame of pause_at(), until it has come.
    std::optional<uint64_t> frame_of_pause() const { return pause_frame_; }

    /// The speed is the number of steps per picture, from `slowest` to `fastest`. It does not change the duration of a
    /// step, so that a simulation computes the same results in slow and fast motion.
    static constexpr double slowest = 1.0 / 16.0;
    static constexpr double fastest = 4.0;
    void set_speed(double speed);
    double speed() const { return speed_; }
    /// Returns the number of steps to run before the next picture. Call this once per picture. Returns 1 while the
    /// clock is paused, so that advance() can run a single step.
    unsigned steps_due();
    /// Restarts at frame 0. A paused clock stays paused.
    void reset();

    /// The number of frames so far, which is the number of the next frame.
    uint64_t frames() const { return frames_; }
    /// The seconds that all steps so far took together.
    double time() const { return seconds_; }

private:
    double real_step(double elapsed);
    void limit(tick& tick, bool has_fixed_step, double elapsed) const;

    pace pace_;
    bool has_budget_ = true;
    std::function<bool()> has_waiting_input_;
    bool is_paused_ = false;
    bool single_step_requested_ = false;
    uint64_t frames_ = 0;
    double seconds_ = 0.0;
    double step_seconds_ = fixed_step;
    double speed_ = 1.0;
    double due_steps_ = 0.0;    ///< fraction of a step that is not run yet
    double answers_for_ = 0.0;  ///< seconds of real time for which the budget is still short
    std::optional<uint64_t> pause_frame_;
    tick last_tick_;
    double last_real_step_ = 0.0;
    double behind_ = 0.0;      ///< by how many seconds the steps of real time are behind it; negative: ahead
    double other_work_ = 0.0;  ///< seconds since the last picture that the sample did not use
    step_lengths past_steps_;
    step_lengths repeated_;
};

}  // namespace ingot::shell
