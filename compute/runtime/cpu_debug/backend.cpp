// The backend of the CPU debug device.
#include "../registration.hpp"
#include "device.hpp"

namespace ingot::backends::cpu_debug {

namespace {

std::vector<device_listing> devices() {
    // Handles of the same device are equal, however often they are asked for.
    static const ingot::device only(std::make_shared<device>());
    return {{backend::cpu_debug, only, {}}};
}

const registration registered({.backend = backend::cpu_debug,
                               .title = "CPU debug",
                               .place = 100,
                               .compiles_programs = false,
                               .for_debugging = true,
                               .is_reference = true},
                              &devices);

}  // namespace

}  // namespace ingot::backends::cpu_debug
