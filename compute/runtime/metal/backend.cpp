// The Metal backend. Metal's own devices are not implemented yet: they appear in the list of devices as unavailable. The emulated
// device runs kernels' Metal text on an OpenCL device.
#include <cstdlib>
#include <ingot/runtime/error.hpp>
#include <memory>
#include <string_view>

#include "../registration.hpp"
#include "emulated_device.hpp"

namespace ingot::backends::metal {

namespace {

// The device is listed only on request: every test and every comparison runs on all devices that are listed.
constexpr const char* emulation_variable = "INGOT_METAL";

// Returns the OpenCL device that runs the text: a CPU if there is one.
device_listing emulated() {
    std::optional<device> found;
    std::string reasons;
    for (const device_listing& listing : unselected_devices(backend::opencl)) {
        if (listing.device && (!found || (listing.device->properties().is_cpu && !found->properties().is_cpu)))
            found = listing.device;
        if (!listing.device) reasons += (reasons.empty() ? "" : "; ") + listing.unavailable_reason;
    }
    if (!found) return {backend::metal, std::nullopt, "Metal (emulated) needs an OpenCL device: " + reasons};
    return {backend::metal, device(std::make_shared<emulated_device>(*found)), {}};
}

std::vector<device_listing> list() {
    const char* const wanted = std::getenv(emulation_variable);
    if (wanted && std::string_view(wanted) == "emulated") return {emulated()};
    if (wanted && *wanted) throw error(std::string(emulation_variable) + "='" + wanted + "': the only value is 'emulated'");
    return {{backend::metal, std::nullopt,
             "Ingot has no Metal backend yet; INGOT_METAL=emulated lists a device that runs kernels' Metal text on OpenCL"}};
}

std::vector<device_listing> devices() {
    // Never destroyed, as OpenCL's own list.
    static const std::vector<device_listing>& listings = *std::make_unique<std::vector<device_listing>>(list()).release();
    return listings;
}

const registration registered({.backend = backend::metal, .title = "Metal", .list_position = 3, .targets = {"msl"}}, &devices);

}  // namespace

}  // namespace ingot::backends::metal
