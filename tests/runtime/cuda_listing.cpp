// Prints the devices that the CUDA backend lists. Tests of missing or broken drivers run this program, because each such test
// needs a new process.
#include <cstdio>
#include <ingot/runtime/device.hpp>

int main() {
    for (const ingot::device_listing& listing : ingot::devices(ingot::backend::cuda)) {
        const std::string line =
            listing.device ? listing.device->name() + ", " + listing.device->properties().driver : listing.unavailable_reason;
        std::puts(line.c_str());
    }
}
