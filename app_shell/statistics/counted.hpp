// A number of things, in words to a person.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <string>
#include <string_view>

namespace ingot::shell {

/// "1 frame", "2 frames"
inline std::string counted(uint64_t number, std::string_view what) {
    return fmt::format("{} {}{}", number, what, number == 1 ? "" : "s");
}

}  // namespace ingot::shell
