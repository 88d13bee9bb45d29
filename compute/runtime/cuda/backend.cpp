// Registers the CUDA backend and lists its devices.
#include <ingot/runtime/error.hpp>
#include <memory>

#include "../registration.hpp"
#include "device.hpp"

namespace ingot::backends::cuda {

namespace {

struct known_device {
    std::shared_ptr<device> usable_device;
    std::string unavailable;  // the reason, if the device could not be created
};

known_device find(const driver& calls, int index) try {
    device_number number = 0;
    calls.call(calls.get_device, &number, index);
    return {std::make_shared<device>(calls, number), {}};
} catch (const error& reason) {
    return {nullptr, "device " + std::to_string(index) + ": " + reason.what()};
}

std::vector<known_device> find_all(const driver& calls) {
    calls.call(calls.initialize, 0u);
    int count = 0;
    calls.call(calls.get_device_count, &count);
    std::vector<known_device> found;
    found.reserve(static_cast<size_t>(count));
    for (int i = 0; i < count; ++i) found.push_back(find(calls, i));
    return found;
}

device_listing list(const known_device& known_device) {
    if (!known_device.usable_device) return {backend::cuda, std::nullopt, known_device.unavailable};
    if (const std::optional<std::string> reason = known_device.usable_device->context().lost_reason())
        return {backend::cuda, std::nullopt, known_device.usable_device->properties().name + " is lost: " + *reason};
    return {backend::cuda, ingot::device(known_device.usable_device), {}};
}

std::vector<device_listing> devices() {
    static const driver calls;
    // The list is never destroyed. At the end of main the driver's own exit handlers may run first, and a context must not be
    // released after them.
    static const std::vector<known_device>& known_devices =
        *std::make_unique<std::vector<known_device>>(find_all(calls)).release();
    std::vector<device_listing> listings;
    listings.reserve(known_devices.size());
    for (const known_device& device : known_devices) listings.push_back(list(device));
    return listings;
}

const registration registered({.backend = backend::cuda, .title = "CUDA", .list_position = 1, .targets = {"ptx"}}, &devices);

}  // namespace

}  // namespace ingot::backends::cuda
