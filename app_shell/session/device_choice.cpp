#include "session/device_choice.hpp"

#include <fmt/format.h>

namespace ingot::shell {

std::vector<device> devices_to_try(const device_request& request) {
    if (request.backend) try {
            return {find_device(*request.backend, request.index)};
        } catch (const error& problem) {
            throw device_unavailable(problem.what());
        }
    std::vector<device> found = devices_by_speed();
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
