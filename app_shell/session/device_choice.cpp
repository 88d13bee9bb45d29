#include "session/device_choice.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

namespace ingot::shell {

namespace {

/// GPUs before CPUs, then by units and clock; the CPU debug device is for debugging and comes last.
auto speed_order(const device& which) {
    const auto& of = which.properties();
    return std::tuple(of.backend == backend::cpu_debug, of.is_cpu, -static_cast<int64_t>(speed_estimate(of)));
}

}  // namespace

std::vector<device> devices_to_try(const device_request& request) {
    if (request.backend) try {
            return {find_device(*request.backend, request.index)};
        } catch (const error& problem) {
            throw device_unavailable(problem.what());
        }
    std::vector<device> found;
    for (const auto& listing : devices())
        if (listing.device)
            found.insert(std::ranges::upper_bound(found, speed_order(*listing.device), {}, speed_order), *listing.device);
    if (found.empty()) throw device_unavailable("no backend has a device on this machine; 'ingot devices' says why");
    return found;
}

device_request request_for(const device& which) {
    size_t index = 0;
    for (const auto& listing : devices(which.backend())) {
        if (listing.device == which) break;
        if (listing.device) ++index;
    }
    return {which.backend(), index};
}

std::string describe(const device& which) { return fmt::format("{}: {}", to_string(which.backend()), which.name()); }

}  // namespace ingot::shell
