#include "session/device_choice.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <ingot/runtime/backends.hpp>
#include <iterator>

namespace ingot::shell {

std::vector<device> devices_to_try(const device_request& request) {
    if (request.backend) try {
            return {find_device(*request.backend, request.index)};
        } catch (const error& problem) {
            throw device_unavailable(problem.what());
        }
    std::vector<device> found = devices_by_speed();
    if (!found.empty()) return found;
    const std::string problem = empty_environment_selection();
    throw device_unavailable(problem.empty() ? "no backend has a device on this machine; 'ingot devices' lists the reasons"
                                             : problem + "; 'ingot devices' lists the devices");
}

std::vector<device_listing> offered_devices() {
    const std::vector<device_listing> all = devices();
    const auto is_software = [](const device_listing& each) { return each.device && each.device->properties().is_software; };
    std::vector<device_listing> offered;
    std::ranges::remove_copy_if(all, std::back_inserter(offered), is_software);
    std::ranges::copy_if(all, std::back_inserter(offered), is_software);
    return offered;
}

device_request request_for(const device& device) {
    size_t index = 0;
    for (const auto& listing : devices(device.backend())) {
        if (listing.device == device) break;
        if (listing.device) ++index;
    }
    return {device.backend(), index};
}

std::string describe(const device& device) {
    return fmt::format("{}: {}", description_of(device.backend()).title, device.name());
}

}  // namespace ingot::shell
