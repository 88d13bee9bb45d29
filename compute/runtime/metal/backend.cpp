// The Metal backend: the devices of Apple's Metal, and a device that runs kernels' Metal text on another device.
#include <array>
#include <cstdlib>
#include <ingot/runtime/error.hpp>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "../registration.hpp"
#include "emulated_device.hpp"
#include "hardware/device.hpp"

namespace ingot::backends::metal {

namespace {

// Selects the devices. The emulated one is listed only on request, because every test and every comparison runs on all devices
// that are listed.
constexpr const char* selection_variable = "INGOT_METAL";

// The backends whose devices can run the text, the preferred one first.
constexpr std::array<std::string_view, 2> runs_text {"cpu-native", "opencl"};

// Returns the device that runs the text: a CPU if there is one. `chosen` is the name of a backend; if it is empty, the first one
// that has a device.
device_listing emulated(std::string_view chosen) {
    std::string reasons;
    for (const std::string_view name : runs_text) {
        const std::optional<backend> kind = find_backend(name);
        if (!kind || (!chosen.empty() && name != chosen)) continue;
        std::optional<device> found;
        for (const device_listing& listing : unselected_devices(*kind)) {
            if (listing.device && (!found || (listing.device->properties().is_cpu && !found->properties().is_cpu)))
                found = listing.device;
            if (!listing.device) reasons += (reasons.empty() ? "" : "; ") + listing.unavailable_reason;
        }
        if (found) return {backend::metal, device(std::make_shared<emulated_device>(*found)), {}};
    }
    return {backend::metal, std::nullopt, "Metal (emulated) needs another device: " + reasons};
}

// Returns the names of `runs_text` as values of the variable.
std::string values_of_emulated() {
    std::string names;
    for (const std::string_view name : runs_text) names += ", 'emulated:" + std::string(name) + "'";
    return names;
}

std::vector<device_listing> on_hardware() {
    // Never destroyed, because devices and queues that live until the program ends use it.
    static const hardware::metal_library& metal = *std::make_unique<hardware::metal_library>().release();
    std::vector<device_listing> listings;
    for (const hardware::found_device& found : hardware::find_devices(metal)) {
        if (found.usable)
            listings.push_back({backend::metal, device(found.usable), {}});
        else
            listings.push_back({backend::metal, std::nullopt, found.unavailable});
    }
    return listings;
}

std::vector<device_listing> list() {
    const char* const variable = std::getenv(selection_variable);
    const std::string_view wanted = variable ? variable : "";
    if (wanted == "emulated") return {emulated({})};
    for (const std::string_view name : runs_text)
        if (wanted == "emulated:" + std::string(name)) return {emulated(name)};
    if (wanted == "hardware" || (wanted.empty() && INGOT_METAL_DEVICE)) return on_hardware();
    if (!wanted.empty())
        throw error(std::string(selection_variable) + "='" + std::string(wanted) + "': the values are 'hardware', 'emulated'" +
                    values_of_emulated());
    return {{backend::metal, std::nullopt,
             std::string("Metal is a part of Apple's systems, and the backend for it was ") + hardware::not_tried +
                 "; INGOT_METAL=emulated lists a device that runs kernels' Metal text on the CPU"}};
}

std::vector<device_listing> devices() {
    // Never destroyed, as OpenCL's own list.
    static const std::vector<device_listing>& listings = *std::make_unique<std::vector<device_listing>>(list()).release();
    return listings;
}

const registration registered({.backend = backend::metal, .title = "Metal", .list_position = 3, .targets = {"msl"}}, &devices);

}  // namespace

}  // namespace ingot::backends::metal
