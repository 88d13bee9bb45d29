// Registers the Vulkan backend and lists its devices.
#include <ingot/runtime/error.hpp>
#include <memory>

#include "../registration.hpp"
#include "device.hpp"
#include "properties.hpp"

namespace ingot::backends::vulkan {

namespace {

struct known_device {
    std::shared_ptr<device> usable_device;
    std::string unavailable;  // the reason, if the device could not be opened
};

std::vector<known_device> find_all() {
    // The instance is never destroyed. At the end of main the drivers' own exit handlers may run first.
    static const instance& opened = *std::make_unique<instance>().release();
    std::vector<known_device> found;
    for (const VkPhysicalDevice each : opened.physical_devices()) try {
            found.push_back({std::make_shared<device>(opened, each), {}});
        } catch (const error& reason) {
            found.push_back({nullptr, reason.what()});
        }
    if (found.empty())
        throw error("no Vulkan driver has a device; Debian's package mesa-vulkan-drivers has drivers for AMD, Intel and the CPU");
    return found;
}

device_listing list(const known_device& known) {
    if (!known.usable_device) return {own_backend, std::nullopt, known.unavailable};
    if (const std::optional<std::string> reason = known.usable_device->logical()->lost_reason())
        return {own_backend, std::nullopt, known.usable_device->properties().name + " is lost: " + *reason};
    return {own_backend, ingot::device(known.usable_device), {}};
}

std::vector<device_listing> devices() {
    // The list is never destroyed either.
    static const std::vector<known_device>& known_devices = *std::make_unique<std::vector<known_device>>(find_all()).release();
    std::vector<device_listing> listings;
    listings.reserve(known_devices.size());
    for (const known_device& each : known_devices) listings.push_back(list(each));
    return listings;
}

// The devices come after those of CUDA and OpenCL, whose drivers know more of compute.
const registration registered({.backend = own_backend, .title = "Vulkan", .list_position = 4, .targets = {"vulkan"}}, &devices);

}  // namespace

}  // namespace ingot::backends::vulkan
