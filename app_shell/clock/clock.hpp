// The one clock of a running sample: real time in the window, fixed steps everywhere else.
#pragma once

#include <cstdint>
#include <ingot/sample/sample.hpp>
#include <optional>

namespace ingot::shell {

class clock {
public:
    /// Seconds of a fixed step, and of a single step in the window.
    static constexpr double fixed_step = 1.0 / 60.0;
    /// The longest step of real time: after a hitch a simulation goes on slowly, and does not leap.
    static constexpr double longest_step = 1.0 / 20.0;
    /// Seconds of work that a sample should do at most in a frame of real time: a third of the last frame, within these. Where
    /// the rest of a frame is slow too, little would be done otherwise.
    static constexpr double least_work_in_frame = 1.0 / 40.0;
    static constexpr double most_work_in_frame = 1.0 / 10.0;

    enum class pace { real, fixed };
    explicit clock(pace by) : follows(by) {}
    void set_pace(pace to) { follows = to; }
    pace goes_by() const { return follows; }

    /// How long a fixed step is, a sixtieth of a second at first.
    void set_step(double seconds_of_step) { length = seconds_of_step; }
    double step() const { return length; }

    /// The tick of the next frame, `elapsed` seconds of real time after the last; nothing where the clock stands still.
    std::optional<tick> advance(double elapsed);

    /// Whether a frame's work is limited where the clock goes by real time: two devices that do what they can in that time are
    /// not comparable.
    void limit_work(bool limited) { limits = limited; }

    void set_paused(bool paused) { stands = paused; }
    bool paused() const { return stands; }
    /// Lets a paused clock go on for one fixed step.
    void single_step() { single = true; }
    /// Pauses when so many frames have passed; at once where they have.
    void pause_at(uint64_t frame) { stop = frame; }

    /// Slow and fast motion: how many steps a picture takes, from slowest to fastest. Each step is as long as ever, so that a
    /// simulation computes the same.
    static constexpr double slowest = 1.0 / 16.0;
    static constexpr double fastest = 4.0;
    void set_speed(double to);
    double speed() const { return factor; }
    /// To be asked once for each picture: how many steps come before it. One where a single step was asked for.
    unsigned steps_due();
    /// Starts anew at frame 0. A paused clock stays paused.
    void reset();

    /// Frames so far, and so the number of the next one.
    uint64_t frames() const { return passed; }
    double time() const { return seconds; }

private:
    pace follows;
    bool limits = true;
    bool stands = false;
    bool single = false;
    uint64_t passed = 0;
    double seconds = 0.0;
    double length = fixed_step;
    double factor = 1.0;
    double due = 0.0;  ///< parts of steps that are not done yet
    std::optional<uint64_t> stop;
};

}  // namespace ingot::shell
