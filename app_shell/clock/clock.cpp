#include "clock/clock.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
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
    if (!has_fixed_step) tick.step = real_step(elapsed);
    if (const std::optional<double> repeated = repeated_.at(frames_)) tick.step = *repeated;
    limit(tick, has_fixed_step, elapsed);
    answers_for_ = std::max(0.0, answers_for_ - elapsed);
    ++frames_;
    seconds_ += tick.step;
    past_steps_.add(tick.step);
    last_tick_ = tick;
    return tick;
}

tick clock::continue_step(double elapsed) {
    limit(last_tick_, pace_ == pace::fixed, elapsed);
    answers_for_ = std::max(0.0, answers_for_ - elapsed);
    return last_tick_;
}

double clock::real_step(double elapsed) {
    const double passed = std::clamp(elapsed, 0.0, longest_step);
    const double due = passed + behind_;
    const double units = passed < 0.002 ? 10'000.0 : 1000.0;  // in a second
    // Round so that the steps come nearer to real time. A sample may divide by the length of a step, so it is not 0.
    if (std::abs(due - last_real_step_) > 0.25 * passed)
        last_real_step_ = (behind_ > 0.0 ? std::ceil(passed * units) : std::floor(passed * units)) / units;
    if (passed > 0.0) last_real_step_ = std::max(last_real_step_, shortest_step);
    behind_ = std::clamp(due - last_real_step_, -longest_step, longest_step);
    return last_real_step_;
}

void clock::limit(tick& tick, bool has_fixed_step, double elapsed) const {
    tick.budget = std::numeric_limits<double>::infinity();
    tick.has_waiting_input = nullptr;
    if (has_fixed_step || !has_budget_) return;
    if (is_answering()) {
        tick.budget = answering_budget;
        return;
    }
    tick.budget = std::clamp(std::max(elapsed / 3.0, 2.0 * other_work_), smallest_budget, largest_budget);
    tick.has_waiting_input = has_waiting_input_;
}

void clock::reset() {
    frames_ = 0;
    seconds_ = 0.0;
    due_steps_ = 0.0;
    single_step_requested_ = false;
    past_steps_ = {};
    repeated_ = {};
}

}  // namespace ingot::shell
