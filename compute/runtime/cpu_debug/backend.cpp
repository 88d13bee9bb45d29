// Registers the backend of the CPU debug device.
#include "../registration.hpp"
#include "device.hpp"

namespace ingot::backends::cpu_debug {

namespace {

std::vector<device_listing> devices() {
    // There is one device object, so that all handles of the device are equal.
    static const ingot::device only(std::make_shared<device>());
    return {{backend::cpu_debug, only, {}}};
}

const registration registered({.backend = backend::cpu_debug,
                               .title = "CPU debug",
                               .list_position = 100,
                               .compiles_programs = false,
                               .is_for_debugging = true,
                               .is_reference = true},
                              &devices);

}  // namespace

}  // namespace ingot::backends::cpu_debug
