#include "clock/clock.hpp"

#include <algorithm>
#include <utility>

namespace ingot::shell {

std::optional<tick> clock::advance(double elapsed) {
    const bool once = std::exchange(single, false) && stands;
    if (stands && !once) return std::nullopt;
    const bool by_fixed_step = follows == pace::fixed || once;
    const tick now {passed, seconds, by_fixed_step ? fixed_step : std::clamp(elapsed, 0.0, longest_step)};
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
