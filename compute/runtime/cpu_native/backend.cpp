// Registers the backend of the processor.
#include "../registration.hpp"
#include "device.hpp"

namespace ingot::backends::cpu_native {

namespace {

std::vector<device_listing> devices() {
    // There is one device object, so that all handles of the device are equal.
    static const ingot::device only(std::make_shared<device>());
    return {{own_backend, only, {}}};
}

// The device comes after those of OpenCL, which are GPUs or have a compiler of their own for the processor.
const registration registered({.backend = own_backend, .title = "CPU native", .list_position = 90, .targets = {"cpu"}}, &devices);

}  // namespace

}  // namespace ingot::backends::cpu_native
