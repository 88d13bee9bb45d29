#include "clock/clock.hpp"

#include <algorithm>
#include <utility>

namespace ingot::shell {

std::optional<tick> clock::advance(double elapsed) {
    const bool once = std::exchange(single, false) && stands;
    if (stands && !once) return std::nullopt;
    const bool by_fixed_step = follows == pace::fixed || once;
    tick now {.frame = passed, .time = seconds, .step = fixed_step};
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
    single = false;
}

}  // namespace ingot::shell
