#include "process/quote_for_shell.hpp"

#include <algorithm>
#include <cctype>

namespace ingot::process {

std::string quote_for_shell(std::string_view argument) {
    const auto needs_no_quotes = [](char each) {
        return std::isalnum(static_cast<unsigned char>(each)) != 0 ||
               std::string_view("-_./,:=+@%").find(each) != std::string_view::npos;
    };
    if (!argument.empty() && std::ranges::all_of(argument, needs_no_quotes)) return std::string(argument);
    std::string quoted = "'";
    for (const char each : argument) quoted += each == '\'' ? std::string("'\\''") : std::string(1, each);
    return quoted + "'";
}

}  // namespace ingot::process
