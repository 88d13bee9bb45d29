#include "clock/time_stamp.hpp"

#include <fmt/chrono.h>

#include <ctime>

namespace ingot::shell {

std::string time_stamp() {
    const std::time_t now = std::time(nullptr);
    std::tm parts {};
    localtime_r(&now, &parts);
    return fmt::format("{:%Y%m%d-%H%M%S}", parts);
}

}  // namespace ingot::shell
