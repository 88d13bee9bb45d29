// The CUDA backend, and its devices.
#include <ingot/runtime/error.hpp>
#include <memory>

#include "../registration.hpp"
#include "device.hpp"

namespace ingot::backends::cuda {

namespace {

struct known_device {
    std::shared_ptr<device> made;
    std::string unavailable;  // where it could not be made
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

device_listing list(const known_device& one) {
    if (!one.made) return {backend::cuda, std::nullopt, one.unavailable};
    if (const std::optional<std::string> reason = one.made->context().lost())
        return {backend::cuda, std::nullopt, one.made->properties().name + " is lost: " + *reason};
    return {backend::cuda, ingot::device(one.made), {}};
}

std::vector<device_listing> devices() {
    static const driver calls;
    // Kept beyond the end of main: the driver's own exit handlers may have run before ours, and a context must not be released
    // then.
    static const std::vector<known_device>& known = *std::make_unique<std::vector<known_device>>(find_all(calls)).release();
    std::vector<device_listing> listed;
    listed.reserve(known.size());
    for (const known_device& one : known) listed.push_back(list(one));
    return listed;
}

const registration registered({.backend = backend::cuda, .title = "CUDA", .place = 1, .code = {"ptx"}}, &devices);

}  // namespace

}  // namespace ingot::backends::cuda
