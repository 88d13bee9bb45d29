#include "clock/clock.hpp"

#include <algorithm>
#include <utility>

namespace ingot::shell {

void clock::set_speed(double to) {
    factor = std::clamp(to, slowest, fastest);
    due = 0.0;
}

unsigned clock::steps_due() {
    if (stands) return 1;  // advance() knows whether it is a single one
    due += factor;
    const auto whole = static_cast<unsigned>(due);
    due -= whole;
    return whole;
}

std::optional<tick> clock::advance(double elapsed) {
    if (stop && passed >= *stop) {
        stands = true;
        stop.reset();
    }
    const bool once = std::exchange(single, false) && stands;
    if (stands && !once) return std::nullopt;
    const bool by_fixed_step = follows == pace::fixed || once;
    tick now {.frame = passed, .time = seconds, .step = length};
    if (!by_fixed_step) {
        now.step = std::clamp(elapsed, 0.0, longest_step);
        if (limits) now.budget = std::clamp(elapsed / 3.0, least_work_in_frame, most_work_in_frame);
    }
    ++passed;
    seconds += now.step;
    return now;
}

void clock::reset() {
    passed = 0;
    seconds = 0.0;
    due = 0.0;
    single = false;
}

}  // namespace ingot::shell
