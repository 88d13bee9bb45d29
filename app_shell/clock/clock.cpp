#include "clock/clock.hpp"

#include <algorithm>
#include <utility>

namespace ingot::shell {

void clock::set_speed(double speed) {
    speed_ = std::clamp(speed, slowest, fastest);
    due_steps_ = 0.0;
}

unsigned clock::steps_due() {
    if (is_paused_) return 1;  // advance() returns nothing unless a single step was requested
    due_steps_ += speed_;
    const auto whole = static_cast<unsigned>(due_steps_);
    due_steps_ -= whole;
    return whole;
}

std::optional<tick> clock::advance(double elapsed) {
    if (pause_frame_ && frames_ >= *pause_frame_) {
        is_paused_ = true;
        pause_frame_.reset();
    }
    const bool once = std::exchange(single_step_requested_, false) && is_paused_;
    if (is_paused_ && !once) return std::nullopt;
    const bool by_fixed_step = pace_ == pace::fixed || once;
    tick tick {.frame = frames_, .time = seconds_, .step = step_seconds_};
    if (!by_fixed_step) {
        tick.step = std::clamp(elapsed, 0.0, longest_step);
        if (has_budget_) tick.budget = std::clamp(elapsed / 3.0, smallest_budget, largest_budget);
    }
    ++frames_;
    seconds_ += tick.step;
    return tick;
}

void clock::reset() {
    frames_ = 0;
    seconds_ = 0.0;
    due_steps_ = 0.0;
    single_step_requested_ = false;
}

}  // namespace ingot::shell
