// Prints the devices that the CUDA backend lists. Tests of missing or broken drivers run it, because each of them needs
// a new process.
#include <cstdio>
#include <ingot/runtime/device.hpp>

int main() {
    for (const ingot::device_listing& one : ingot::devices(ingot::backend::cuda)) {
        const std::string line =
            one.device ? one.device->name() + ", " + one.device->properties().driver : one.unavailable_reason;
        std::puts(line.c_str());
    }
}
