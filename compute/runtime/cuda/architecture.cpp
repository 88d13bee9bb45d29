#include "architecture.hpp"

#include <charconv>
#include <tuple>

namespace ingot::backends::cuda {

uint32_t single_precision_lanes(compute_capability capability) {
    if (capability < compute_capability {5, 0}) return 192;
    if (capability == compute_capability {6, 0} || capability.major == 7 || capability == compute_capability {8, 0}) return 64;
    return 128;
}

std::string to_string(compute_capability capability) {
    return "sm_" + std::to_string(capability.major) + std::to_string(capability.minor);
}

bool architecture::supports(compute_capability device) const {
    switch (compatibility) {
        case compatibility::same_device:
            return device == lowest;
        case compatibility::same_family:
            return device.major == lowest.major && device >= lowest;
        case compatibility::all_later:
            break;
    }
    return device >= lowest;
}

std::optional<architecture> parse_architecture(std::string_view name) {
    constexpr std::string_view prefix = "sm_";
    if (!name.starts_with(prefix)) return std::nullopt;
    name.remove_prefix(prefix.size());
    uint32_t number = 0;
    const auto [end, failure] = std::from_chars(name.data(), name.data() + name.size(), number);
    // The last digit is the minor number: 90 is 9.0, 120 is 12.0.
    if (failure != std::errc() || number < 10) return std::nullopt;
    architecture result {{number / 10, number % 10}, architecture::compatibility::all_later};
    const std::string_view suffix(end, name.data() + name.size());
    if (suffix == "a")
        result.compatibility = architecture::compatibility::same_device;
    else if (suffix == "f")
        result.compatibility = architecture::compatibility::same_family;
    else if (!suffix.empty())
        return std::nullopt;
    return result;
}

const archive::code* find_ptx(const archive::archive& contents, compute_capability device) {
    const archive::code* best = nullptr;
    architecture best_architecture;
    for (const archive::code& code : contents.targets) {
        if (code.target != "ptx") continue;
        const std::optional<architecture> required = parse_architecture(code.architecture);
        if (!required || !required->supports(device)) continue;
        const auto rank = [](const architecture& capability) { return std::tuple(capability.lowest, capability.compatibility); };
        if (best && rank(*required) <= rank(best_architecture)) continue;
        best = &code;
        best_architecture = *required;
    }
    return best;
}

}  // namespace ingot::backends::cuda
