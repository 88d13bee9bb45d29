// Registers the backend of the processor.
#include "../registration.hpp"
#include "device.hpp"

namespace ingot::backends::cpu_native {

namespace {

std::vector<device_listing> devices() {
    // There is one device object, so that all handles of the device are equal.
    static const ingot::device only(std::make_shared<device>());
    return {{backend::cpu_native, only, {}}};
}

const registration registered(
    {.backend = backend::cpu_native, .title = "CPU native", .list_position = 90, .targets = {"cpu"}, .compiles_programs = false},
    &devices);

}  // namespace

}  // namespace ingot::backends::cpu_native
