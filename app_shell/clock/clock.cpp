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
    const auto step_count = static_cast<unsigned>(due_steps_);
    due_steps_ -= step_count;
    return step_count;
}

std::optional<tick> clock::advance(double elapsed) {
    if (pause_frame_ && frames_ >= *pause_frame_) {
        is_paused_ = true;
        pause_frame_.reset();
    }
    const bool is_single_step = std::exchange(single_step_requested_, false) && is_paused_;
    if (is_paused_ && !is_single_step) return std::nullopt;
    const bool has_fixed_step = pace_ == pace::fixed || is_single_step;
    tick tick {.frame = frames_, .time = seconds_, .step = step_seconds_};
    if (!has_fixed_step) {
        tick.step = std::clamp(elapsed, 0.0, longest_step);
        if (has_budget_ && is_answering()) {
            tick.budget = answering_budget;
        } else if (has_budget_) {
            tick.budget = std::clamp(elapsed / 3.0, smallest_budget, largest_budget);
            tick.has_waiting_input = has_waiting_input_;
        }
    }
    answers_for_ = std::max(0.0, answers_for_ - elapsed);
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
