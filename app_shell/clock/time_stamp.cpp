#include "clock/time_stamp.hpp"

#include <array>
#include <ctime>

namespace ingot::shell {

std::string time_stamp() {
    const std::time_t current_time = std::time(nullptr);
    std::tm parts {};
    localtime_r(&current_time, &parts);
    std::array<char, sizeof "20261122-140501"> text {};
    return {text.data(), std::strftime(text.data(), text.size(), "%Y%m%d-%H%M%S", &parts)};
}

}  // namespace ingot::shell
