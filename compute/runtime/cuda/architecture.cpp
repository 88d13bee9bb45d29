#include "architecture.hpp"

#include <charconv>
#include <tuple>

namespace ingot::backends::cuda {

uint32_t float_lanes(compute_capability of) {
    if (of < compute_capability {5, 0}) return 192;
    if (of == compute_capability {6, 0} || of.major == 7 || of == compute_capability {8, 0}) return 64;
    return 128;
}

std::string to_string(compute_capability capability) {
    return "sm_" + std::to_string(capability.major) + std::to_string(capability.minor);
}

bool architecture::covers(compute_capability device) const {
    switch (runs_on) {
        case reach::own:
            return device == lowest;
        case reach::family:
            return device.major == lowest.major && device >= lowest;
        case reach::later:
            break;
    }
    return device >= lowest;
}

std::optional<architecture> architecture_from(std::string_view name) {
    constexpr std::string_view prefix = "sm_";
    if (!name.starts_with(prefix)) return std::nullopt;
    name.remove_prefix(prefix.size());
    uint32_t number = 0;
    const auto [end, failure] = std::from_chars(name.data(), name.data() + name.size(), number);
    // The last digit is the minor one: 90 is 9.0, 120 is 12.0.
    if (failure != std::errc() || number < 10) return std::nullopt;
    architecture read {{number / 10, number % 10}, architecture::reach::later};
    const std::string_view suffix(end, name.data() + name.size());
    if (suffix == "a")
        read.runs_on = architecture::reach::own;
    else if (suffix == "f")
        read.runs_on = architecture::reach::family;
    else if (!suffix.empty())
        return std::nullopt;
    return read;
}

const archive::code* find_ptx(const archive::archive& contents, compute_capability device) {
    const archive::code* best = nullptr;
    architecture best_architecture;
    for (const archive::code& one : contents.targets) {
        if (one.target != "ptx") continue;
        const std::optional<architecture> needed = architecture_from(one.architecture);
        if (!needed || !needed->covers(device)) continue;
        const auto rank = [](const architecture& of) { return std::tuple(of.lowest, of.runs_on); };
        if (best && rank(*needed) <= rank(best_architecture)) continue;
        best = &one;
        best_architecture = *needed;
    }
    return best;
}

}  // namespace ingot::backends::cuda
