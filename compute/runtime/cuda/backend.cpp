// Registers the CUDA backend and lists its devices.
#include <ingot/runtime/error.hpp>
#include <memory>

#include "../registration.hpp"
#include "device.hpp"

namespace ingot::backends::cuda {

namespace {

struct known_device {
    std::shared_ptr<device> created;
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

device_listing list(const known_device& known) {
    if (!known.created) return {backend::cuda, std::nullopt, known.unavailable};
    if (const std::optional<std::string> reason = known.created->context().lost_reason())
        return {backend::cuda, std::nullopt, known.created->properties().name + " is lost: " + *reason};
    return {backend::cuda, ingot::device(known.created), {}};
}

std::vector<device_listing> devices() {
    static const driver calls;
    // The list is never destroyed. At the end of main the driver's own exit handlers may run first, and a context must not be
    // released after them.
    static const std::vector<known_device>& known = *std::make_unique<std::vector<known_device>>(find_all(calls)).release();
    std::vector<device_listing> listed;
    listed.reserve(known.size());
    for (const known_device& device : known) listed.push_back(list(device));
    return listed;
}

const registration registered({.backend = backend::cuda, .title = "CUDA", .list_position = 1, .targets = {"ptx"}}, &devices);

}  // namespace

}  // namespace ingot::backends::cuda
