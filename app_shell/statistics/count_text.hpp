// Formats a count with the singular or plural of a noun.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <string>
#include <string_view>

namespace ingot::shell {

/// "1 frame", "2 frames"
inline std::string count_text(uint64_t number, std::string_view noun) {
    return fmt::format("{} {}{}", number, noun, number == 1 ? "" : "s");
}

}  // namespace ingot::shell
